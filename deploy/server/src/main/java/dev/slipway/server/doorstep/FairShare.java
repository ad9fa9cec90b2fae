package dev.slipway.server.doorstep;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * Divides places among networks. Each network may hold as many places as are free: one network alone gets half of them,
 * many networks get a few each. So the next network finds a place, however many another one takes (dynamic thresholds,
 * Choudhury and Hahne 1998).
 */
public final class FairShare {
    private final IntSupplier places;
    private final Map<String, Integer> taken = new HashMap<>();
    private int all;

    public FairShare(int places) {
        this(() -> places);
    }

    /** @param places returns how many there are, and is asked each time */
    FairShare(IntSupplier places) {
        this.places = places;
    }

    /** Takes a place for a network, if the network may have one more. */
    public synchronized boolean take(String network) {
        int its = taken.getOrDefault(network, 0);
        if (its >= places.getAsInt() - all) {
            return false;
        }
        taken.put(network, its + 1);
        all++;
        return true;
    }

    /**
     * Gives a place back.
     *
     * @return whether the network now has no place
     */
    public synchronized boolean give(String network) {
        all--;
        return taken.computeIfPresent(network, (name, its) -> its == 1 ? null : its - 1) == null;
    }
}
