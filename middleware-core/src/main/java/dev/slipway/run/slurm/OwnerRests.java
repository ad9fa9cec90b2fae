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
 * The owners of runs who are not asked for a while, because a question as them failed. What a user puts into the files
 * of the shell can let each command of that user fail or hang. An owner rests for many times the time that the failed
 * question took, so that all questions to hanging owners together take a small part of the time.
 */
final class OwnerRests {
    /** How many times the time of a failed question its owner rests. */
    static final int TIMES = 9;

    private record Rest(Problem problem, long since, long until) {}

    /** A question that is asked as one owner. */
    @FunctionalInterface
    interface Question {
        /** Asks, and returns the jobs of the answer. */
        List<SlurmJob> ask() throws InterruptedException;
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
     * Asks as the owner, unless the owner rests.
     *
     * @throws ProblemException the problem of this question, or of the one after which the owner rests
     */
    List<SlurmJob> ask(OsAccount owner, Question question) throws InterruptedException {
        if (rests(owner)) {
            throw new ProblemException(rests.get(owner).problem());
        }
        long begun = nanos.getAsLong();
        try {
            List<SlurmJob> jobs = question.ask();
            rests.remove(owner);
            return jobs;
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

    /** Returns the owners in the order in which they are to be asked: those whose last question failed come last. */
    List<OsAccount> inOrder(Collection<OsAccount> owners) {
        return owners.stream()
                .distinct()
                .sorted(Comparator.comparing(
                        owner -> rests.containsKey(owner) ? rests.get(owner).since() : Long.MIN_VALUE))
                .toList();
    }

    /** Ends all rests: not the owners were at fault, but the cluster. */
    void end() {
        rests.replaceAll((owner, rest) -> new Rest(rest.problem(), rest.since(), rest.since()));
    }
}
