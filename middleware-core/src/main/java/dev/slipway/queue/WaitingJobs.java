package dev.slipway.queue;

import java.util.HashMap;
import java.util.Map;

/** Counts the jobs of each user that wait to be let in or are about to be accepted; held jobs count as well. */
final class WaitingJobs {
    private final Map<String, Integer> byUser = new HashMap<>();

    int of(String user) {
        return byUser.getOrDefault(user, 0);
    }

    /** Returns the count of the user with the most waiting jobs; 0 if no job waits. */
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
