package dev.slipway.dispatch;

import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JournalCorrupt;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.journal.VersionConflict;
import dev.slipway.queue.MetaScheduler;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets in and launches the jobs that have their turns now, many in one transaction, because each transaction of the
 * journal delays all jobs. The queue gets the new state of each job before the transaction, so that the queue can tell
 * the next job in turn. No effect begins before the transaction is on disk. Used on the loop's thread.
 */
final class QueueTurns {
    private static final Logger LOG = LoggerFactory.getLogger(QueueTurns.class);

    /** After this many failures of single jobs in a row, the store counts as away. */
    private static final int FAILURES_OF_STORE = 2;

    private final Loop loop;
    private final MetaScheduler scheduler;
    private final RunPhase running;
    private final Consumer<OpenJob> moveOn;

    /**
     * The most jobs that the next round lets in, and the most that it launches. A failure sets this number to 1, so
     * that a faulty job holds up no other; each success doubles the number.
     */
    private int atOnce = Loop.JOBS_AT_ONCE;

    /** @param moveOn moves a job on after the journal has the turn on disk */
    QueueTurns(Loop loop, MetaScheduler scheduler, RunPhase running, Consumer<OpenJob> moveOn) {
        this.loop = loop;
        this.scheduler = scheduler;
        this.running = running;
        this.moveOn = moveOn;
    }

    /** The events of the jobs that have their turns now. */
    private static final class Round {
        private final Map<OpenJob, List<JobEvent>> events = new LinkedHashMap<>();
        private final int most;
        private int turns;
        private boolean over;

        /** @param most the most jobs */
        Round(int most) {
            this.most = most;
        }

        void add(OpenJob work, List<JobEvent> more) {
            turns++;
            events.computeIfAbsent(work, one -> new ArrayList<>()).addAll(more);
        }

        /** Returns whether no further job may have its turn in this round. */
        boolean isOver() {
            return over || most == 1 && !events.isEmpty();
        }

        /** Returns the job of a round that has room for one job only, so that a failure is about this job. */
        Optional<OpenJob> alone() {
            return most == 1 ? events.keySet().stream().findFirst() : Optional.empty();
        }

        /** Returns whether the job has this state, or will have it by the events of this round. */
        boolean expects(OpenJob work, JobState state) {
            return work.job().state() == state || events.containsKey(work);
        }
    }

    /**
     * Lets in and launches jobs until no further job is in turn. If turns fail together, the journal is asked about
     * their jobs again, and each turn is taken alone. If the turn of a job then fails alone, the job is put off, unless
     * the journal does not answer at all.
     *
     * @throws JournalUnavailable if the store is away, and the jobs must wait for it
     */
    void take() {
        Round round;
        int failures = 0;
        do {
            round = new Round(atOnce);
            try {
                gather(round, scheduler::nextToStageIn, this::letIn);
                gather(round, scheduler::nextToLaunch, this::launch);
                loop.record(round.events);
                atOnce = Math.min(Loop.JOBS_AT_ONCE, 2 * atOnce);
            } catch (JournalUnavailable | VersionConflict e) {
                takeBack(round);
                round.alone().ifPresent(work -> putOff(work, e));
                failures += round.alone().isPresent() ? 1 : 0;
                if (round.events.isEmpty() || failures == FAILURES_OF_STORE) {
                    throw new JournalUnavailable(e.getMessage(), e);
                }
                continue;
            } catch (RuntimeException e) {
                takeBack(round);
                leaveOut(round, e);
                continue;
            }
            failures = 0;
            round.events.keySet().forEach(this::goOn);
        } while (!round.events.isEmpty());
    }

    private void goOn(OpenJob work) {
        // A job that was put off has had a turn now, so the pause of the job ends.
        work.succeeded();
        work.waitUntil(Optional.empty());
        loop.attempt(work.token(), () -> moveOn.accept(work));
    }

    /**
     * Lets a job wait if the turn cannot be written, so that the next job has a turn. The job is back in the queue once
     * the loop has read it again, after a pause that grows with each failure.
     */
    private void putOff(OpenJob work, RuntimeException e) {
        LOG.warn("job {} has its turn later: {}", work.token(), e.getMessage());
        scheduler.forget(work.token());
        loop.pause(work);
    }

    /** Leaves out a job with a turn that fails alone. If several turns failed together, each of them is tried alone. */
    private void leaveOut(Round round, RuntimeException e) {
        round.alone()
                .ifPresentOrElse(
                        work -> leaveOut(work.token(), e),
                        () -> LOG.error("turns fail together; number of jobs: {}", round.events.size(), e));
    }

    private void leaveOut(JobToken token, RuntimeException e) {
        LOG.error("job {} cannot be moved on and is left out until the next start", token, e);
        scheduler.forget(token);
    }

    private void gather(Round round, Supplier<Optional<JobToken>> turn, BiConsumer<Round, OpenJob> begin) {
        int before = round.turns;
        while (round.turns - before < round.most && !round.isOver()) {
            Optional<JobToken> next = turn.get();
            if (next.isEmpty()) {
                return;
            }
            try {
                Optional<OpenJob> work = loop.find(next.get());
                // A job that was cancelled and closed before it arrived is not found.
                work.ifPresentOrElse(found -> begin.accept(round, found), () -> scheduler.forget(next.get()));
            } catch (JournalUnavailable e) {
                throw e;
            } catch (JournalCorrupt e) {
                loop.leaveOut(e);
            } catch (RuntimeException e) {
                leaveOut(next.get(), e);
            }
        }
    }

    private void letIn(Round round, OpenJob work) {
        if (!round.expects(work, JobState.QUEUED)) {
            movedOn(work);
            return;
        }
        round.add(work, StagingPhase.begin(work.job()));
        boolean ready = work.job().request().stageIn().isEmpty();
        scheduler.update(Loop.entry(work.job()).in(ready ? JobState.READY : JobState.STAGING_IN));
    }

    private void launch(Round round, OpenJob work) {
        if (!round.expects(work, JobState.READY)) {
            movedOn(work);
            return;
        }
        running.intent(work).ifPresent(event -> {
            round.add(work, List.of(event));
            boolean intended = event instanceof JobEvent.LaunchIntended;
            scheduler.update(Loop.entry(work.job()).in(intended ? JobState.RUNNING : JobState.STAGING_OUT));
            // The next job must not take the same checkpoint folder.
            round.over = event instanceof JobEvent.LaunchIntended launch
                    && launch.checkpointOf().isPresent();
        });
    }

    /**
     * Corrects the queue for a job that has moved on already: the journal recorded its turn, but the answer was lost.
     */
    private void movedOn(OpenJob work) {
        scheduler.update(Loop.entry(work.job()));
        loop.advance(work.token());
    }

    /**
     * Takes back the turns of a failed round. Each job is read again before its next turn, because the journal may have
     * recorded the turn all the same.
     */
    private void takeBack(Round round) {
        round.events.forEach(this::takeBack);
        atOnce = 1;
    }

    private void takeBack(OpenJob work, List<JobEvent> events) {
        work.doubt();
        scheduler.update(Loop.entry(work.job()));
        if (events.stream().anyMatch(event -> event instanceof JobEvent.LaunchIntended)) {
            running.withdraw(work);
        }
    }
}
