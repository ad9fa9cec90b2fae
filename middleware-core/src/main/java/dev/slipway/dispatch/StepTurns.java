package dev.slipway.dispatch;

import dev.slipway.staging.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Whose step moves next. A step starts only when it fits all limits at once: steps in all, of one place and direction, of one user; so
 * no thread ever waits for a place. Among those that fit the oldest starts: order of acceptance, then the order in which they came.
 *
 * <p>Large steps leave a reserve of every limit to the others, so small files do not queue behind large ones. A step is large once it
 * has moved {@link #LARGE} bytes, or if the same step of an earlier job did; a step of which nothing is known starts as small. The
 * reserve is a quarter of a limit, at least one of two. No step waits for ever: when {@link #PATIENCE} younger ones have passed a step,
 * its place and its user start nothing younger before it, and at every end of any other step it is asked first.
 */
final class StepTurns {
    /** Moves in a second or so on the networks of today: below, the size does not matter. */
    static final long LARGE = 64L << 20;

    static final int PATIENCE = 20;

    private static final int REMEMBERED = 10_000;

    /** Stands for all steps among the keys of {@link #running}; the other keys are lanes and users. */
    private static final Object ALL = new Object();

    private final StepLimits limits;
    private final Executor threads;
    private final TreeSet<Turn> waiting = new TreeSet<>(
            Comparator.comparingLong((Turn turn) -> turn.claim.order()).thenComparingLong(turn -> turn.number));
    private final Map<Object, Set<Turn>> running = new HashMap<>();
    private final Map<String, Long> sizes = new LinkedHashMap<>();
    private long numbers;

    /**
     * What a step asks for.
     *
     * @param order of its job's acceptance
     * @param user whose job it is
     * @param lane the place and whether it is read or written: databases have connections of their own for both
     * @param likeness the same for the same step of another job, by which an earlier size is found
     * @param moved bytes moved so far
     */
    record Claim(long order, User user, Lane lane, String likeness, LongSupplier moved) {}

    /** A user, apart from all other keys of limits. */
    record User(String name) {}

    /** A place and a way. */
    record Lane(Place place, boolean in) {}

    private final class Turn implements Runnable {
        private final Claim claim;
        private final Move move;
        private final long number;
        private final boolean knownLarge;
        private int passed;

        Turn(Claim claim, Move move) {
            this.claim = claim;
            this.move = move;
            this.number = numbers++;
            this.knownLarge = sizes.getOrDefault(claim.likeness(), 0L) >= LARGE;
        }

        boolean large() {
            return knownLarge || claim.moved().getAsLong() >= LARGE;
        }

        @Override
        public void run() {
            try {
                move.run();
            } finally {
                ended(this);
            }
        }
    }

    StepTurns(StepLimits limits, Executor threads) {
        this.limits = limits;
        this.threads = threads;
    }

    /** How many steps move. */
    synchronized int moving() {
        return running.getOrDefault(ALL, Set.of()).size();
    }

    /** The claim of a task that was given to the threads. */
    static Claim claimOf(Runnable task) {
        return ((Turn) task).claim;
    }

    /** Starts the move when its turn comes; a move that was withdrawn before takes no turn. */
    synchronized void add(Claim claim, Move move) {
        waiting.add(new Turn(claim, move));
        start();
    }

    private synchronized void ended(Turn turn) {
        remember(turn.claim);
        for (Object key : limits(turn.claim).keySet()) {
            running.get(key).remove(turn);
            running.computeIfPresent(key, (one, turns) -> turns.isEmpty() ? null : turns);
        }
        start();
    }

    private void remember(Claim claim) {
        long moved = claim.moved().getAsLong();
        if (moved > 0) {
            sizes.remove(claim.likeness());
            sizes.put(claim.likeness(), moved);
        }
        if (sizes.size() > REMEMBERED) {
            sizes.remove(sizes.keySet().iterator().next());
        }
    }

    private void start() {
        waiting.removeIf(turn -> turn.move.withdrawn());
        Set<Object> kept = new HashSet<>();
        List<Turn> left = new ArrayList<>();
        for (Turn turn : List.copyOf(waiting)) {
            if (running.getOrDefault(ALL, Set.of()).size() >= limits.all()) {
                return;
            }
            if (fits(turn, kept)) {
                waiting.remove(turn);
                left.forEach(older -> older.passed++);
                limits(turn.claim).keySet().forEach(key -> running.computeIfAbsent(key, one -> new HashSet<>())
                        .add(turn));
                threads.execute(turn);
            } else {
                left.add(turn);
                if (turn.passed >= PATIENCE) {
                    kept.add(turn.claim.lane());
                    kept.add(turn.claim.user());
                }
            }
        }
    }

    private boolean fits(Turn turn, Set<Object> kept) {
        return limits(turn.claim).entrySet().stream()
                .allMatch(limit -> !kept.contains(limit.getKey()) && fits(turn, limit.getKey(), limit.getValue()));
    }

    private boolean fits(Turn turn, Object key, int limit) {
        Set<Turn> now = running.getOrDefault(key, Set.of());
        return now.size() < limit
                && (!turn.large() || now.stream().filter(Turn::large).count() < limit - reserve(limit));
    }

    private static int reserve(int limit) {
        return limit < 2 ? 0 : Math.max(1, limit / 4);
    }

    private Map<Object, Integer> limits(Claim claim) {
        int place = claim.lane().place() instanceof Place.Source ? limits.perSource() : limits.perHost();
        return Map.of(ALL, limits.all(), claim.lane(), place, claim.user(), limits.perUser());
    }
}
