package dev.slipway.desk;

import dev.slipway.run.Partition;
import dev.slipway.staging.Place;
import java.util.List;

/**
 * The offer of this installation.
 *
 * @param partitions the partitions; the first is for jobs that name no partition
 * @param places the configured places
 */
public record Offer(String version, List<Partition> partitions, List<Place> places, Limits limits) {

    /**
     * The limits on submissions.
     *
     * @param jobsPerSweep the most jobs of one sweep
     * @param waitingJobsPerUser the most jobs of one user that wait to be let in
     * @param uploadBytes the most bytes of one upload
     * @param uploadsPerUser the most bytes of one user's uploads together
     */
    public record Limits(int jobsPerSweep, int waitingJobsPerUser, long uploadBytes, long uploadsPerUser) {}

    public Offer {
        partitions = List.copyOf(partitions);
        places = List.copyOf(places);
    }
}
