package dev.slipway.web.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleConsumer;

/**
 * The numbers of column {@code pnl} of a result of role P&L distribution, one at a time, so that no size can fill the memory. Where the
 * file has a column {@code horizon_days}, only those over the horizon of its first row.
 */
final class PnlColumn {
    /** The column of the horizon, here and in risk figures. */
    static final String HORIZON = "horizon_days";

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
     * @param horizon that of the numbers, in days, as the file spells it; empty for none
     * @param others whether there are rows over other horizons
     */
    record Count(long values, long ignored, boolean cut, String horizon, boolean others) {}

    private PnlColumn() {}

    /** Hands each usable number to {@code taker}; empty when the file has no column {@code pnl}. Closes {@code file}. */
    static Optional<Count> read(InputStream file, Limit limit, DoubleConsumer taker) throws IOException {
        try (CsvRows rows = new CsvRows(file, limit.bytes())) {
            List<String> header = rows.header().orElse(List.of());
            int pnl = column(header, "pnl");
            return pnl < 0
                    ? Optional.empty()
                    : Optional.of(read(rows, pnl, column(header, HORIZON), limit.rows(), taker));
        }
    }

    private static Count read(CsvRows rows, int pnl, int days, long limit, DoubleConsumer taker) throws IOException {
        long values = 0;
        long ignored = 0;
        long others = 0;
        String horizon = "";
        Optional<List<String>> row = rows.next();
        for (; row.isPresent() && values + ignored + others < limit; row = rows.next()) {
            double value = number(text(row.get(), pnl));
            String of = text(row.get(), days);
            horizon = horizon.isEmpty() ? of : horizon;
            if (!of.isEmpty() && !of.equals(horizon)) {
                others++;
            } else if (of.equals(horizon) && Math.abs(value) <= LARGEST) {
                taker.accept(value);
                values++;
            } else {
                ignored++;
            }
        }
        return new Count(values, ignored, row.isPresent() || rows.cut(), RiskFigures.name(horizon), others > 0);
    }

    private static int column(List<String> header, String name) {
        for (int i = 0; i < header.size(); i++) {
            if (header.get(i).equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    private static String text(List<String> row, int column) {
        return column >= 0 && column < row.size() ? row.get(column) : "";
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
