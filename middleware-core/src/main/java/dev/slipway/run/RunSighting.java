package dev.slipway.run;

import dev.slipway.problem.Problem;
import java.time.Instant;
import java.util.Optional;

/** The state in which a run was found. */
public sealed interface RunSighting {

    /** Returns the words for a number of starts that were not the first. */
    static String restarts(int count) {
        return "restart " + count;
    }

    /** The run never started. */
    record Unclaimed() implements RunSighting {}

    /**
     * A cluster has the run, and the run is not under way.
     *
     * @param reason the cluster's own words for the reason; may be empty
     * @param expected when the cluster expects the run to start
     */
    record Waiting(ClusterStage stage, String reason, Optional<Instant> expected) implements RunSighting {
        /** A cluster has accepted the run, and has not been asked about the run since. */
        public static final Waiting UNSEEN = in(ClusterStage.UNKNOWN);

        /** Returns the sighting of a run that waits in this stage without a reason of the cluster. */
        public static Waiting in(ClusterStage stage) {
            return new Waiting(stage, "", Optional.empty());
        }
    }

    /**
     * The run is under way.
     *
     * @param restarts the number of times that a cluster has started the run again
     */
    record Running(Optional<RunProgress> progress, int restarts) implements RunSighting {
        /** Makes the sighting of a run that was started once. */
        public Running(Optional<RunProgress> progress) {
            this(progress, 0);
        }
    }

    /**
     * The run is over.
     *
     * @param error why the program could not be started, or how the run exceeded a limit; empty otherwise
     * @param cause why a cluster ended the run, or why its program was not started there; empty otherwise
     */
    record Ended(RunReport report, Optional<String> error, Optional<RunProgress> progress, Optional<Problem> cause)
            implements RunSighting {
        /** Makes the end of a run that no cluster ended. */
        public Ended(RunReport report, Optional<String> error, Optional<RunProgress> progress) {
            this(report, error, progress, Optional.empty());
        }

        /** Returns this end with the reason for which a cluster ended the run. */
        public Ended by(Optional<Problem> cluster) {
            return new Ended(report, error, progress, cluster);
        }
    }

    /**
     * The run was started, and no guard recorded its end: the machine went down, or the guard was killed.
     *
     * @param cause how the run ended according to the cluster; empty if unknown
     */
    record Lost(Optional<Problem> cause) implements RunSighting {
        /** Makes the end of a run with an unknown fate. */
        public Lost() {
            this(Optional.empty());
        }
    }
}
