package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.Job.StepId;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.run.RunFolders;
import dev.slipway.staging.Snapshot;
import dev.slipway.staging.SnapshotLedger;
import dev.slipway.staging.StagingGateway;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Handles jobs with extracts that share one snapshot of a database. A snapshot lives only as long as the connection
 * that holds it. If the connection is lost before all extracts are done, all of stage-in runs again on a new snapshot,
 * because other steps may have appended to the extracted files or taken values from them.
 */
final class SharedSnapshots {
    /** The id of the move that empties the run folder; no step has an empty name. */
    private static final StepId EMPTYING = new StepId(Direction.OUT, "");

    /** After this many lost snapshots, their cause is lasting and waiting does not help. */
    private static final int MOST_LOST = 10;

    private final Loop loop;
    private final StagingGateway gateway;
    private final RunFolders folders;
    private final Executor threads;

    SharedSnapshots(Loop loop, StagingGateway gateway, RunFolders folders, Executor threads) {
        this.loop = loop;
        this.gateway = gateway;
        this.folders = folders;
        this.threads = threads;
    }

    private record Ledger(Loop loop, OpenJob work, String source, Optional<Snapshot> taken) implements SnapshotLedger {
        @Override
        public void take(Snapshot snapshot) {
            JournalLedger.durably(
                    "the snapshot of source " + source,
                    loop,
                    work,
                    List.of(new JobEvent.SnapshotTaken(source, snapshot.id(), snapshot.asOf())));
        }
    }

    /** Returns the ledger for an extract that shares a snapshot; empty for all other steps. */
    Optional<SnapshotLedger> ledger(OpenJob work, StagingStep step) {
        Job job = work.job();
        return job.request().sharesSnapshot(step)
                ? Optional.of(new Ledger(
                        loop,
                        work,
                        step.placeName(),
                        Optional.ofNullable(job.snapshots().get(step.placeName()))
                                .map(taken -> new Snapshot(taken.snapshot(), taken.asOf()))))
                : Optional.empty();
    }

    /** Releases the snapshots of a job after stage-in. */
    void release(OpenJob work) {
        if (!work.job().request().snapshots().isEmpty()) {
            gateway.release(work.token());
        }
    }

    /**
     * Returns the problem by which a step fails after an outage that lasted too long, or after too many lost snapshots.
     */
    Optional<Problem> lasting(OpenJob work, Problem outage) {
        return loop.tooLong(work, outage).or(() -> tooOften(work.job(), outage));
    }

    private static Optional<Problem> tooOften(Job job, Problem problem) {
        return problem.code() == ProblemCode.SNAPSHOT_LOST && job.snapshotsLost() >= MOST_LOST
                ? Optional.of(new Problem(
                        ProblemCode.OUTAGE_TOO_LONG,
                        "given up after " + MOST_LOST + " times: " + problem.message(),
                        problem.detail()))
                : Optional.empty();
    }

    /** Records that an extract did not find the snapshot that the extracts before it have read. */
    void lost(OpenJob work, String source, Problem problem) {
        work.lost(Optional.of(new OpenJob.LostSnapshot(source, problem)));
    }

    /**
     * Returns whether stage-in is to begin anew, so that no step may begin now; empties the run folder once no step
     * moves.
     */
    boolean beginsAnew(OpenJob work) {
        if (work.lost().isEmpty() || work.job().state() != JobState.STAGING_IN) {
            return false;
        }
        if (!work.moving().containsKey(EMPTYING) && !work.waiting() && !work.interruptMoves()) {
            empty(work, work.lost().get());
        }
        return true;
    }

    /**
     * Empties the run folder before the event is recorded: after a crash between the two, the snapshot is found lost
     * again.
     */
    private void empty(OpenJob work, OpenJob.LostSnapshot lost) {
        Move move = new Move(
                "the files of a lost snapshot",
                () -> {
                    folders.remove(folders.of(work.token().value()));
                    return List.of(new JobEvent.SnapshotLost(lost.source()));
                },
                end -> loop.post(work.token(), () -> emptied(work, lost, end)));
        work.moving().put(EMPTYING, move);
        threads.execute(move);
    }

    private void emptied(OpenJob work, OpenJob.LostSnapshot lost, Move.End end) {
        work.moving().remove(EMPTYING);
        loop.find(work.token());
        if (end instanceof Move.End.Moved moved) {
            loop.record(work, moved.events().toArray(JobEvent[]::new));
            gateway.release(work.token());
            work.lost(Optional.empty());
            loop.block(work, lost.problem());
        } else if (end instanceof Move.End.Refused refused) {
            loop.block(work, refused.problem());
        } else if (work.job().cancelRequestedBy().isEmpty()) {
            loop.pause(work);
        }
        loop.advance(work.token());
    }
}
