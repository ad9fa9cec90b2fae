package dev.slipway.dispatch;

import dev.slipway.staging.Place;
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
 * How long steps took at each place since the service began, by which plans reckon: a way there, which small moves tell, and a rate,
 * which only large ones do. In memory; thread-safe.
 */
public final class Paces {
    /** Bytes a second, where nothing tells of a rate yet. */
    public static final long GUESSED_RATE = 20_000_000;

    /** Bytes from which on a move tells of a rate; a smaller one is over before it has come to any. */
    public static final long TELLING = 1_000_000;

    private static final Duration GUESSED_WAY = Duration.ofSeconds(1);

    /** How many moves of one place, way and kind are remembered. */
    private static final int MOST = 50;

    /** How many of them an answer rests on, those nearest in size. */
    private static final int NEAREST = 5;

    private final Map<Lane, Deque<Past>> moves = new HashMap<>();

    private record Lane(Place place, boolean in, boolean telling) {}

    private record Past(long bytes, Duration took) {
        double distance(long wanted) {
            return Math.abs(Math.log((1.0 + bytes) / (1.0 + wanted)));
        }

        /** The way, and at this move's rate the bytes. */
        Duration of(long wanted, Duration way) {
            Duration there = way.compareTo(took) < 0 ? way : took;
            double moving = (double) took.minus(there).toMillis() * wanted / bytes;
            return there.plusMillis(Math.round(moving));
        }
    }

    /**
     * About how long a move takes.
     *
     * @param moves how many earlier ones that rests on
     * @param guessedRate whether none of them tells of a rate
     */
    public record Pace(Duration time, int moves, boolean guessedRate) {}

    /** Learns from a move; one of no bytes tells nothing. */
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

    /** By the median of those moves that are nearest in size; empty before the first. */
    public synchronized Optional<Pace> of(Place place, boolean in, long bytes) {
        List<Past> small = nearest(new Lane(place, in, false), bytes);
        List<Past> large = nearest(new Lane(place, in, true), bytes);
        if (!small.isEmpty() && bytes < TELLING) {
            return Optional.of(new Pace(median(small.stream().map(Past::took)), small.size(), false));
        }
        Duration way = way(place, in);
        if (!large.isEmpty()) {
            return Optional.of(new Pace(median(large.stream().map(past -> past.of(bytes, way))), large.size(), false));
        }
        return small.isEmpty()
                ? Optional.empty()
                : Optional.of(new Pace(way.plus(atGuessedRate(bytes)), small.size(), true));
    }

    /** How long a move takes about which nobody knows anything. */
    public static Duration guess(long bytes) {
        return GUESSED_WAY.plus(atGuessedRate(bytes));
    }

    private static Duration atGuessedRate(long bytes) {
        return Duration.ofMillis((long) (bytes * 1000.0 / GUESSED_RATE));
    }

    /** The least that a small move took: what others took longer, their place needed for other things. */
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
