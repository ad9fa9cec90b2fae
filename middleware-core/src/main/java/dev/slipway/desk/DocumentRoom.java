package dev.slipway.desk;

import dev.slipway.journal.JobJournal;
import dev.slipway.problem.ByteCount;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Bounds the stored bytes of each user's submissions: the documents, and the request of each job. The sum is kept in
 * memory, from the sizes at the start, because only this service writes to its store. Thread-safe.
 */
final class DocumentRoom {
    private volatile long most;
    private final Map<String, Long> stored;

    /** @param most the most bytes of one user's documents and requests */
    DocumentRoom(JobJournal journal, long most) {
        this.most = most;
        this.stored = new HashMap<>(journal.documentBytes());
    }

    /** Sets another limit. */
    void most(long bytes) {
        most = bytes;
    }

    /** Returns why the store refuses a submission of this size from the user; empty if it accepts one. */
    synchronized Optional<Problem> obstacle(String user, long bytes) {
        long now = stored.getOrDefault(user, 0L);
        return bytes <= most - now
                ? Optional.empty()
                : Optional.of(Problem.of(
                        ProblemCode.DOCUMENT_QUOTA,
                        "the service keeps " + ByteCount.words(now) + " of documents and requests of jobs of user "
                                + user
                                + ", and "
                                + ByteCount.words(bytes) + " more would be more than the " + ByteCount.words(most)
                                + " that one user may have"));
    }

    /**
     * Counts a submission that is about to be stored.
     *
     * @throws ProblemException DOCUMENT_QUOTA; the submission is then not counted
     */
    synchronized void keep(String user, long bytes) {
        obstacle(user, bytes).ifPresent(problem -> {
            throw new ProblemException(problem);
        });
        stored.merge(user, bytes, Long::sum);
    }

    /** Gives up the room of a submission that was not stored. */
    synchronized void giveUp(String user, long bytes) {
        stored.merge(user, -bytes, Long::sum);
    }
}
