package dev.slipway.web.operations;

import java.util.ArrayList;
import java.util.List;

/**
 * Draws a partition's slots as a bar, in {@code viewBox} units. Each slot is a cell. Where cells would be too narrow to
 * be told apart, one part stands for all slots in use and one for all idle slots.
 *
 * @param width of the whole bar
 */
public record SlotBar(List<Cell> cells, double width) {
    static final double WIDTH = 320;
    /** The width of the narrowest part, which stays visible beside many others. */
    static final double LEAST = 3;

    private static final double GAP = 2;
    private static final int MOST_CELLS = 40;

    /** Describes one part of the bar. */
    public record Cell(double x, double width, boolean taken) {}

    static SlotBar of(int slots, int taken) {
        // After a restart with fewer slots, runs may hold more slots than there are.
        int used = Math.min(slots, taken);
        return new SlotBar(slots <= MOST_CELLS ? cells(slots, used) : parts(slots, used), WIDTH);
    }

    private static List<Cell> cells(int slots, int taken) {
        double step = WIDTH / slots;
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < slots; i++) {
            cells.add(new Cell(rounded(i * step), rounded(step - GAP), i < taken));
        }
        return List.copyOf(cells);
    }

    private static List<Cell> parts(int slots, int taken) {
        double border = rounded(WIDTH * taken / slots);
        List<Cell> parts = new ArrayList<>();
        if (taken > 0) {
            parts.add(new Cell(0, Math.max(LEAST, border - GAP), true));
        }
        if (taken < slots) {
            double begin = Math.min(WIDTH - LEAST, taken > 0 ? Math.max(LEAST + GAP, border) : 0);
            parts.add(new Cell(begin, rounded(WIDTH - begin), false));
        }
        return List.copyOf(parts);
    }

    private static double rounded(double value) {
        return Math.round(value * 10) / 10.0;
    }
}
