package dev.slipway.web.charts;

import dev.slipway.web.Readable;
import java.util.ArrayList;
import java.util.List;

/**
 * Maps values to an axis of a picture, linear or logarithmic. For a logarithmic scale, {@code axis} is over the
 * logarithms to base ten.
 */
record Scale(Axis axis, boolean log) {
    private static final double MARGIN = 0.04;
    private static final double[] WITHIN_A_DECADE = {1, 2, 5};

    /**
     * Makes a scale on which {@code low} to {@code high} fits.
     *
     * @param margin whether a little is left free beyond both
     */
    static Scale of(double low, double high, boolean log, boolean margin, double start, double length) {
        double from = log ? Math.log10(low) : low;
        double to = log ? Math.log10(high) : high;
        double size = Math.max(Math.abs(from), Math.abs(to));
        // Equal values need room on both sides.
        boolean flat = to - from <= size * 1e-9;
        double pad = flat ? Math.max(size * 0.01, log ? 0.05 : 0.5) : margin ? (to - from) * MARGIN : 0;
        return new Scale(new Axis(from - pad, to + pad, start, length), log);
    }

    /** Returns the position of {@code value} in drawing units. A value of a logarithmic scale is positive. */
    double at(double value) {
        return axis.at(log ? Math.log10(value) : value);
    }

    /** Returns ticks at round values: {@code wanted} of them, or somewhat fewer or more. */
    List<Axis.Tick> ticks(int wanted) {
        if (!log) {
            return axis.ticks(wanted);
        }
        List<Double> values = decades(wanted);
        return placed(values.size() < 2 ? steps(wanted) : values);
    }

    /** Returns powers of ten; where few of them fit, also their doubles and their fives. */
    private List<Double> decades(int wanted) {
        int first = (int) Math.floor(axis.low());
        int last = (int) Math.ceil(axis.high());
        int step = Math.max(1, (last - first) / wanted);
        double[] factors = (last - first) * WITHIN_A_DECADE.length <= 2 * wanted ? WITHIN_A_DECADE : new double[] {1};
        List<Double> values = new ArrayList<>();
        for (int power = first; power <= last; power += step) {
            for (double factor : factors) {
                add(values, factor * Math.pow(10, power));
            }
        }
        return values;
    }

    /** Returns equal steps, for a span of less than a decade. */
    private List<Double> steps(int wanted) {
        double low = Math.pow(10, axis.low());
        double high = Math.pow(10, axis.high());
        double step = Axis.step((high - low) / wanted);
        List<Double> values = new ArrayList<>();
        for (long i = (long) Math.ceil(low / step); i * step <= high && values.size() <= 2 * wanted; i++) {
            add(values, i * step);
        }
        return values;
    }

    private void add(List<Double> values, double value) {
        double power = Math.log10(value);
        if (power >= axis.low() && power <= axis.high()) {
            values.add(value);
        }
    }

    private List<Axis.Tick> placed(List<Double> values) {
        List<Axis.Tick> ticks = new ArrayList<>();
        for (double value : values) {
            ticks.add(new Axis.Tick(at(value), Readable.tick(value), ticks.size() % 2 != 0));
        }
        return List.copyOf(ticks);
    }
}
