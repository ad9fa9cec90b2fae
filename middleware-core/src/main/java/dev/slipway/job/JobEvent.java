package dev.slipway.job;

import dev.slipway.problem.Problem;
import dev.slipway.request.JobRequest;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.run.RunProgress;
import dev.slipway.run.RunReport;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One fact about a job, as the journal keeps it. A {@link Job} is the fold of its events and of nothing else. An event
 * that announces an effect is an intent: the journal has it before the effect begins. All other events tell what has
 * happened.
 */
public sealed interface JobEvent {

    /** Which event; the order is that of a job that ends well. */
    default Kind kind() {
        return Kind.of(this);
    }

    /** One line for people that says what happened; never a secret. */
    String text();

    /** The events by name, as the table of {@link JobLifecycle} and the journal's rows hold them. */
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

        /** The record of this kind. */
        public Class<? extends JobEvent> type() {
            return type;
        }
    }

    /**
     * The job is ours now.
     *
     * @param order its place in the order of acceptance over all jobs; ranks the queue, so that no clock has to
     * @param from where the submission came from: a network address or "local"
     * @param partition where it will run; the default of that time if the document names none
     * @param parent the job that this one does again
     * @param membership of a job that is one of a sweep's
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

    /** The queue let the job in: its run folder may be made and its stage-in steps may move. */
    record StageInBegun() implements JobEvent {
        @Override
        public String text() {
            return "stage-in begun";
        }
    }

    /** A step is about to make an effect that can be found again by {@code key}. */
    record StepIntended(Direction direction, String step, String key) implements JobEvent {
        @Override
        public String text() {
            return "step " + step + " is about to make its effect, key " + key;
        }
    }

    /**
     * A step ended well; its files are verified.
     *
     * @param statement what a SQL step ran
     * @param reused the job whose verified files took the place of moving them again
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

    /** A file that a step wrote or read: size and SHA-256, as 64 lower-case hex digits, of its bytes on disk. */
    record MovedFile(RunPath file, long bytes, String sha256) {}

    /** A step failed for good. */
    record StepFailed(Direction direction, String step, Problem problem) implements JobEvent {
        @Override
        public String text() {
            return "step " + step + " failed: " + problem.message();
        }
    }

    /**
     * A state of a database is held, which all extracts of the job from this source will read.
     *
     * @param snapshot the server's name for it
     * @param asOf when it was taken, by the server's clock, as the server writes it in UTC
     */
    record SnapshotTaken(String source, String snapshot, String asOf) implements JobEvent {
        @Override
        public String text() {
            return "all extracts from source " + source + " read snapshot " + snapshot + " as of " + asOf;
        }
    }

    /** The state of a database was given up before all had read it: nothing of stage-in counts any more. */
    record SnapshotLost(String source) implements JobEvent {
        @Override
        public String text() {
            return "the snapshot of source " + source + " is lost before all extracts were done; stage-in begins anew";
        }
    }

    /** All inputs are there and verified. */
    record StagedIn() implements JobEvent {
        @Override
        public String text() {
            return "stage-in ended well";
        }
    }

    /**
     * The run is about to start: from now on the claim in {@code folder} tells whether it ever did.
     *
     * @param folder the folder that the guard program claims
     * @param remark what is otherwise than the document asked for
     * @param checkpointOf the job whose kept checkpoint folder the run is to go on from
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

    /**
     * The run is over, well or not, and nothing of it is left.
     *
     * @param progress the last that its program told
     */
    record RunEnded(RunReport report, Optional<RunProgress> progress) implements JobEvent {
        @Override
        public String text() {
            return "run ended (" + report.reason() + "), exit status " + report.exitStatus()
                    + (report.signal() == 0 ? "" : ", signal " + report.signal());
        }
    }

    /** No stage-out step is left to do. */
    record StagedOut() implements JobEvent {
        @Override
        public String text() {
            return "stage-out ended";
        }
    }

    /** The results are safe outside the run folder, which may go now. */
    record ResultsKept(List<KeptResult> results) implements JobEvent {
        public ResultsKept {
            results = List.copyOf(results);
        }

        @Override
        public String text() {
            return results.size() + " results kept";
        }
    }

    /** A result that was kept; the file on disk has the digest {@code sha256}. */
    record KeptResult(String name, ResultFile.Role role, RunPath file, long bytes, String sha256) {}

    /**
     * Nothing is left to do.
     *
     * @param folderKept whether the run folder stays for a while, so that a retry can take files over
     * @param checkpointKept whether the checkpoint folder is part of that, so that a retry can go on from it
     */
    record Cleaned(boolean folderKept, Boolean checkpointKept) implements JobEvent {
        public Cleaned {
            // Absent in journals of older versions.
            checkpointKept = Boolean.TRUE.equals(checkpointKept);
        }

        /** Without a checkpoint folder. */
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

    /** A user asked to end the job; what is under way is being stopped. */
    record CancelRequested(String by, String from) implements JobEvent {
        @Override
        public String text() {
            return "cancel requested by " + by + at(from);
        }
    }

    /** The job was ended by a user, and nothing of it moves or runs. */
    record Cancelled(String by) implements JobEvent {
        @Override
        public String text() {
            return "cancelled by " + by;
        }
    }

    /** Something shared is away; the job waits and tries again by itself. */
    record Blocked(Problem problem) implements JobEvent {
        @Override
        public String text() {
            return "blocked: " + problem.message();
        }
    }

    /** What was away is back. */
    record Unblocked() implements JobEvent {
        @Override
        public String text() {
            return "goes on";
        }
    }

    /** A user keeps the job from being let in and from being launched; it keeps its rank. */
    record Held(String by, String from) implements JobEvent {
        @Override
        public String text() {
            return "held by " + by + at(from);
        }
    }

    /** The job takes its turns again. */
    record Released(String by, String from) implements JobEvent {
        @Override
        public String text() {
            return "released by " + by + at(from);
        }
    }

    /** A part of the cleaning that no further try would do was left, so that the job can close. */
    record LeftUndone(Problem problem) implements JobEvent {
        @Override
        public String text() {
            return "left undone: " + problem.message();
        }
    }

    /** The run folder that was kept is gone: its time was over. */
    record FolderRemoved() implements JobEvent {
        @Override
        public String text() {
            return "run folder removed, its time was over";
        }
    }

    /** The kept results are gone: their time was over. */
    record ResultsRemoved() implements JobEvent {
        @Override
        public String text() {
            return "results removed, their time was over";
        }
    }

    private static String at(String from) {
        return from == null ? "" : " at " + from;
    }

    /** What a payload of an earlier version does not have. */
    private static <T> Optional<T> told(Optional<T> value) {
        return value == null ? Optional.empty() : value;
    }
}
