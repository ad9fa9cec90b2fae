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

/** How long steps took at each place since the service began, by which plans reckon. In memory; thread-safe. */
public final class Paces {
    /** How many moves of one place and way are remembered. */
    private static final int MOST = 50;

    /** How many of them an answer rests on, those nearest in size. */
    private static final int NEAREST = 5;

    private final Map<Lane, Deque<Past>> moves = new HashMap<>();

    private record Lane(Place place, boolean in) {}

    private record Past(long bytes, Duration took) {
        /** At the same pace; a smaller one is not taken to be faster, for much of what it takes is the way there. */
        Duration of(long wanted) {
            double times = Math.max(1, (double) wanted / Math.max(1, bytes));
            return Duration.ofMillis(Math.round(took.toMillis() * times));
        }

        double distance(long wanted) {
            return Math.abs(Math.log((1.0 + bytes) / (1.0 + wanted)));
        }
    }

    /**
     * About how long a move takes.
     *
     * @param moves how many earlier ones that rests on
     */
    public record Pace(Duration time, int moves) {}

    synchronized void ended(Place place, boolean in, long bytes, Duration took) {
        Deque<Past> known = moves.computeIfAbsent(new Lane(place, in), lane -> new ArrayDeque<>());
        known.addLast(new Past(bytes, took));
        if (known.size() > MOST) {
            known.removeFirst();
        }
    }

    /** The median of what those moves took that are nearest in size, at their pace; empty before the first. */
    public synchronized Optional<Pace> of(Place place, boolean in, long bytes) {
        List<Duration> nearest = moves.getOrDefault(new Lane(place, in), new ArrayDeque<>()).stream()
                .sorted(Comparator.comparingDouble(past -> past.distance(bytes)))
                .limit(NEAREST)
                .map(past -> past.of(bytes))
                .sorted()
                .toList();
        return nearest.isEmpty()
                ? Optional.empty()
                : Optional.of(new Pace(nearest.get(nearest.size() / 2), nearest.size()));
    }
}
