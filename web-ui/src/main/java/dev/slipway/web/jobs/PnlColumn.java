package dev.slipway.web.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleConsumer;

/** The numbers of column {@code pnl} of a result of role P&L distribution, one at a time, so that no size can fill the memory. */
final class PnlColumn {
    /** What one picture may cost; more rows than any desk has scenarios. */
    static final Limit MOST = new Limit(2_000_000, CsvRows.BYTES);

    /** Larger than any amount of money, small enough that differences and sums stay finite. */
    private static final double LARGEST = 1e100;

    /**
     * How much is read.
     *
     * @param bytes of the text, unpacked
     */
    record Limit(long rows, long bytes) {}

    /**
     * What was in the file.
     *
     * @param ignored rows without a usable number
     * @param cut whether rows stand behind the last one read
     */
    record Count(long values, long ignored, boolean cut) {}

    private PnlColumn() {}

    /** Hands each usable number to {@code taker}; empty when the file has no column {@code pnl}. Closes {@code file}. */
    static Optional<Count> read(InputStream file, Limit limit, DoubleConsumer taker) throws IOException {
        try (CsvRows rows = new CsvRows(file, limit.bytes())) {
            int column = rows.next().map(PnlColumn::column).orElse(-1);
            return column < 0 ? Optional.empty() : Optional.of(read(rows, column, limit.rows(), taker));
        }
    }

    private static Count read(CsvRows rows, int column, long limit, DoubleConsumer taker) throws IOException {
        long values = 0;
        long ignored = 0;
        Optional<List<String>> row = rows.next();
        for (; row.isPresent() && values + ignored < limit; row = rows.next()) {
            double value = number(row.get(), column);
            if (Math.abs(value) <= LARGEST) {
                taker.accept(value);
                values++;
            } else {
                ignored++;
            }
        }
        return new Count(values, ignored, row.isPresent() || rows.cut());
    }

    private static int column(List<String> header) {
        for (int i = 0; i < header.size(); i++) {
            if (header.get(i).replace("\uFEFF", "").equalsIgnoreCase("pnl")) {
                return i;
            }
        }
        return -1;
    }

    private static double number(List<String> row, int column) {
        return column < row.size() ? number(row.get(column)) : Double.NaN;
    }

    /** The number that {@code text} spells, NaN if it spells none. */
    static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
