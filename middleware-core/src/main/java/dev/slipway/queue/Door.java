package dev.slipway.queue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The queued jobs that are not held, in a line for each user, and the first of all whose user may have one more job inside. Each call
 * takes time logarithmic in the number of jobs, also when most of them belong to a user at the limit.
 */
final class Door {
    private final int jobsPerUser;
    private final Map<String, SortedMap<Long, QueueEntry>> lines = new HashMap<>();
    private final SortedMap<Long, QueueEntry> heads = new TreeMap<>();
    private final Map<String, Integer> inside = new HashMap<>();
    private final Set<String> full = new HashSet<>();

    Door(int jobsPerUser) {
        this.jobsPerUser = jobsPerUser;
    }

    Optional<QueueEntry> first() {
        return heads.isEmpty() ? Optional.empty() : Optional.of(heads.get(heads.firstKey()));
    }

    void waits(QueueEntry entry) {
        change(entry.owner(), () -> lines.computeIfAbsent(entry.owner(), user -> new TreeMap<>())
                .put(entry.order(), entry));
    }

    void leaves(QueueEntry entry) {
        change(entry.owner(), () -> {
            SortedMap<Long, QueueEntry> line = lines.get(entry.owner());
            if (line != null) {
                line.remove(entry.order());
                if (line.isEmpty()) {
                    lines.remove(entry.owner());
                }
            }
        });
    }

    /** Counts jobs of the user that are inside: one more, or one less. */
    void inside(String user, int change) {
        change(user, () -> {
            int now = inside.merge(user, change, Integer::sum);
            if (now == 0) {
                inside.remove(user);
            }
            if (now >= jobsPerUser) {
                full.add(user);
            } else {
                full.remove(user);
            }
        });
    }

    /** Whether the user has as many jobs inside as one may. */
    boolean full(String user) {
        return full.contains(user);
    }

    /** How many jobs the user has inside who has most. */
    int mostInside() {
        return inside.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    private void change(String user, Runnable how) {
        head(user).ifPresent(entry -> heads.remove(entry.order()));
        how.run();
        head(user).filter(entry -> !full.contains(user)).ifPresent(entry -> heads.put(entry.order(), entry));
    }

    private Optional<QueueEntry> head(String user) {
        SortedMap<Long, QueueEntry> line = lines.get(user);
        return line == null ? Optional.empty() : Optional.of(line.get(line.firstKey()));
    }
}
