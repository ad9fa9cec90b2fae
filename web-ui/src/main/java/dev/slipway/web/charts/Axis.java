package dev.slipway.web.charts;

import dev.slipway.web.Readable;
import java.util.ArrayList;
import java.util.List;

/** Maps values to drawing units linearly, with ticks at round values (1, 2, 2.5 or 5 times a power of ten). */
record Axis(double low, double high, double start, double length) {

    /**
     * Marks a round value on the axis.
     *
     * @param at position in drawing units
     * @param minor whether a narrow screen may leave the label out
     */
    public record Tick(double at, String label, boolean minor) {}

    Axis {
        if (!(high > low) || !Double.isFinite(high - low)) {
            throw new IllegalArgumentException("an axis needs a finite span: " + low + " to " + high);
        }
    }

    /** Returns the position of {@code value} in drawing units, rounded to a tenth. */
    double at(double value) {
        return rounded(start + (value - low) / (high - low) * length);
    }

    /** Returns the ticks inside the axis: {@code wanted} of them or somewhat fewer. */
    List<Tick> ticks(int wanted) {
        double step = step((high - low) / wanted);
        long first = (long) Math.ceil(low / step - 1e-9);
        long last = (long) Math.floor(high / step + 1e-9);
        List<Tick> ticks = new ArrayList<>();
        for (long i = first; i <= last && ticks.size() <= 2 * wanted; i++) {
            ticks.add(new Tick(at(i * step), Readable.tick(i * step), i % 2 != 0));
        }
        return List.copyOf(ticks);
    }

    /** Returns the smallest round value that is not below {@code least}. */
    static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double factor : new double[] {1, 2, 2.5, 5}) {
            if (factor * power >= least * (1 - 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    static double rounded(double units) {
        return Math.round(units * 10) / 10.0;
    }
}
