package dev.slipway.web.results;

import dev.slipway.desk.ResultEntry;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Holds the first rows of a CSV result. Cells are shown as they are and never computed.
 *
 * @param wide number of columns that are left out
 * @param more whether rows follow
 */
public record CsvTable(List<Column> columns, List<List<String>> rows, int wide, boolean more) {
    private static final int ROWS = 10;
    private static final int COLUMNS = 12;
    private static final int CHARACTERS = 80;

    /** Describes one column; {@code number} is set when all shown cells are numbers. */
    public record Column(String name, boolean number) {}

    /** Returns whether the result can be shown as a table. */
    public static boolean fits(ResultEntry result) {
        String name = result.fileName().toLowerCase(Locale.ROOT);
        return Stream.of(".csv", ".csv.gz", ".csv.bgz").anyMatch(name::endsWith);
    }

    /** Reads the table; empty for a file without a row. Closes {@code file}. */
    public static Optional<CsvTable> read(InputStream file) throws IOException {
        try (CsvRows csv = new CsvRows(file, CsvRows.BEGINNING)) {
            List<String> header = csv.next().orElse(List.of());
            if (header.isEmpty()) {
                return Optional.empty();
            }
            List<List<String>> rows = new ArrayList<>();
            Optional<List<String>> row = csv.next();
            for (; row.isPresent() && !row.get().isEmpty() && rows.size() < ROWS; row = csv.next()) {
                rows.add(cells(row.get(), header.size()));
            }
            return Optional.of(new CsvTable(
                    columns(header, rows),
                    List.copyOf(rows),
                    Math.max(0, header.size() - COLUMNS),
                    row.isPresent() || csv.cut()));
        }
    }

    private static List<Column> columns(List<String> header, List<List<String>> rows) {
        return IntStream.range(0, Math.min(header.size(), COLUMNS))
                .mapToObj(i -> new Column(
                        shortened(header.get(i)),
                        !rows.isEmpty() && rows.stream().allMatch(row -> isNumber(row.get(i)))))
                .toList();
    }

    /** Returns one cell for each column. A cell that the row lacks is empty. */
    private static List<String> cells(List<String> row, int columns) {
        return IntStream.range(0, Math.min(columns, COLUMNS))
                .mapToObj(i -> i < row.size() ? shortened(row.get(i)) : "")
                .toList();
    }

    private static boolean isNumber(String cell) {
        return !cell.isEmpty() && !Double.isNaN(PnlColumn.number(cell));
    }

    private static String shortened(String cell) {
        String text = cell.replaceAll("\\p{Cc}", "\uFFFD");
        return text.length() <= CHARACTERS ? text : text.substring(0, CHARACTERS) + "\u2026";
    }
}
