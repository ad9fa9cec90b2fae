package dev.slipway.web.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rows of a result of role risk figures: CSV with columns measure, confidence, value, lower, upper. */
record RiskFigures(List<Figure> rows) {
    private static final int ROWS = 200;
    private static final int NAME = 100;

    static final RiskFigures NONE = new RiskFigures(List.of());

    /** One figure; a number that is missing is NaN. */
    record Figure(String measure, double confidence, double value, double lower, double upper) {}

    RiskFigures {
        rows = List.copyOf(rows);
    }

    /** Reads the first rows; those without a measure and a finite value are left out. Closes {@code file}. */
    static RiskFigures read(InputStream file) throws IOException {
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
        }
        return new RiskFigures(figures);
    }

    private static Figure figure(List<String> header, List<String> row) {
        String measure = cell(header, row, "measure");
        return new Figure(
                measure.substring(0, Math.min(measure.length(), NAME)),
                PnlColumn.number(cell(header, row, "confidence")),
                PnlColumn.number(cell(header, row, "value")),
                PnlColumn.number(cell(header, row, "lower")),
                PnlColumn.number(cell(header, row, "upper")));
    }

    private static String cell(List<String> header, List<String> row, String column) {
        int at = header.indexOf(column);
        return at >= 0 && at < row.size() ? row.get(at) : "";
    }
}
