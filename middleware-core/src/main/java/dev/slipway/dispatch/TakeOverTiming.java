package dev.slipway.dispatch;

import dev.slipway.grant.GrantBook;
import dev.slipway.grant.Grants;
import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.request.StagingStep;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Decides when a retry takes over files of its parent: once for each order group of stage-in, before any step of the
 * group moves.
 */
final class TakeOverTiming {
    private final Loop loop;
    private final TakeOver takeOver;
    private final GrantBook grants;
    private final Executor copies;

    TakeOverTiming(Loop loop, TakeOver takeOver, GrantBook grants, Executor copies) {
        this.loop = loop;
        this.takeOver = takeOver;
        this.grants = grants;
        this.copies = copies;
    }

    /** Returns whether files of the parent are being taken over now; begins the take-over once for each order group. */
    boolean holdsBack(OpenJob work, List<StagingStep> due) {
        Job job = work.job();
        if (job.state() != JobState.STAGING_IN
                || job.acceptance().parent().isEmpty()
                || due.isEmpty()
                || !job.request().snapshots().isEmpty()) {
            return false;
        }
        int group = due.get(0).orderGroup();
        if (!work.moving().containsKey(TakeOver.ID) && work.takesOverFirst(group)) {
            Move move = new Move(
                    "all of group " + group,
                    () -> takeOver.of(job, granted(job, due), intents -> intend(work, intents)),
                    end -> loop.post(work.token(), () -> tookOver(work, group, end)));
            work.moving().put(TakeOver.ID, move);
            copies.execute(move);
        }
        return work.moving().containsKey(TakeOver.ID);
    }

    /** Returns the steps that the owner may run. The other steps fail by themselves at their turn. */
    private List<StagingStep> granted(Job job, List<StagingStep> due) {
        Grants owner = grants.of(job.owner());
        return due.stream().filter(step -> owner.cover(step)).toList();
    }

    private void intend(OpenJob work, List<JobEvent> intents) {
        JournalLedger.durably("the intents of a take-over", loop, work, intents);
    }

    private void tookOver(OpenJob work, int group, Move.End end) {
        work.moving().remove(TakeOver.ID);
        loop.find(work.token());
        if (end instanceof Move.End.Moved moved) {
            loop.record(work, moved.events().toArray(JobEvent[]::new));
        } else {
            work.takeOverAgain(group);
            if (end instanceof Move.End.Refused refused) {
                loop.block(work, refused.problem());
            } else if (work.job().cancelRequestedBy().isEmpty()) {
                loop.pause(work);
            }
        }
        loop.advance(work.token());
    }
}
