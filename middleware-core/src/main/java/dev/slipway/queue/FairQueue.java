package dev.slipway.queue;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Jobs that wait for the same resource, in one line for each user. The first job belongs to the user with the least of
 * the resource now (max-min fairness). Between users with the same amount, and within one user's line, the first
 * accepted job comes first. Each call takes time logarithmic in the number of users and of the user's jobs.
 */
final class FairQueue {
    private static final Comparator<Rank> ORDER =
            Comparator.comparingInt(Rank::held).thenComparingLong(Rank::order);

    private final boolean fair;
    private final Map<String, SortedMap<Long, QueueEntry>> lines = new HashMap<>();
    private final Map<String, Integer> held = new HashMap<>();
    private final Set<String> shut = new HashSet<>();
    private final Map<String, Rank> ranks = new HashMap<>();
    private final SortedMap<Rank, QueueEntry> heads = new TreeMap<>(ORDER);
    private int size;

    private record Rank(int held, long order) {}

    /** @param fair false if the order of acceptance alone decides */
    FairQueue(boolean fair) {
        this.fair = fair;
    }

    Optional<QueueEntry> first() {
        return heads.isEmpty() ? Optional.empty() : Optional.of(heads.get(heads.firstKey()));
    }

    int size() {
        return size;
    }

    /** Returns how much of the resource the user has. */
    int held(String user) {
        return held.getOrDefault(user, 0);
    }

    /** Returns how much of the resource the user with the most has. */
    int most() {
        return held.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /** Returns whether another user waits who goes before this one because of a smaller share. */
    boolean outshared(String user) {
        return fair && !heads.isEmpty() && heads.firstKey().held() < held(user);
    }

    void add(QueueEntry entry) {
        change(entry.owner(), () -> {
            if (lines.computeIfAbsent(entry.owner(), user -> new TreeMap<>()).put(entry.order(), entry) == null) {
                size++;
            }
        });
    }

    void remove(QueueEntry entry) {
        change(entry.owner(), () -> {
            SortedMap<Long, QueueEntry> line = lines.get(entry.owner());
            if (line != null && line.remove(entry.order()) != null) {
                size--;
                lines.computeIfPresent(entry.owner(), (user, left) -> left.isEmpty() ? null : left);
            }
        });
    }

    /** Changes how much of the resource the user has. */
    void hold(String user, int change) {
        change(user, () -> {
            if (held.merge(user, change, Integer::sum) == 0) {
                held.remove(user);
            }
        });
    }

    /** Lets the user's jobs be skipped, or no longer; they keep their ranks. */
    void shut(String user, boolean passedOver) {
        change(user, () -> {
            if (passedOver) {
                shut.add(user);
            } else {
                shut.remove(user);
            }
        });
    }

    private void change(String user, Runnable how) {
        Optional.ofNullable(ranks.remove(user)).ifPresent(heads::remove);
        how.run();
        SortedMap<Long, QueueEntry> line = lines.get(user);
        if (line != null && !shut.contains(user)) {
            QueueEntry head = line.get(line.firstKey());
            Rank rank = new Rank(fair ? held(user) : 0, head.order());
            ranks.put(user, rank);
            heads.put(rank, head);
        }
    }
}
