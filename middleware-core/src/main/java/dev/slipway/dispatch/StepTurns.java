package dev.slipway.dispatch;

import dev.slipway.dispatch.StepWait.Cause;
import dev.slipway.request.Place;
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
 * Decides which step moves next. A step starts only when it fits all limits at once: the limit for all steps, for the
 * place and direction, and for the user. Therefore no thread waits for a place. Among the steps that fit, the user with
 * the fewest moving steps comes first; between such users, the one with the fewest at that place; then the oldest step,
 * by order of acceptance and then of arrival.
 *
 * <p>Large steps leave a reserve of every limit to the others, so that small files do not queue behind large ones. A
 * step is large once it has moved {@link #LARGE} bytes, or if the same step of an earlier job was large; an unknown
 * step starts as small. The reserve is a quarter of a limit, and at least one if the limit is two or more. All steps of
 * one user together leave a quarter of a place's limit to other users, even if the steps are small: slow steps may
 * occupy the place for hours.
 *
 * <p>No step waits for ever. The oldest step of a user at a place is passed when a younger step starts, unless the
 * younger step's user has fewer steps at its place. A step that was passed {@link #PATIENCE} times comes before all
 * others. Until this step starts, no other step of the same user starts. No other step at the same place starts either,
 * unless the waiting step only waits for steps of its own user.
 */
final class StepTurns {
    /** Steps below this size move within about a second on the networks of today, so their size does not matter. */
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
     * The demand of a step.
     *
     * @param order the job's number in the order of acceptance
     * @param user the owner of the job
     * @param lane the place and the direction: databases have separate connections for reading and writing
     * @param likeness a key that the same step of another job shares, by which an earlier size is found
     * @param moved the bytes moved so far
     */
    record Claim(long order, User user, Lane lane, String likeness, LongSupplier moved) {}

    /** A user, as a type distinct from all other keys of limits. */
    record User(String name) {}

    /** A place and a direction. */
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

    /** Returns the number of steps that move now. */
    synchronized int moving() {
        return now(ALL).size();
    }

    /** Returns why each waiting step of the job with this acceptance number does not start, the oldest step first. */
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

    /** Returns the claim of a task that was given to the threads. */
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

    /** Returns the step that starts now; empty if no step fits. */
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

    /** Counts the moving steps of the claim's user at its place. */
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

    /**
     * Returns whether the limits of the step's own user let the step start. If not, the step waits for no other user
     * and must not close the place for others.
     */
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
