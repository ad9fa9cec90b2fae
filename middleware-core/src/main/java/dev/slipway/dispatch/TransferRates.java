package dev.slipway.dispatch;

import dev.slipway.request.Place;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Remembers how long steps took at each place since the service began; plans use these times. Small moves tell the time
 * of the way to a place. Only large moves tell a rate. Kept in memory; thread-safe.
 */
public final class TransferRates {
    /** Bytes a second that are assumed while no move tells a rate. */
    public static final long GUESSED_RATE = 20_000_000;

    /** Bytes of the smallest move that tells a rate; a smaller move ends before reaching the full rate. */
    public static final long TELLING = 1_000_000;

    private static final Duration GUESSED_WAY = Duration.ofSeconds(1);

    /** How many moves of one place, direction and kind are remembered. */
    private static final int MOST = 50;

    /** How many remembered moves an answer rests on: those nearest in size. */
    private static final int NEAREST = 5;

    private final Map<Lane, Deque<Past>> moves = new HashMap<>();

    private record Lane(Place place, boolean in, boolean telling) {}

    private record Past(long bytes, Duration took) {
        double distance(long wanted) {
            return Math.abs(Math.log((1.0 + bytes) / (1.0 + wanted)));
        }

        /** Returns the time of the way, and of {@code wanted} bytes at this move's rate. */
        Duration of(long wanted, Duration way) {
            Duration there = way.compareTo(took) < 0 ? way : took;
            double moving = (double) took.minus(there).toMillis() * wanted / bytes;
            return there.plusMillis(Math.round(moving));
        }
    }

    /**
     * About how long a move takes.
     *
     * @param moves how many earlier moves the time rests on
     * @param guessedRate whether no earlier move tells a rate
     */
    public record TransferTime(Duration time, int moves, boolean guessedRate) {}

    /** Learns from a move with bytes. */
    synchronized void ended(Place place, boolean in, long bytes, Duration took) {
        if (bytes <= 0) {
            return;
        }
        Deque<Past> known = moves.computeIfAbsent(new Lane(place, in, bytes >= TELLING), lane -> new ArrayDeque<>());
        known.addLast(new Past(bytes, took));
        if (known.size() > MOST) {
            known.removeFirst();
        }
    }

    /** Returns the median time of the moves that are nearest in size; empty before the first move. */
    public synchronized Optional<TransferTime> of(Place place, boolean in, long bytes) {
        List<Past> small = nearest(new Lane(place, in, false), bytes);
        List<Past> large = nearest(new Lane(place, in, true), bytes);
        if (!small.isEmpty() && bytes < TELLING) {
            return Optional.of(new TransferTime(median(small.stream().map(Past::took)), small.size(), false));
        }
        Duration way = way(place, in);
        if (!large.isEmpty()) {
            return Optional.of(
                    new TransferTime(median(large.stream().map(past -> past.of(bytes, way))), large.size(), false));
        }
        return small.isEmpty()
                ? Optional.empty()
                : Optional.of(new TransferTime(way.plus(atGuessedRate(bytes)), small.size(), true));
    }

    /** Returns the expected time of a move at a place without any history. */
    public static Duration guess(long bytes) {
        return GUESSED_WAY.plus(atGuessedRate(bytes));
    }

    private static Duration atGuessedRate(long bytes) {
        return Duration.ofMillis((long) (bytes * 1000.0 / GUESSED_RATE));
    }

    /** Returns the shortest time of a small move; longer small moves spent the rest on other work. */
    private Duration way(Place place, boolean in) {
        return moves.getOrDefault(new Lane(place, in, false), new ArrayDeque<>()).stream()
                .map(Past::took)
                .min(Comparator.naturalOrder())
                .orElse(GUESSED_WAY);
    }

    private List<Past> nearest(Lane lane, long bytes) {
        return moves.getOrDefault(lane, new ArrayDeque<>()).stream()
                .sorted(Comparator.comparingDouble(past -> past.distance(bytes)))
                .limit(NEAREST)
                .toList();
    }

    private static Duration median(Stream<Duration> times) {
        List<Duration> sorted = times.sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
