package dev.slipway.gateway.sql;

/**
 * How many rows of an answer are fetched at once, for all of them are in memory then: one until it is seen how long they are, then as many
 * as are about so many bytes together. A long row is forgotten by and by. Rows that are suddenly longer come as many at once as the shorter ones before them did.
 */
final class FetchPace {
    private static final long BYTES = 4 << 20;

    private final int most;
    private long longest;

    FetchPace(int most) {
        this.most = most;
    }

    /** Tells of a row that came. */
    void saw(long bytes) {
        longest = Math.max(bytes, longest - longest / 64);
    }

    int rows() {
        return longest == 0 ? 1 : (int) Math.max(1, Math.min(most, BYTES / longest));
    }
}
