package dev.slipway.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes the orders of the demo's market from a fixed seed, in the mix of the MPI-Stream reports: 450 to 549 ticks, 1 to
 * 100 lots, as many bids as asks, in four instruments.
 */
record MarketOrders(List<Order> orders) {
    /** The number of orders that the demo matches. */
    static final int COUNT = 50_000;

    private static final long SEED = 20221228;
    private static final int INSTRUMENTS = 4;

    /** Holds a row of {@code market.incoming_order}. */
    record Order(long id, String kind, int instrument, String side, int price, int volume) {}

    /**
     * Makes {@link #COUNT} orders. Instruments appear first in the order of their numbers, so that a reader that
     * numbers them by appearance gets the same numbers.
     */
    static MarketOrders shipped() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Order> orders = new ArrayList<>(COUNT);
        for (int id = 1; id <= COUNT; id++) {
            int drawn = random.nextInt(INSTRUMENTS);
            orders.add(new Order(
                    id,
                    "limit",
                    id <= INSTRUMENTS ? id - 1 : drawn,
                    random.nextBoolean() ? "ask" : "bid",
                    450 + random.nextInt(100),
                    1 + random.nextInt(100)));
        }
        return new MarketOrders(orders);
    }
}
