package dev.slipway.web.charts;

import dev.slipway.request.Axes;
import dev.slipway.web.Readable;
import dev.slipway.web.results.CsvRows;
import dev.slipway.web.results.PnlColumn;
import dev.slipway.web.results.UndrawableException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Draws bars as the rows of a table, each picture {@link #WIDTH} units wide. Rows of one level, kind and horizon, where
 * the file has such columns, stand together. Where there are more rows than a reader can take in, the largest are
 * drawn, and the sum of the others becomes one bar.
 *
 * @param x heading of the labels
 * @param y heading of the values
 * @param interval whether any bar has an interval
 * @param zero where the bars begin
 * @param cut whether the file may hold more rows
 */
public record BarsPicture(String x, String y, List<Group> groups, boolean interval, double zero, boolean cut) {
    private static final double WIDTH = 1000;

    /** The most bars that a reader can take in, for a file without groups and for one with groups. */
    private static final int MOST = 50;

    private static final int MOST_OF_GROUP = 15;
    private static final int MOST_GROUPS = 24;

    private static final int LABEL = 80;
    private static final double LARGEST = 1e100;
    private static final String FORM =
            "Write columns label and value, and lower and upper beside them for an interval.";

    /**
     * Holds bars that stand together, in the order of the file.
     *
     * @param kind subject of the bars; empty for no subject in particular
     * @param level as a percentage; empty without one
     * @param horizon in days; empty without one
     * @param rest the sum of the smaller bars, which are not drawn; null without any
     * @param more number of these smaller bars; empty without any
     */
    public record Group(String kind, String level, String horizon, List<Bar> bars, Bar rest, String more) {}

    /**
     * Describes one bar.
     *
     * @param negative whether the bar goes to the left
     * @param bandX where the interval begins, {@code bandWidth} wide; the width is 0 without an interval
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

    private record Name(String kind, double level, String horizon) {}

    private record Row(Name group, String label, double value, double lower, double upper) {
        boolean hasInterval() {
            return !Double.isNaN(lower) && !Double.isNaN(upper);
        }
    }

    /** Keeps the largest rows of a group, and the sum of the others. */
    private static final class Rows {
        private final List<Row> drawn = new ArrayList<>();
        private long more;
        private double rest;

        void add(Row row, int most) {
            drawn.add(row);
            if (drawn.size() > most) {
                // Among equal rows, the last one is left out.
                Row least = drawn.stream()
                        .reduce((one, other) -> Math.abs(other.value()) <= Math.abs(one.value()) ? other : one)
                        .orElseThrow();
                drawn.remove(drawn.lastIndexOf(least));
                rest += least.value();
                more++;
            }
        }

        /** Returns all rows that are drawn for the group {@code name}. */
        Stream<Row> all(Name name) {
            return Stream.concat(drawn.stream(), Stream.of(rest(name)).filter(row -> more > 0));
        }

        Row rest(Name name) {
            return new Row(name, "", rest, Double.NaN, Double.NaN);
        }
    }

    /** Closes {@code file}. */
    static BarsPicture of(InputStream file, Axes axes) throws IOException, UndrawableException {
        Map<Name, Rows> groups = new LinkedHashMap<>();
        try (CsvRows csv = new CsvRows(file, CsvRows.BEGINNING)) {
            Columns columns = Columns.of(csv.next().orElse(List.of("")));
            for (Optional<List<String>> cells = csv.next(); cells.isPresent(); cells = csv.next()) {
                if (CsvRows.isBlank(cells.get())) {
                    continue;
                }
                long line = csv.line();
                Row row = columns.row(cells.get(), line);
                groups.computeIfAbsent(row.group(), none -> new Rows()).add(row, columns.mostOfGroup());
                if (groups.size() > MOST_GROUPS) {
                    throw new UndrawableException(
                            "line " + line + " begins more than " + MOST_GROUPS + " groups of level, kind and horizon",
                            "Write fewer levels, kinds or horizons.");
                }
            }
            if (groups.isEmpty()) {
                throw new UndrawableException("the file has no row below its header", "Write a row for each bar.");
            }
            return drawn(groups, axes, csv.cut());
        }
    }

    private static BarsPicture drawn(Map<Name, Rows> groups, Axes axes, boolean cut) {
        List<Row> rows = groups.entrySet().stream()
                .flatMap(group -> group.getValue().all(group.getKey()))
                .toList();
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
                groups.entrySet().stream()
                        .map(group -> group(group.getKey(), group.getValue(), axis))
                        .toList(),
                rows.stream().anyMatch(Row::hasInterval),
                axis.at(0),
                cut);
    }

    private static Group group(Name name, Rows rows, Axis axis) {
        return new Group(
                name.kind(),
                Double.isNaN(name.level()) ? "" : Readable.percent(name.level()),
                name.horizon(),
                rows.drawn.stream().map(row -> bar(row, axis)).toList(),
                rows.more == 0 ? null : bar(rows.rest(name), axis),
                rows.more == 0 ? "" : Readable.count(rows.more));
    }

    private static Bar bar(Row row, Axis axis) {
        double zero = axis.at(0);
        double end = axis.at(row.value());
        double from = row.hasInterval() ? axis.at(row.lower()) : zero;
        double to = row.hasInterval() ? axis.at(row.upper()) : zero;
        return new Bar(
                row.label(),
                Readable.figure(row.value()),
                Readable.interval(row.lower(), row.upper()),
                row.value() < 0,
                Math.min(zero, end),
                Axis.rounded(Math.abs(end - zero)),
                from,
                row.hasInterval() ? Math.max(1, Axis.rounded(to - from)) : 0);
    }

    /** Says where each column is; -1 for a missing column. */
    private record Columns(int count, int level, int kind, int horizon, int label, int value, int lower, int upper) {
        static Columns of(List<String> names) throws UndrawableException {
            boolean interval = names.contains("lower") || names.contains("upper");
            return new Columns(
                    names.size(),
                    names.indexOf("level"),
                    names.indexOf("kind"),
                    names.indexOf(PnlColumn.HORIZON),
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

        int mostOfGroup() {
            return level < 0 && kind < 0 && horizon < 0 ? MOST : MOST_OF_GROUP;
        }

        private Name group(List<String> cells, long line) throws UndrawableException {
            return new Name(
                    kind < 0 ? "" : text(cells.get(kind)),
                    level < 0 || cells.get(level).isEmpty() ? Double.NaN : number(cells, level, line, "level"),
                    horizon < 0 ? "" : text(cells.get(horizon)));
        }

        private static String text(String cell) {
            String text = cell.replaceAll("\\p{Cc}", "\uFFFD");
            return text.substring(0, Math.min(LABEL, text.length()));
        }

        Row row(List<String> cells, long line) throws UndrawableException {
            CsvRows.checkWidth(cells, count, line, "Write a cell for each column.");
            double low = lower < 0 || cells.get(lower).isEmpty() ? Double.NaN : number(cells, lower, line, "lower");
            double high = upper < 0 || cells.get(upper).isEmpty() ? Double.NaN : number(cells, upper, line, "upper");
            if (low > high) {
                throw new UndrawableException(
                        "line " + line + ": lower is above upper", "Write the lower bound in column lower.");
            }
            return new Row(group(cells, line), text(cells.get(label)), number(cells, value, line, "value"), low, high);
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
