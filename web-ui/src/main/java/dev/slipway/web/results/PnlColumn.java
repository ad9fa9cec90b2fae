package dev.slipway.web.results;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleConsumer;

/**
 * Reads the numbers of column {@code pnl} of a result of role P&L distribution one at a time, so that no file can fill
 * the memory. Where the file has a column {@code horizon_days}, only rows with the horizon of the first row are used.
 */
public final class PnlColumn {
    /** Names the column of the horizon, here and in risk figures. */
    public static final String HORIZON = "horizon_days";

    /** Limits the cost of one picture; no desk has so many scenarios. */
    public static final Limit MOST = new Limit(2_000_000, CsvRows.BYTES);

    /** Larger than any amount of money, and small enough that differences and sums stay finite. */
    private static final double LARGEST = 1e100;

    /**
     * Limits how much is read.
     *
     * @param bytes of the text, unpacked
     */
    public record Limit(long rows, long bytes) {}

    /**
     * Describes the content of the file.
     *
     * @param ignored rows without a usable number
     * @param cut whether rows stand behind the last one read
     * @param horizon of the numbers, in days, as the file spells it; empty without one
     * @param others whether there are rows over other horizons
     */
    public record Count(long values, long ignored, boolean cut, String horizon, boolean others) {}

    private PnlColumn() {}

    /**
     * Hands each usable number to {@code taker}. Returns empty when the file has no column {@code pnl}. Closes
     * {@code file}.
     */
    public static Optional<Count> read(InputStream file, Limit limit, DoubleConsumer taker) throws IOException {
        try (CsvRows rows = new CsvRows(file, limit.bytes())) {
            List<String> header = rows.next().orElse(List.of());
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

    /** Returns the number that {@code text} spells; NaN if the text is no number. */
    public static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
