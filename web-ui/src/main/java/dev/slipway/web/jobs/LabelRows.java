package dev.slipway.web.jobs;

import java.util.ArrayList;
import java.util.List;

/** Puts labels, told from left to right, into the lowest row in which each stands clear of the one before it. */
final class LabelRows {
    private final double width;
    private final List<Double> ends = new ArrayList<>();

    /** @param width of every label */
    LabelRows(double width) {
        this.width = width;
    }

    /** The row, 0 for the lowest, of the label whose middle is at {@code x}. */
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
