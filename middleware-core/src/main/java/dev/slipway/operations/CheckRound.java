package dev.slipway.operations;

import dev.slipway.request.Place;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Probes one place at each call, in turn, so that the probes of all places are spread evenly over the interval between
 * two probes of the same place.
 */
public final class CheckRound {
    private final Supplier<List<Place>> places;
    private final Consumer<Place> ask;
    private final Duration interval;
    private int next;

    /** @param interval the time between two probes of the same place */
    public CheckRound(Supplier<List<Place>> places, Consumer<Place> ask, Duration interval) {
        this.places = places;
        this.ask = ask;
        this.interval = interval;
    }

    /** Probes the next place; returns the time until the probe of the place after that one. */
    public Duration turn() {
        List<Place> all = places.get();
        if (all.isEmpty()) {
            return interval;
        }
        ask.accept(all.get(next % all.size()));
        next = (next + 1) % all.size();
        return interval.dividedBy(all.size());
    }
}
