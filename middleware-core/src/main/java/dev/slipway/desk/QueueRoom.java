package dev.slipway.desk;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.queue.MetaScheduler;
import java.util.Optional;

/**
 * Room in the queue for jobs of one user, from before they are accepted until they arrive there: so that many submissions at once do not
 * pass the limit together. What was not taken when it closes is given up.
 */
final class QueueRoom implements AutoCloseable {
    private final MetaScheduler scheduler;
    private final String user;
    private final int most;
    private int kept;

    /** @param most how many jobs of the user may wait */
    QueueRoom(MetaScheduler scheduler, String user, int most) {
        this.scheduler = scheduler;
        this.user = user;
        this.most = most;
    }

    /** Once at most. @throws ProblemException QUEUE_QUOTA */
    void keep(int jobs) {
        if (!scheduler.expect(user, jobs, most)) {
            throw new ProblemException(full(jobs));
        }
        kept = jobs;
    }

    /** Whatever {@link #keep} would refuse; keeps nothing. */
    Optional<Problem> obstacle(int jobs) {
        return scheduler.waiting(user) <= most - jobs ? Optional.empty() : Optional.of(full(jobs));
    }

    private Problem full(int jobs) {
        return Problem.of(
                ProblemCode.QUEUE_QUOTA,
                "user " + user + " has " + GroupWords.jobs(scheduler.waiting(user)) + " waiting, and " + jobs
                        + " more would be more than the " + most + " that one user may have");
    }

    /** Its jobs are on their way to the queue and take the room there themselves. */
    void taken() {
        kept = 0;
    }

    @Override
    public void close() {
        scheduler.stayAway(user, kept);
    }
}
