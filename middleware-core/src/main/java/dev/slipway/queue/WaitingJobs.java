package dev.slipway.queue;

import java.util.HashMap;
import java.util.Map;

/** How many jobs each user has that wait to be let in, held ones too, and that are about to be accepted. */
final class WaitingJobs {
    private final Map<String, Integer> byUser = new HashMap<>();

    int of(String user) {
        return byUser.getOrDefault(user, 0);
    }

    /** Of the user who has most. */
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
