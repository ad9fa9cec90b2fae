package dev.slipway.job;

import dev.slipway.problem.Printable;
import dev.slipway.problem.Problem;
import dev.slipway.request.JobRequest;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.run.ClusterRun;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.RunHost;
import dev.slipway.run.RunProgress;
import dev.slipway.run.RunReport;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One fact about a job, as stored in the journal. The events alone make up a {@link Job}, as a fold. An event that
 * announces an effect is an intent: the journal holds the intent before the effect begins. All other events record
 * facts that have happened.
 */
public sealed interface JobEvent {

    /** Returns the kind of this event; kinds are ordered as in a job that ends well. */
    default Kind kind() {
        return Kind.of(this);
    }

    /** Describes the event for people in one line; never contains a secret. */
    String text();

    /** The events by name, as in the table of {@link JobLifecycle} and in the journal's rows. */
    enum Kind {
        ACCEPTED(Accepted.class),
        STAGE_IN_BEGUN(StageInBegun.class),
        STEP_INTENDED(StepIntended.class),
        STEP_MOVED(StepMoved.class),
        STEP_FAILED(StepFailed.class),
        SNAPSHOT_TAKEN(SnapshotTaken.class),
        SNAPSHOT_LOST(SnapshotLost.class),
        STAGED_IN(StagedIn.class),
        LAUNCH_INTENDED(LaunchIntended.class),
        HOSTS_GIVEN(HostsGiven.class),
        CLUSTER_ACCEPTED(ClusterAccepted.class),
        CLUSTER_STAGE(ClusterStageSeen.class),
        RUN_ENDED(RunEnded.class),
        STAGED_OUT(StagedOut.class),
        RESULTS_KEPT(ResultsKept.class),
        CLEANED(Cleaned.class),
        FAILED(Failed.class),
        CANCEL_REQUESTED(CancelRequested.class),
        CANCELLED(Cancelled.class),
        HELD(Held.class),
        RELEASED(Released.class),
        BLOCKED(Blocked.class),
        UNBLOCKED(Unblocked.class),
        LEFT_UNDONE(LeftUndone.class),
        FOLDER_REMOVED(FolderRemoved.class),
        RESULTS_REMOVED(ResultsRemoved.class);

        private final Class<? extends JobEvent> type;

        Kind(Class<? extends JobEvent> type) {
            this.type = type;
        }

        private static Kind of(JobEvent event) {
            return Arrays.stream(values())
                    .filter(kind -> kind.type == event.getClass())
                    .findFirst()
                    .orElseThrow();
        }

        /** Returns the record class of this kind. */
        public Class<? extends JobEvent> type() {
            return type;
        }
    }

    /**
     * The service has accepted the job.
     *
     * @param order the job's number in the order of acceptance over all jobs; ranks the queue without any clock
     * @param from the origin of the submission: a network address or "local"
     * @param partition the partition for the run; the default at acceptance if the document names no partition
     * @param parent the job that this job runs again
     * @param membership the place of the job in its sweep; empty for a job outside a sweep
     */
    record Accepted(
            long order,
            String owner,
            String from,
            String partition,
            String documentSha256,
            JobRequest request,
            Optional<JobToken> parent,
            Optional<Membership> membership)
            implements JobEvent {
        public Accepted {
            parent = told(parent);
            membership = told(membership);
        }

        @Override
        public String text() {
            return "accepted from " + owner + " at " + from + ", document sha256 " + documentSha256
                    + membership.map(one -> ", " + one).orElse("")
                    + parent.map(job -> ", does job " + job + " again").orElse("");
        }
    }

    /** The queue let the job in: the run folder may be made and the stage-in steps may move. */
    record StageInBegun() implements JobEvent {
        @Override
        public String text() {
            return "stage-in begun";
        }
    }

    /** A step is about to make an effect, which can be found again by {@code key}. */
    record StepIntended(Direction direction, String step, String key) implements JobEvent {
        @Override
        public String text() {
            return "step " + step + " is about to make its effect, key " + key;
        }
    }

    /**
     * A step ended well; its files are verified.
     *
     * @param statement the statement that a SQL step ran
     * @param reused the job with the verified files that were taken over, so that no data moved again
     */
    record StepMoved(
            Direction direction,
            String step,
            long bytes,
            long rows,
            List<MovedFile> files,
            Optional<BoundStatement> statement,
            Optional<JobToken> reused)
            implements JobEvent {
        public StepMoved {
            files = List.copyOf(files);
            statement = told(statement);
            reused = told(reused);
        }

        @Override
        public String text() {
            return "step " + step + (reused.isPresent() ? " took over " : " moved ") + bytes + " bytes"
                    + (rows > 0 ? ", " + rows + " rows" : "")
                    + reused.map(job -> " from job " + job).orElse("");
        }
    }

    /** A step failed for good. */
    record StepFailed(Direction direction, String step, Problem problem) implements JobEvent {
        @Override
        public String text() {
            return "step " + step + " failed: " + problem.message();
        }
    }

    /**
     * A snapshot of a database is held; all extracts of the job from this source read the snapshot.
     *
     * @param snapshot the server's name for the snapshot
     * @param asOf the time of the snapshot by the server's clock, as the server writes the time in UTC
     */
    record SnapshotTaken(String source, String snapshot, String asOf) implements JobEvent {
        @Override
        public String text() {
            return "all extracts from source " + source + " read snapshot " + snapshot + " as of " + asOf;
        }
    }

    /** The snapshot was lost before all extracts had read it: all results of stage-in are void. */
    record SnapshotLost(String source) implements JobEvent {
        @Override
        public String text() {
            return "the snapshot of source " + source + " is lost before all extracts were done; stage-in begins anew";
        }
    }

    /** All inputs are present and verified. */
    record StagedIn() implements JobEvent {
        @Override
        public String text() {
            return "stage-in ended well";
        }
    }

    /**
     * The run is about to start: from now on the claim in {@code folder} tells whether the run ever started.
     *
     * @param folder the folder that the guard program claims
     * @param remark the difference between the launch and the document's request
     * @param checkpointOf the job with the kept checkpoint folder from which the run is to go on
     */
    record LaunchIntended(
            List<String> argv, String host, String folder, Optional<String> remark, Optional<JobToken> checkpointOf)
            implements JobEvent {
        public LaunchIntended {
            argv = List.copyOf(argv);
            remark = told(remark);
            checkpointOf = told(checkpointOf);
        }

        @Override
        public String text() {
            return "launch on " + host + remark.map(text -> " (" + text + ")").orElse("")
                    + checkpointOf
                            .map(job -> ", going on from the checkpoint folder of job " + job)
                            .orElse("")
                    + ": "
                    + String.join(" ", argv);
        }
    }

    /** The run has slots on these hosts from the list of the partition. */
    record HostsGiven(List<RunHost> hosts) implements JobEvent {
        public HostsGiven {
            hosts = List.copyOf(hosts);
        }

        @Override
        public String text() {
            return "the run has " + RunHost.words(hosts);
        }
    }

    /** A cluster has accepted the run. */
    record ClusterAccepted(ClusterRun run) implements JobEvent {
        @Override
        public String text() {
            return "cluster " + run.cluster() + " accepted the run as its job " + run.number();
        }
    }

    /** The run was seen in another stage, or under way if {@code stage} is empty; {@code reason} is the cluster's. */
    record ClusterStageSeen(Optional<ClusterStage> stage, String reason) implements JobEvent {
        public ClusterStageSeen {
            stage = told(stage);
            reason = Printable.line(reason);
        }

        @Override
        public String text() {
            return "the run " + stage.map(ClusterStage::words).orElse("is under way")
                    + (reason.isEmpty() ? "" : ": " + reason);
        }
    }

    /**
     * The run is over, well or not, and has left no process behind.
     *
     * @param progress the last progress that the program reported
     */
    record RunEnded(RunReport report, Optional<RunProgress> progress) implements JobEvent {
        @Override
        public String text() {
            return "run ended (" + report.reason() + "), exit status " + report.exitStatus()
                    + (report.signal() == 0 ? "" : ", signal " + report.signal());
        }
    }

    /** All stage-out steps are over. */
    record StagedOut() implements JobEvent {
        @Override
        public String text() {
            return "stage-out ended";
        }
    }

    /** The results are safe outside the run folder, which may be removed now. */
    record ResultsKept(List<KeptResult> results) implements JobEvent {
        public ResultsKept {
            results = List.copyOf(results);
        }

        @Override
        public String text() {
            return results.size() + " results kept";
        }
    }

    /**
     * The cleaning is finished.
     *
     * @param folderKept whether the run folder stays for a while, so that a retry can take over files
     * @param checkpointKept whether the kept folder includes the checkpoint folder, so that a retry can go on from
     *     there
     */
    record Cleaned(boolean folderKept, Boolean checkpointKept) implements JobEvent {
        public Cleaned {
            // Journals of older versions lack this field.
            checkpointKept = Boolean.TRUE.equals(checkpointKept);
        }

        /** Makes the event of a job without a kept checkpoint folder. */
        public Cleaned(boolean folderKept) {
            this(folderKept, false);
        }

        @Override
        public String text() {
            return (folderKept ? "run folder kept for a while" : "run folder removed")
                    + (checkpointKept ? ", with its checkpoint folder" : "");
        }
    }

    /** The job failed for good in {@code phase}. */
    record Failed(JobState phase, Problem problem) implements JobEvent {
        @Override
        public String text() {
            return "failed in " + phase + ": " + problem.message();
        }
    }

    /** A user asked to end the job; moving steps and the run are being stopped. */
    record CancelRequested(String by, String from) implements JobEvent {
        @Override
        public String text() {
            return "cancel requested by " + by + at(from);
        }
    }

    /** A user ended the job; no step moves and no process runs any more. */
    record Cancelled(String by) implements JobEvent {
        @Override
        public String text() {
            return "cancelled by " + by;
        }
    }

    /** A shared resource is away; the job waits, and the service tries again. */
    record Blocked(Problem problem) implements JobEvent {
        @Override
        public String text() {
            return "blocked: " + problem.message();
        }
    }

    /** The shared resource is back. */
    record Unblocked() implements JobEvent {
        @Override
        public String text() {
            return "goes on";
        }
    }

    /** A user holds the job: the job is neither let in nor launched, and keeps the rank. */
    record Held(String by, String from) implements JobEvent {
        @Override
        public String text() {
            return "held by " + by + at(from);
        }
    }

    /** A user released the job, which takes its turns again. */
    record Released(String by, String from) implements JobEvent {
        @Override
        public String text() {
            return "released by " + by + at(from);
        }
    }

    /** A part of the cleaning was left undone because no further try would succeed; the job can close. */
    record LeftUndone(Problem problem) implements JobEvent {
        @Override
        public String text() {
            return "left undone: " + problem.message();
        }
    }

    /** The kept run folder was removed because its retention time was over. */
    record FolderRemoved() implements JobEvent {
        @Override
        public String text() {
            return "run folder removed, its time was over";
        }
    }

    /** The kept results were removed because their retention time was over. */
    record ResultsRemoved() implements JobEvent {
        @Override
        public String text() {
            return "results removed, their time was over";
        }
    }

    private static String at(String from) {
        return from == null ? "" : " at " + from;
    }

    /** Replaces a field that payloads of earlier versions lack by an empty value. */
    private static <T> Optional<T> told(Optional<T> value) {
        return value == null ? Optional.empty() : value;
    }
}
