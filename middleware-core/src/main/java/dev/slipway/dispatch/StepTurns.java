package dev.slipway.dispatch;

import dev.slipway.dispatch.StepWait.Cause;
import dev.slipway.staging.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Whose step moves next. A step starts only when it fits all limits at once: steps in all, of one place and direction, of one user; so
 * no thread ever waits for a place. Among those that fit, a step starts of the user who has the fewest that move, and of the fewest at
 * that place if users have the same; then the oldest: order of acceptance, then the order in which they came.
 *
 * <p>Large steps leave a reserve of every limit to the others, so small files do not queue behind large ones. A step is large once it
 * has moved {@link #LARGE} bytes, or if the same step of an earlier job did; a step of which nothing is known starts as small. The
 * reserve is a quarter of a limit, at least one of two. All steps of one user leave a quarter of a place's limit to other users, however
 * small they are: slow ones may hold it for hours.
 *
 * <p>No step waits for ever. The oldest step of a user at a place is passed when a younger one starts, unless the younger one's user has
 * fewer at its place. When {@link #PATIENCE} have passed a step, it is asked before all others, and its user starts nothing before it; nor
 * does its place, unless the step waits for other steps of its own user.
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

        boolean patient() {
            return passed >= PATIENCE;
        }

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
        return now(ALL).size();
    }

    /** Returns why each waiting step of the job that was accepted in this order does not start, the oldest step first. */
    synchronized List<StepWait> waits(long order) {
        return waiting.stream()
                .filter(turn -> turn.claim.order() == order && !turn.move.withdrawn())
                .map(this::why)
                .toList();
    }

    private StepWait why(Turn turn) {
        Claim claim = turn.claim;
        int atPlace = now(claim.lane()).size();
        if (now(claim.user()).size() >= limits.perUser()) {
            return wait(turn, Cause.STEPS_OF_USER, now(claim.user()).size());
        }
        if (share(claim) >= usersShare(claim)) {
            return wait(turn, Cause.SHARE_OF_PLACE, share(claim));
        }
        if (atPlace >= perPlace(claim)) {
            return wait(turn, Cause.PLACE_FULL, atPlace);
        }
        if (now(ALL).size() >= limits.all()) {
            return wait(turn, Cause.ALL_FULL, now(ALL).size());
        }
        return wait(turn, fits(turn, Set.of()) ? Cause.TURN : Cause.LARGE, atPlace);
    }

    private static StepWait wait(Turn turn, Cause cause, int moving) {
        Lane lane = turn.claim.lane();
        return new StepWait(turn.move.step(), lane.place(), lane.in(), cause, moving);
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
        for (Optional<Turn> next = next(); next.isPresent(); next = next()) {
            Turn turn = next.get();
            waiting.remove(turn);
            passedBy(turn);
            limits(turn.claim).keySet().forEach(key -> running.computeIfAbsent(key, one -> new HashSet<>())
                    .add(turn));
            threads.execute(turn);
        }
    }

    /** The step that starts now; empty if none fits. */
    private Optional<Turn> next() {
        if (now(ALL).size() >= limits.all()) {
            return Optional.empty();
        }
        List<Turn> ranked = new ArrayList<>(waiting);
        ranked.sort(Comparator.comparing(Turn::patient)
                .reversed()
                .thenComparingInt(turn -> now(turn.claim.user()).size())
                .thenComparingInt(turn -> share(turn.claim)));
        Set<Object> kept = new HashSet<>();
        for (Turn turn : ranked) {
            if (fits(turn, kept)) {
                return Optional.of(turn);
            }
            if (turn.patient()) {
                kept.add(turn.claim.user());
                if (withinUsersShare(turn)) {
                    kept.add(turn.claim.lane());
                }
            }
        }
        return Optional.empty();
    }

    private void passedBy(Turn started) {
        Set<List<Object>> lines = new HashSet<>();
        for (Turn older : waiting.headSet(started)) {
            boolean first = lines.add(List.of(older.claim.user(), older.claim.lane()));
            if (first && share(older.claim) <= share(started.claim)) {
                older.passed++;
            }
        }
    }

    /** How many steps of the claim's user move at its place. */
    private int share(Claim claim) {
        return (int) now(claim.lane()).stream()
                .filter(turn -> turn.claim.user().equals(claim.user()))
                .count();
    }

    private Set<Turn> now(Object key) {
        return running.getOrDefault(key, Set.of());
    }

    private boolean fits(Turn turn, Set<Object> kept) {
        return limits(turn.claim).entrySet().stream()
                        .allMatch(
                                limit -> !kept.contains(limit.getKey()) && fits(turn, limit.getKey(), limit.getValue()))
                && withinUsersShare(turn);
    }

    /** Returns whether the limits of the step's own user let it start; where they do not, it waits for nobody else and must close no place. */
    private boolean withinUsersShare(Turn turn) {
        return fits(turn, turn.claim.user(), limits.perUser()) && share(turn.claim) < usersShare(turn.claim);
    }

    private int usersShare(Claim claim) {
        return perPlace(claim) - perPlace(claim) / 4;
    }

    private boolean fits(Turn turn, Object key, int limit) {
        Set<Turn> now = now(key);
        return now.size() < limit
                && (!turn.large() || now.stream().filter(Turn::large).count() < limit - reserve(limit));
    }

    private static int reserve(int limit) {
        return limit < 2 ? 0 : Math.max(1, limit / 4);
    }

    private Map<Object, Integer> limits(Claim claim) {
        return Map.of(ALL, limits.all(), claim.lane(), perPlace(claim), claim.user(), limits.perUser());
    }

    private int perPlace(Claim claim) {
        return claim.lane().place() instanceof Place.Source ? limits.perSource() : limits.perHost();
    }
}
