package dev.slipway.web.jobs;

import dev.slipway.request.Axes;
import dev.slipway.web.Readable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Bars as the rows of a table, each with its picture {@link #WIDTH} units wide.
 *
 * @param x heading of the labels
 * @param y heading of the values
 * @param interval whether any bar has one
 * @param zero where the bars begin
 * @param more bars that are left out; empty for none
 */
public record BarsPicture(String x, String y, List<Bar> bars, boolean interval, double zero, String more) {
    private static final double WIDTH = 1000;

    /** What a reader can take in. */
    private static final int MOST = 50;

    private static final int LABEL = 80;
    private static final double LARGEST = 1e100;
    private static final String FORM =
            "Write columns label and value, and lower and upper beside them for an interval.";

    /**
     * One bar.
     *
     * @param negative whether it goes to the left
     * @param bandX where its interval begins, {@code bandWidth} wide; 0 wide for none
     */
    public record Bar(
            String label,
            String value,
            String interval,
            boolean negative,
            double x,
            double width,
            double bandX,
            double bandWidth) {}

    private record Row(String label, double value, double lower, double upper) {
        boolean hasInterval() {
            return !Double.isNaN(lower) && !Double.isNaN(upper);
        }
    }

    /** Closes {@code file}. */
    static BarsPicture of(InputStream file, Axes axes) throws IOException, UndrawableException {
        List<Row> rows = new ArrayList<>();
        long more = 0;
        try (CsvRows csv = new CsvRows(file, CsvRows.BEGINNING)) {
            Columns columns = Columns.of(csv.next().orElse(List.of("")));
            long line = 1;
            for (Optional<List<String>> cells = csv.next(); cells.isPresent(); cells = csv.next()) {
                line++;
                if (cells.get().size() == 1 && cells.get().get(0).isEmpty()) {
                    continue;
                }
                if (rows.size() < MOST) {
                    rows.add(columns.row(cells.get(), line));
                } else {
                    more++;
                }
            }
            if (rows.isEmpty()) {
                throw new UndrawableException("the file has no row below its header", "Write a row for each bar.");
            }
            return drawn(rows, axes, more == 0 ? "" : Readable.count(more) + (csv.cut() ? " or more" : ""));
        }
    }

    private static BarsPicture drawn(List<Row> rows, Axes axes, String more) {
        double low = 0;
        double high = 0;
        for (Row row : rows) {
            low = Math.min(low, row.hasInterval() ? Math.min(row.value(), row.lower()) : row.value());
            high = Math.max(high, row.hasInterval() ? Math.max(row.value(), row.upper()) : row.value());
        }
        Axis axis = new Axis(low, high > low ? high : 1, 0, WIDTH);
        return new BarsPicture(
                axes.x(),
                axes.y(),
                rows.stream().map(row -> bar(row, axis)).toList(),
                rows.stream().anyMatch(Row::hasInterval),
                axis.at(0),
                more);
    }

    private static Bar bar(Row row, Axis axis) {
        double zero = axis.at(0);
        double end = axis.at(row.value());
        double from = row.hasInterval() ? axis.at(row.lower()) : zero;
        double to = row.hasInterval() ? axis.at(row.upper()) : zero;
        return new Bar(
                row.label(),
                Readable.figure(row.value()),
                row.hasInterval() ? Readable.figure(row.lower()) + " \u2026 " + Readable.figure(row.upper()) : "",
                row.value() < 0,
                Math.min(zero, end),
                Axis.rounded(Math.abs(end - zero)),
                from,
                row.hasInterval() ? Math.max(1, Axis.rounded(to - from)) : 0);
    }

    /** Where each column is; {@code lower} and {@code upper} are -1 without an interval. */
    private record Columns(int count, int label, int value, int lower, int upper) {
        static Columns of(List<String> header) throws UndrawableException {
            List<String> names =
                    header.stream().map(name -> name.replace("\uFEFF", "")).toList();
            boolean interval = names.contains("lower") || names.contains("upper");
            return new Columns(
                    names.size(),
                    required(names, "label"),
                    required(names, "value"),
                    interval ? required(names, "lower") : -1,
                    interval ? required(names, "upper") : -1);
        }

        private static int required(List<String> names, String name) throws UndrawableException {
            if (!names.contains(name)) {
                throw new UndrawableException("column " + name + " is missing", FORM);
            }
            return names.indexOf(name);
        }

        Row row(List<String> cells, long line) throws UndrawableException {
            if (cells.size() != count) {
                throw new UndrawableException(
                        "line " + line
                                + (cells.isEmpty()
                                        ? " is too long to be a row"
                                        : " has " + cells.size() + " cells, and the header has " + count),
                        "Write a cell for each column.");
            }
            String text = cells.get(label).replaceAll("\\p{Cc}", "\uFFFD");
            double low = lower < 0 || cells.get(lower).isEmpty() ? Double.NaN : number(cells, lower, line, "lower");
            double high = upper < 0 || cells.get(upper).isEmpty() ? Double.NaN : number(cells, upper, line, "upper");
            if (low > high) {
                throw new UndrawableException(
                        "line " + line + ": lower is above upper", "Write the lower bound in column lower.");
            }
            return new Row(
                    text.substring(0, Math.min(LABEL, text.length())), number(cells, value, line, "value"), low, high);
        }

        private static double number(List<String> cells, int column, long line, String name)
                throws UndrawableException {
            double number = PnlColumn.number(cells.get(column));
            if (!(Math.abs(number) <= LARGEST)) {
                throw new UndrawableException(
                        "line " + line + ", column " + name + " is not a number: "
                                + UndrawableException.shown(cells.get(column)),
                        "Write numbers as 1234.5 or 1.2e6.");
            }
            return number;
        }
    }
}
