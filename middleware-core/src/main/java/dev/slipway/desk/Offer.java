package dev.slipway.desk;

import dev.slipway.run.Partition;
import dev.slipway.staging.Place;
import java.util.List;

/**
 * What this installation is and offers.
 *
 * @param partitions the first is the one for jobs that name none
 * @param places that are configured
 */
public record Offer(String version, List<Partition> partitions, List<Place> places, Limits limits) {

    /**
     * How much is taken in.
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
