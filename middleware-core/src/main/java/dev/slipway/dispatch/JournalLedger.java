package dev.slipway.dispatch;

import dev.slipway.job.JobEvent;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.IntentLedger;
import dev.slipway.staging.SnapshotLedger;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;

/** A step's view of the journal, used on a mover's thread; the loop writes. */
final class JournalLedger implements IntentLedger {
    private final Loop loop;
    private final OpenJob work;
    private final StagingStep step;
    private final Optional<SnapshotLedger> snapshot;
    private Optional<String> intended;

    JournalLedger(
            Loop loop, OpenJob work, StagingStep step, Optional<String> intended, Optional<SnapshotLedger> snapshot) {
        this.loop = loop;
        this.work = work;
        this.step = step;
        this.intended = intended;
        this.snapshot = snapshot;
    }

    @Override
    public void intend(String key) {
        JobEvent intent = new JobEvent.StepIntended(step.direction(), step.name(), key);
        durably("the intent of step " + step.name(), loop, work, List.of(intent));
        intended = Optional.of(key);
    }

    /** Records {@code events}, called on a mover's thread; they are on disk when this returns. */
    static void durably(String what, Loop loop, OpenJob work, List<JobEvent> events) {
        try {
            loop.ask(() -> {
                        loop.find(work.token());
                        loop.record(work, events.toArray(JobEvent[]::new));
                        return events;
                    })
                    .get();
        } catch (ExecutionException e) {
            throw new JournalUnavailable(what + " was not recorded", e.getCause());
        } catch (RejectedExecutionException e) {
            throw new JournalUnavailable("the service is stopping", e);
        } catch (InterruptedException e) {
            // The step is interrupted at the next wait; a step must not go on without a recorded intent.
            Thread.currentThread().interrupt();
            throw new JournalUnavailable("interrupted before " + what + " was recorded", e);
        }
    }

    @Override
    public Optional<String> intended() {
        return intended;
    }

    @Override
    public Optional<SnapshotLedger> snapshot() {
        return snapshot;
    }
}
