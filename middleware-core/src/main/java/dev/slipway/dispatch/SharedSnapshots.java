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
 * Jobs whose extracts read one state of a database. It lives no longer than the connection that holds it; if that is gone before all
 * extracts were done, all of stage-in is done anew on a new one, for other steps may have appended to what extracts wrote, or taken
 * values from it.
 */
final class SharedSnapshots {
    /** Under which the move that empties the run folder is known; no step has an empty name. */
    private static final StepId EMPTYING = new StepId(Direction.OUT, "");

    /** After so many something keeps ending them, and waiting does not help. */
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

    /** What an extract needs that shares a snapshot; empty for all other steps. */
    Optional<SnapshotLedger> ledger(OpenJob work, StagingStep step) {
        Job job = work.job();
        return job.request().sharesSnapshot(step)
                ? Optional.of(new Ledger(
                        loop,
                        work,
                        step.place(),
                        Optional.ofNullable(job.snapshots().get(step.place()))
                                .map(taken -> new Snapshot(taken.snapshot(), taken.asOf()))))
                : Optional.empty();
    }

    /** Lets go of what a job holds whose stage-in is over. */
    void release(OpenJob work) {
        if (!work.job().request().snapshots().isEmpty()) {
            gateway.release(work.token());
        }
    }

    /** The problem by which a step fails whose outage has lasted too long, or that loses its snapshots again and again. */
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

    /** Notes that an extract did not find the snapshot that those before it have read. */
    void lost(OpenJob work, String source, Problem problem) {
        work.lost(Optional.of(new OpenJob.LostSnapshot(source, problem)));
    }

    /** Whether stage-in is to begin anew, so that no step is to be begun now; sees to it once nothing moves. */
    boolean beginsAnew(OpenJob work) {
        if (work.lost().isEmpty() || work.job().state() != JobState.STAGING_IN) {
            return false;
        }
        if (!work.moving().containsKey(EMPTYING) && !work.waiting() && !work.interruptMoves()) {
            empty(work, work.lost().get());
        }
        return true;
    }

    /** First the files, then the event: a crash between the two finds the snapshot lost again. */
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
