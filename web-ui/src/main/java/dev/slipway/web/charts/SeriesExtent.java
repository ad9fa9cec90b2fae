package dev.slipway.web.charts;

import dev.slipway.request.Axes;
import dev.slipway.web.results.UndrawableException;
import java.util.Arrays;

/** Finds the extent of the columns of a series, in the first pass over the file. */
final class SeriesExtent implements SeriesFile.Takers {
    private SeriesColumns columns;
    private double[] lowest;
    private double[] highest;
    private double[] first;
    private double[] last;

    @Override
    public SeriesFile.Taker of(SeriesColumns known) {
        int count = known.names().size();
        columns = known;
        lowest = filled(count, Double.POSITIVE_INFINITY);
        highest = filled(count, Double.NEGATIVE_INFINITY);
        first = filled(count, Double.NaN);
        last = filled(count, Double.NaN);
        return this::take;
    }

    private static double[] filled(int count, double value) {
        double[] values = new double[count];
        Arrays.fill(values, value);
        return values;
    }

    private void take(double[] row) {
        for (int i = 0; i < row.length; i++) {
            if (!Double.isNaN(row[i])) {
                lowest[i] = Math.min(lowest[i], row[i]);
                highest[i] = Math.max(highest[i], row[i]);
                first[i] = Double.isNaN(first[i]) ? row[i] : first[i];
                last[i] = row[i];
            }
        }
    }

    /** Refuses a line without a value. */
    void requireValues() throws UndrawableException {
        for (SeriesColumns.Line line : columns.lines()) {
            if (Double.isNaN(first[line.value()])) {
                throw new UndrawableException(
                        "column " + UndrawableException.shown(line.name()) + " has no value in any row",
                        "Leave the column out, or write its values.");
            }
        }
    }

    Scale across(Axes.Log log) {
        boolean logarithmic = log == Axes.Log.X || log == Axes.Log.BOTH;
        return Scale.of(lowest[0], highest[0], logarithmic, false, SeriesPicture.LEFT, SeriesPicture.LENGTH);
    }

    Scale up(Axes.Log log) {
        double low = Arrays.stream(lowest).skip(1).min().orElseThrow();
        double high = Arrays.stream(highest).skip(1).max().orElseThrow();
        boolean logarithmic = log == Axes.Log.Y || log == Axes.Log.BOTH;
        return Scale.of(low, high, logarithmic, true, SeriesPicture.FLOOR, -SeriesPicture.HEIGHT);
    }

    double lowest(SeriesColumns.Line line) {
        return lowest[line.value()];
    }

    double highest(SeriesColumns.Line line) {
        return highest[line.value()];
    }

    double first(SeriesColumns.Line line) {
        return first[line.value()];
    }

    double last(SeriesColumns.Line line) {
        return last[line.value()];
    }
}
