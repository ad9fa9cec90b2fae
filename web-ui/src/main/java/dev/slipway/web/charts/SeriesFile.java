package dev.slipway.web.charts;

import dev.slipway.request.Axes;
import dev.slipway.web.results.CsvRows;
import dev.slipway.web.results.PnlColumn;
import dev.slipway.web.results.UndrawableException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/** Reads the rows of a series one at a time, so that no file can fill the memory. */
final class SeriesFile {
    /** Limits the cost of one picture. */
    private static final long MOST_ROWS = 2_000_000;

    /** Larger than any amount of money, and small enough that differences stay finite. */
    private static final double LARGEST = 1e100;

    private static final String NUMBERS = "Write numbers as 1234.5 or 1.2e6; an empty cell is a gap.";

    private final CsvRows rows;
    private final SeriesColumns columns;
    private final Axes.Log log;
    private final double[] row;
    private long line;
    private double x = Double.NEGATIVE_INFINITY;

    private SeriesFile(CsvRows rows, SeriesColumns columns, Axes.Log log) {
        this.rows = rows;
        this.columns = columns;
        this.log = log;
        this.row = new double[columns.names().size()];
    }

    /** Takes the rows of a series as they come. */
    interface Taker {
        /** @param row the numbers of all columns, NaN for an empty cell; the array is reused for the next row */
        void take(double[] row);
    }

    /** Makes a taker once the columns are known. */
    interface Takers {
        Taker of(SeriesColumns columns);
    }

    /** Describes the content of the file; {@code cut} is set when rows stand behind the last one read. */
    record Read(SeriesColumns columns, long rows, boolean cut) {}

    /** Hands each row to the taker that {@code takers} makes for the columns. Closes {@code file}. */
    static Read read(InputStream file, Axes.Log log, Takers takers) throws IOException, UndrawableException {
        try (CsvRows rows = new CsvRows(file, CsvRows.BYTES)) {
            SeriesColumns columns = SeriesColumns.of(rows.next().orElse(List.of("")));
            return new SeriesFile(rows, columns, log).read(takers.of(columns));
        }
    }

    private Read read(Taker taker) throws IOException, UndrawableException {
        long count = 0;
        Optional<List<String>> cells = rows.next();
        for (; cells.isPresent() && count < MOST_ROWS; cells = rows.next()) {
            line = rows.line();
            if (!CsvRows.isBlank(cells.get())) {
                take(cells.get());
                taker.take(row);
                count++;
            }
        }
        if (count == 0) {
            throw new UndrawableException("the file has no row below its header", "Write a row for each point.");
        }
        return new Read(columns, count, cells.isPresent() || rows.cut());
    }

    private void take(List<String> cells) throws UndrawableException {
        CsvRows.checkWidth(cells, row.length, line, "Write a cell for each column.");
        for (int i = 0; i < row.length; i++) {
            row[i] = number(cells.get(i), i);
        }
        if (Double.isNaN(row[0]) || row[0] < x) {
            throw new UndrawableException(
                    at(0) + (Double.isNaN(row[0]) ? " is empty" : " is below the row before it"),
                    "Order the rows by their first column, which has a number in each.");
        }
        x = row[0];
    }

    private double number(String cell, int column) throws UndrawableException {
        if (cell.isEmpty()) {
            return Double.NaN;
        }
        double number = PnlColumn.number(cell);
        if (!(Math.abs(number) <= LARGEST)) {
            throw new UndrawableException(at(column) + " is not a number: " + UndrawableException.shown(cell), NUMBERS);
        }
        if (number <= 0 && isLog(column)) {
            throw new UndrawableException(
                    at(column) + " cannot stand on a logarithmic axis: " + UndrawableException.shown(cell),
                    "Write positive numbers, or ask for no logarithmic axis there.");
        }
        return number;
    }

    private boolean isLog(int column) {
        return log == Axes.Log.BOTH || log == (column == 0 ? Axes.Log.X : Axes.Log.Y);
    }

    private String at(int column) {
        return "line " + line + ", column "
                + UndrawableException.shown(columns.names().get(column));
    }
}
