package dev.slipway.web.charts;

import java.util.ArrayList;
import java.util.List;

/**
 * Puts labels into rows. Labels come from left to right, and each goes into the lowest row in which it does not touch
 * the label before.
 */
final class LabelRows {
    private final double width;
    private final List<Double> ends = new ArrayList<>();

    /** @param width of every label */
    LabelRows(double width) {
        this.width = width;
    }

    /** Returns the row, 0 for the lowest, of the label with its middle at {@code x}. */
    int rowAt(double x) {
        int row = 0;
        while (row < ends.size() && ends.get(row) > x - width / 2) {
            row++;
        }
        if (row == ends.size()) {
            ends.add(0.0);
        }
        ends.set(row, x + width / 2);
        return row;
    }
}
