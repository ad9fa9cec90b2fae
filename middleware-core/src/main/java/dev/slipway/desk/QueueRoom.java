package dev.slipway.desk;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.queue.MetaScheduler;
import java.util.Optional;

/**
 * Reserves room for jobs of one user in the queue, and for their document and requests in the store, from before their
 * acceptance until they arrive there. So concurrent submissions do not pass a limit together. Closing gives up the room
 * that was not taken.
 */
final class QueueRoom implements AutoCloseable {
    private final MetaScheduler scheduler;
    private final String user;
    private final int most;
    private final DocumentRoom documents;
    private int kept;
    private long keptBytes;

    /** @param most how many jobs of the user may wait */
    QueueRoom(MetaScheduler scheduler, DocumentRoom documents, String user, int most) {
        this.scheduler = scheduler;
        this.documents = documents;
        this.user = user;
        this.most = most;
    }

    /** Reserves the room; called once at most. @throws ProblemException QUEUE_QUOTA, DOCUMENT_QUOTA */
    void keep(int jobs, long bytes) {
        if (!scheduler.expect(user, jobs, most)) {
            throw new ProblemException(full(jobs));
        }
        kept = jobs;
        documents.keep(user, bytes);
        keptBytes = bytes;
    }

    /** Returns the problem for which {@link #keep} would refuse; reserves no room. */
    Optional<Problem> obstacle(int jobs) {
        return scheduler.waiting(user) <= most - jobs ? Optional.empty() : Optional.of(full(jobs));
    }

    private Problem full(int jobs) {
        return Problem.of(
                ProblemCode.QUEUE_QUOTA,
                "user " + user + " has " + GroupWords.jobs(scheduler.waiting(user)) + " waiting, and " + jobs
                        + " more would be more than the " + most + " that one user may have");
    }

    /** Hands the room over to the jobs, which are on their way to the queue and the store. */
    void taken() {
        kept = 0;
        keptBytes = 0;
    }

    @Override
    public void close() {
        scheduler.stayAway(user, kept);
        documents.giveUp(user, keptBytes);
    }
}
