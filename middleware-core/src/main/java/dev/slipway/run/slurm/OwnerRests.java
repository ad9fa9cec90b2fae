package dev.slipway.run.slurm;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.OsAccount;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The owners of runs as whom no question is asked for a while, because such a question failed. A user's shell files can
 * make each command of that user fail or hang. An owner rests for many times the time that the failed question took, so
 * that all questions as owners with hanging commands together take a small part of the time.
 */
final class OwnerRests {
    /** The rest of an owner, in multiples of the time that the failed question took. */
    static final int TIMES = 9;

    private record Rest(Problem problem, long since, long until) {}

    /** A question that is asked as one owner. */
    @FunctionalInterface
    interface Question<T> {
        /** Asks, and returns the answer. */
        T ask() throws InterruptedException;
    }

    private final LongSupplier nanos;
    private final long least;
    private final Map<OsAccount, Rest> rests = new ConcurrentHashMap<>();

    /** @param least the shortest rest */
    OwnerRests(LongSupplier nanos, Duration least) {
        this.nanos = nanos;
        this.least = least.toNanos();
    }

    /**
     * Asks the question as the owner, unless the owner rests.
     *
     * @throws ProblemException the problem of this question, or of the one after which the owner rests
     */
    <T> T ask(OsAccount owner, Question<T> question) throws InterruptedException {
        if (rests(owner)) {
            throw new ProblemException(rests.get(owner).problem());
        }
        long begun = nanos.getAsLong();
        try {
            T answer = question.ask();
            rests.remove(owner);
            return answer;
        } catch (ProblemException e) {
            long now = nanos.getAsLong();
            rests.put(owner, new Rest(e.problem(), now, now + Math.max(least, TIMES * (now - begun))));
            throw e;
        }
    }

    boolean rests(OsAccount owner) {
        Rest rest = rests.get(owner);
        return rest != null && nanos.getAsLong() < rest.until();
    }

    /** Returns the owners in the order of their questions: owners whose last question failed come last. */
    List<OsAccount> inOrder(Collection<OsAccount> owners) {
        return owners.stream()
                .distinct()
                .sorted(Comparator.comparing(
                        owner -> rests.containsKey(owner) ? rests.get(owner).since() : Long.MIN_VALUE))
                .toList();
    }

    /** Ends all rests, because the cluster was at fault and not the owners. */
    void end() {
        rests.replaceAll((owner, rest) -> new Rest(rest.problem(), rest.since(), rest.since()));
    }
}
