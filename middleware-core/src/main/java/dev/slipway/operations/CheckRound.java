package dev.slipway.operations;

import dev.slipway.staging.Place;
import java.util.List;
import java.util.function.Consumer;

/**
 * Probes one place at each call, in turn, so that the probes of all places are spread evenly over the interval between
 * two probes of the same place.
 */
public final class CheckRound implements Runnable {
    private final List<Place> places;
    private final Consumer<Place> ask;
    private int next;

    public CheckRound(List<Place> places, Consumer<Place> ask) {
        this.places = List.copyOf(places);
        this.ask = ask;
    }

    @Override
    public void run() {
        ask.accept(places.get(next));
        next = (next + 1) % places.size();
    }
}
