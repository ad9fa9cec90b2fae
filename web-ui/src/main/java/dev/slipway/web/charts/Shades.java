package dev.slipway.web.charts;

import java.util.ArrayList;
import java.util.List;

/**
 * The colours of a map, from its lowest value to its highest. Each colour is lighter than the one before. So the
 * colours keep their order in print, and for readers who cannot tell colours apart.
 */
final class Shades {
    /** The number of shades, which are numbered from 0. */
    static final int COUNT = 255;

    private static final int[] TURNS = {0x1b1440, 0x2d3f8f, 0x1f7a93, 0x3fae7e, 0xa9d24e, 0xfbf08a};

    private Shades() {}

    /**
     * Returns the number of the shade of {@code value} between {@code low} and {@code high}; the middle shade if these
     * are equal.
     */
    static int of(double value, double low, double high) {
        return high > low ? (int) Math.round((value - low) / (high - low) * (COUNT - 1)) : COUNT / 2;
    }

    /** Returns red, green and blue of a shade. */
    static int colour(int shade) {
        double at = (double) shade / (COUNT - 1) * (TURNS.length - 1);
        int turn = Math.min((int) at, TURNS.length - 2);
        int colour = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int from = TURNS[turn] >> shift & 0xff;
            int to = TURNS[turn + 1] >> shift & 0xff;
            colour |= (int) Math.round(from + (to - from) * (at - turn)) << shift;
        }
        return colour;
    }

    /**
     * Returns the fixed colours, lowest first, as a page writes them. All other colours lie at equal distances between
     * them.
     */
    static List<String> turns() {
        List<String> turns = new ArrayList<>();
        for (int turn : TURNS) {
            turns.add(String.format("#%06x", turn));
        }
        return turns;
    }
}
