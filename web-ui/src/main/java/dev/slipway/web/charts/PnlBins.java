package dev.slipway.web.charts;

import dev.slipway.web.results.PnlColumn;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Holds a distribution counted into bins of equal width. Two passes over the file are needed: the first finds the span,
 * the second counts.
 *
 * @param low left edge of the first bin
 * @param high right edge of the last bin, which the bin includes
 */
record PnlBins(double low, double high, double mean, long[] counts, PnlColumn.Count rows) {
    static final int BINS = 60;

    /** Opens a file, as often as needed. */
    interface Reopened {
        InputStream open() throws IOException;
    }

    /** Counts a distribution; empty when the file has no column {@code pnl} or no usable number in it. */
    static Optional<PnlBins> of(Reopened file, PnlColumn.Limit limit) throws IOException {
        Optional<Scan> scan = Scan.of(file, limit);
        return scan.isPresent() ? Optional.of(scan.get().bins(file, limit, scan.get().span)) : Optional.empty();
    }

    /** Counts two distributions into the same bins; empty when one of them cannot be counted. */
    static Optional<List<PnlBins>> both(Reopened one, Reopened other, PnlColumn.Limit limit) throws IOException {
        Optional<Scan> first = Scan.of(one, limit);
        Optional<Scan> second = Scan.of(other, limit);
        if (first.isEmpty() || second.isEmpty()) {
            return Optional.empty();
        }
        Span all = first.get().span.and(second.get().span);
        return Optional.of(
                List.of(first.get().bins(one, limit, all), second.get().bins(other, limit, all)));
    }

    /** Holds the findings of the first pass. */
    private record Scan(Span span, PnlColumn.Count rows) {
        static Optional<Scan> of(Reopened file, PnlColumn.Limit limit) throws IOException {
            Span span = new Span();
            return PnlColumn.read(file.open(), limit, span::add)
                    .filter(rows -> rows.values() > 0)
                    .map(rows -> new Scan(span, rows));
        }

        PnlBins bins(Reopened file, PnlColumn.Limit limit, Span all) throws IOException {
            double pad = all.pad();
            double low = all.low - pad;
            double high = all.high + pad;
            long[] counts = new long[BINS];
            PnlColumn.read(file.open(), limit, value -> counts[bin(value, low, high)]++);
            return new PnlBins(low, high, span.mean, counts, rows);
        }
    }

    double edge(int bin) {
        return low + (high - low) * bin / counts.length;
    }

    long highest() {
        long highest = 0;
        for (long count : counts) {
            highest = Math.max(highest, count);
        }
        return highest;
    }

    private static int bin(double value, double low, double high) {
        int bin = (int) ((value - low) / (high - low) * BINS);
        return Math.min(Math.max(bin, 0), BINS - 1);
    }

    /**
     * Keeps the lowest, highest and mean value so far. The mean is updated by Welford's formula, which does not
     * overflow.
     */
    private static final class Span {
        private double low = Double.POSITIVE_INFINITY;
        private double high = Double.NEGATIVE_INFINITY;
        private double mean;
        private long count;

        void add(double value) {
            low = Math.min(low, value);
            high = Math.max(high, value);
            count++;
            mean += (value - mean) / count;
        }

        /** Returns the span of these values and those of {@code other}, without a mean. */
        Span and(Span other) {
            Span both = new Span();
            both.low = Math.min(low, other.low);
            both.high = Math.max(high, other.high);
            return both;
        }

        /** Returns the space that equal values need on both sides so that bins have a width. */
        double pad() {
            double size = Math.max(Math.abs(low), Math.abs(high));
            return high - low > size * 1e-9 ? 0 : Math.max(size * 0.01, 0.5);
        }
    }

    /** Returns the value that lies {@code figure} below the mean, if that value can be drawn beside the bins. */
    OptionalDouble belowMean(double figure) {
        double value = mean - figure;
        double width = high - low;
        return value >= low - width && value <= high + width ? OptionalDouble.of(value) : OptionalDouble.empty();
    }
}
