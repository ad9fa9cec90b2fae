package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobJournal;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Records the commands of users in the journal. Commands are decided on the loop's thread; no other thread changes
 * jobs.
 */
final class UserCommands {
    private final JobJournal journal;
    private final Loop loop;
    private final Consumer<JobToken> advance;

    UserCommands(JobJournal journal, Loop loop, Consumer<JobToken> advance) {
        this.journal = journal;
        this.loop = loop;
        this.advance = advance;
    }

    /** Records the events that {@code decision} makes for one job. A repeated call decides anew. */
    void grant(JobToken token, Function<Job, List<JobEvent>> decision) {
        loop.between(() -> {
            grantNow(token, decision);
            return true;
        });
    }

    private void grantNow(JobToken token, Function<Job, List<JobEvent>> decision) {
        Optional<OpenJob> work = loop.find(token);
        if (work.isEmpty()) {
            journal.load(token).ifPresent(decision::apply);
            return;
        }
        // The job is advanced even without new events, because an earlier call may have been recorded without an
        // answer; and also when the command does not fit, since otherwise the job would stay in memory.
        advance.accept(token);
        List<JobEvent> events = decision.apply(work.get().job());
        if (!events.isEmpty()) {
            loop.record(work.get(), events.toArray(JobEvent[]::new));
            endWaiting(work.get(), events);
        }
    }

    /** Ends the wait for an outage to pass: a job that is to end does not wait for it. */
    private static void endWaiting(OpenJob work, List<JobEvent> events) {
        if (events.stream().anyMatch(event -> event instanceof JobEvent.CancelRequested)) {
            work.waitUntil(Optional.empty());
        }
    }

    /** Records the events of several jobs, in this order. Skips closed jobs, and jobs in a state that does not fit. */
    Granted grant(List<JobToken> tokens, Function<Job, List<JobEvent>> decision) {
        Granted all = Granted.NONE;
        for (int i = 0; i < tokens.size(); i += Loop.JOBS_AT_ONCE) {
            List<JobToken> some = tokens.subList(i, Math.min(tokens.size(), i + Loop.JOBS_AT_ONCE));
            all = all.and(loop.between(() -> grantNow(some, decision)));
        }
        return all;
    }

    private Granted grantNow(List<JobToken> tokens, Function<Job, List<JobEvent>> decision) {
        loop.adopt(tokens);
        Map<OpenJob, List<JobEvent>> decided = new LinkedHashMap<>();
        Optional<ProblemException> refusal = Optional.empty();
        for (JobToken token : tokens) {
            Optional<OpenJob> work = loop.find(token);
            try {
                work.ifPresent(found -> decided.put(found, decision.apply(found.job())));
            } catch (ProblemException e) {
                if (e.problem().code() != ProblemCode.JOB_STATE) {
                    throw e;
                }
                refusal = refusal.or(() -> Optional.of(e));
            }
        }
        try {
            loop.record(decided);
        } finally {
            // Jobs that are closed by now are not in memory and need no further step.
            tokens.stream().filter(token -> loop.peek(token).isPresent()).forEach(advance);
        }
        decided.forEach(UserCommands::endWaiting);
        return new Granted(decided.size(), refusal);
    }
}
