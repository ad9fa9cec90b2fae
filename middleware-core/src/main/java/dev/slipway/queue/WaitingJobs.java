package dev.slipway.queue;

import java.util.HashMap;
import java.util.Map;

/** Counts each user's jobs that wait to be let in, held jobs too, or that are about to be accepted. */
final class WaitingJobs {
    private final Map<String, Integer> byUser = new HashMap<>();

    int of(String user) {
        return byUser.getOrDefault(user, 0);
    }

    /** Returns the number of such jobs of the user with the most. */
    int most() {
        return byUser.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    void add(String user, int change) {
        int now = of(user) + change;
        if (now == 0) {
            byUser.remove(user);
        } else {
            byUser.put(user, now);
        }
    }
}
