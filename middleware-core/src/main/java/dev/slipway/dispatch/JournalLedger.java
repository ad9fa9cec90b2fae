package dev.slipway.dispatch;

import dev.slipway.job.JobEvent;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.IntentLedger;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;

/** A step's view of the journal, used on a mover's thread; the loop writes. */
final class JournalLedger implements IntentLedger {
    private final Loop loop;
    private final OpenJob work;
    private final StagingStep step;
    private Optional<String> intended;

    JournalLedger(Loop loop, OpenJob work, StagingStep step, Optional<String> intended) {
        this.loop = loop;
        this.work = work;
        this.step = step;
        this.intended = intended;
    }

    @Override
    public void intend(String key) {
        try {
            loop.ask(() -> {
                        loop.find(work.token());
                        loop.record(work, new JobEvent.StepIntended(step.direction(), step.name(), key));
                        return key;
                    })
                    .get();
            intended = Optional.of(key);
        } catch (ExecutionException e) {
            throw new JournalUnavailable("the intent of step " + step.name() + " was not recorded", e.getCause());
        } catch (RejectedExecutionException e) {
            throw new JournalUnavailable("the service is stopping", e);
        } catch (InterruptedException e) {
            // The step will be interrupted where it waits next; without its intent it must not go on.
            Thread.currentThread().interrupt();
            throw new JournalUnavailable("interrupted before the intent of step " + step.name() + " was recorded", e);
        }
    }

    @Override
    public Optional<String> intended() {
        return intended;
    }
}
