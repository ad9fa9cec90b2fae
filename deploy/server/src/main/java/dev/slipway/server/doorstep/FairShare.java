package dev.slipway.server.doorstep;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * Places of which each network may have as many as it leaves free: one alone half of them, many a few each. So whoever comes next finds
 * one, however many somebody else takes (dynamic thresholds, Choudhury and Hahne 1998).
 */
public final class FairShare {
    private final IntSupplier places;
    private final Map<String, Integer> taken = new HashMap<>();
    private int all;

    public FairShare(int places) {
        this(() -> places);
    }

    /** @param places how many there are; asked each time */
    FairShare(IntSupplier places) {
        this.places = places;
    }

    /** Takes a place for a network if it may have one more. */
    public synchronized boolean take(String network) {
        int its = taken.getOrDefault(network, 0);
        if (its >= places.getAsInt() - all) {
            return false;
        }
        taken.put(network, its + 1);
        all++;
        return true;
    }

    /** Gives a place back. @return whether the network has none left */
    public synchronized boolean give(String network) {
        all--;
        return taken.computeIfPresent(network, (name, its) -> its == 1 ? null : its - 1) == null;
    }
}
