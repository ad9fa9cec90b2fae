package dev.slipway.web.results;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Holds the rows of a result of role risk figures: CSV with columns measure, confidence, value, lower, upper, and
 * perhaps desk and horizon_days.
 *
 * @param cut whether the file holds more figures than a page shows
 */
public record RiskFigures(List<Figure> rows, boolean cut) {
    private static final int ROWS = 1000;
    private static final int NAME = 100;

    public static final RiskFigures NONE = new RiskFigures(List.of(), false);

    /**
     * Describes one figure. A missing number is NaN. The desk is empty for figures of the whole bank.
     *
     * @param horizon in days, as the file spells it; empty without one
     */
    public record Figure(
            String desk, String measure, String horizon, double confidence, double value, double lower, double upper) {
        public boolean hasInterval() {
            return Double.isFinite(lower) && Double.isFinite(upper);
        }
    }

    public RiskFigures {
        rows = List.copyOf(rows);
    }

    /** Returns the figures of the whole bank, or of the whole subject of the job. */
    public List<Figure> ofAll() {
        return rows.stream().filter(each -> each.desk().isEmpty()).toList();
    }

    /**
     * Returns the figures of the whole bank that belong beside a P&L over {@code horizon}: figures over the same
     * horizon, and figures without one.
     */
    public List<Figure> over(String horizon) {
        return ofAll().stream()
                .filter(each -> each.horizon().isEmpty() || each.horizon().equals(horizon))
                .toList();
    }

    /** Returns the figures of single desks. */
    public List<Figure> byDesk() {
        return rows.stream().filter(each -> !each.desk().isEmpty()).toList();
    }

    /** Reads the first rows. Rows without a measure and a finite value are left out. Closes {@code file}. */
    public static RiskFigures read(InputStream file) throws IOException {
        List<Figure> figures = new ArrayList<>();
        try (CsvRows rows = new CsvRows(file, CsvRows.BEGINNING)) {
            List<String> header = rows.next().orElse(List.of());
            Optional<List<String>> row = rows.next();
            for (int i = 0; i < ROWS && row.isPresent(); i++, row = rows.next()) {
                Figure figure = figure(header, row.get());
                if (!figure.measure().isBlank() && Double.isFinite(figure.value())) {
                    figures.add(figure);
                }
            }
            return new RiskFigures(figures, row.isPresent() || rows.cut());
        }
    }

    private static Figure figure(List<String> header, List<String> row) {
        return new Figure(
                name(cell(header, row, "desk")),
                name(cell(header, row, "measure")),
                name(cell(header, row, PnlColumn.HORIZON)),
                PnlColumn.number(cell(header, row, "confidence")),
                PnlColumn.number(cell(header, row, "value")),
                PnlColumn.number(cell(header, row, "lower")),
                PnlColumn.number(cell(header, row, "upper")));
    }

    /** Returns the part of a cell that a page shows as a name. */
    static String name(String cell) {
        String name = cell.replaceAll("\\p{Cc}", "\uFFFD");
        return name.substring(0, Math.min(name.length(), NAME));
    }

    private static String cell(List<String> header, List<String> row, String column) {
        int at = header.indexOf(column);
        return at >= 0 && at < row.size() ? row.get(at) : "";
    }
}
