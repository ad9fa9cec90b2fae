package dev.slipway.desk;

import dev.slipway.request.Place;
import dev.slipway.run.Partition;
import java.util.List;

/** The offer of this installation. A reload of the settings replaces the offer at once. */
public final class Offer {
    private final String version;
    private volatile Content content;

    /**
     * The offer as of one moment.
     *
     * @param partitions the partitions; the first is for jobs that name no partition
     * @param places the configured places
     */
    public record Content(List<Partition> partitions, List<Place> places, Limits limits) {
        public Content {
            partitions = List.copyOf(partitions);
            places = List.copyOf(places);
        }
    }

    /**
     * The limits on submissions.
     *
     * @param jobsPerSweep the most jobs of one sweep
     * @param waitingJobsPerUser the most jobs of one user that wait to be let in
     * @param uploadBytes the most bytes of one upload
     * @param uploadsPerUser the most bytes of one user's uploads together
     */
    public record Limits(int jobsPerSweep, int waitingJobsPerUser, long uploadBytes, long uploadsPerUser) {}

    public Offer(String version, Content content) {
        this.version = version;
        this.content = content;
    }

    /** Takes another content in place of this one. */
    public void take(Content newContent) {
        content = newContent;
    }

    /** Returns the version of the service. */
    public String version() {
        return version;
    }

    /** Returns the partitions; the first is for jobs that name no partition. */
    public List<Partition> partitions() {
        return content.partitions();
    }

    /** Returns the configured places. */
    public List<Place> places() {
        return content.places();
    }

    /** Returns the limits on submissions. */
    public Limits limits() {
        return content.limits();
    }
}
