package dev.slipway.gateway.sql;

/**
 * Sets how many rows are fetched at once, because all of them are held in memory. Begins with one row to learn their
 * length, then fetches about 4 MiB of rows together. Forgets a long row gradually. If rows suddenly become longer, one
 * fetch still takes as many rows as before.
 */
public final class FetchPace {
    private static final long BYTES = 4 << 20;

    private final int most;
    private long longest;

    public FetchPace(int most) {
        this.most = most;
    }

    /** Tells of a row that came. */
    public void saw(long bytes) {
        longest = Math.max(bytes, longest - longest / 64);
    }

    public int rows() {
        return longest == 0 ? 1 : (int) Math.max(1, Math.min(most, BYTES / longest));
    }
}
