package dev.slipway.queue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The queued jobs that are not held. It finds the job that may begin stage-in next: a job of the user who has the
 * fewest jobs in stage-in now, among users who are below their limit. Each call takes time logarithmic in the number of
 * jobs, even when most of them belong to a user at the limit.
 */
final class StageInQueue {
    private final int jobsPerUser;
    private final FairQueue line;
    private final Map<String, Integer> inside = new HashMap<>();
    private final Set<String> full = new HashSet<>();

    /** @param fair false if the order of acceptance alone decides */
    StageInQueue(int jobsPerUser, boolean fair) {
        this.jobsPerUser = jobsPerUser;
        this.line = new FairQueue(fair);
    }

    Optional<QueueEntry> first() {
        return line.first();
    }

    void waits(QueueEntry entry) {
        line.add(entry);
    }

    void leaves(QueueEntry entry) {
        line.remove(entry);
    }

    /** Counts jobs of the user that stage in and are not blocked: one more, or one less. */
    void stagesIn(String user, int change) {
        line.hold(user, change);
    }

    /** Returns how many jobs of the user stage in and are not blocked. */
    int stagingIn(String user) {
        return line.held(user);
    }

    /** Returns how many jobs stage in of the user with the most such jobs. */
    int mostStagingIn() {
        return line.most();
    }

    /** Returns whether jobs of another user go first, since that user has fewer jobs that stage in. */
    boolean outshared(String user) {
        return line.outshared(user);
    }

    /** Adds {@code change} to the number of the user's jobs that are inside. */
    void inside(String user, int change) {
        int now = inside.merge(user, change, Integer::sum);
        if (now == 0) {
            inside.remove(user);
        }
        if (now >= jobsPerUser ? full.add(user) : full.remove(user)) {
            line.shut(user, now >= jobsPerUser);
        }
    }

    /** Returns whether the user has reached the limit of jobs inside. */
    boolean full(String user) {
        return full.contains(user);
    }

    /** Returns the number of jobs inside of the user with the most such jobs. */
    int mostInside() {
        return inside.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }
}
