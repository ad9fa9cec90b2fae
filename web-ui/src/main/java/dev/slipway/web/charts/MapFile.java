package dev.slipway.web.charts;

import dev.slipway.web.results.CsvRows;
import dev.slipway.web.results.PnlColumn;
import dev.slipway.web.results.UndrawableException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Reads the rows of a map's file, each with the value of one cell. The first wrong row is reported with the line
 * number.
 */
final class MapFile {
    /** The most rows and the most columns of a map. */
    static final int MOST = 512;

    private static final double LARGEST = 1e100;
    private static final int DIGITS = 9;
    private static final List<String> COLUMNS = List.of("row", "column", "value");
    private static final String FORM = "Write columns row, column and value, and a row for each cell.";
    private static final String SMALLER = "Write every second or third row and column, or a part of them.";

    private final CsvRows rows;
    private final int width;
    private final int[] places = new int[COLUMNS.size()];
    private final Extent row = new Extent("rows");
    private final Extent column = new Extent("columns");
    private long line;
    private int[] cells = new int[1024];
    private double[] values = new double[512];
    private int count;

    /** Keeps the least and the greatest number so far. */
    private static final class Extent {
        private final String what;
        private int least = Integer.MAX_VALUE;
        private int greatest = Integer.MIN_VALUE;

        Extent(String what) {
            this.what = what;
        }

        void take(int number, long line) throws UndrawableException {
            least = Math.min(least, number);
            greatest = Math.max(greatest, number);
            if (greatest - (long) least >= MOST) {
                throw new UndrawableException(
                        "line " + line + ": " + what + " go from " + least + " to " + greatest
                                + ", and a map holds at most " + MOST + " of them",
                        SMALLER);
            }
        }
    }

    private MapFile(CsvRows rows, List<String> names) throws UndrawableException {
        this.rows = rows;
        this.width = names.size();
        for (int i = 0; i < places.length; i++) {
            places[i] = names.indexOf(COLUMNS.get(i));
            if (places[i] < 0) {
                throw new UndrawableException("column " + COLUMNS.get(i) + " is missing", FORM);
            }
        }
    }

    /** Reads all cells. Closes {@code file}. */
    static MapCells read(InputStream file) throws IOException, UndrawableException {
        try (CsvRows rows = new CsvRows(file, CsvRows.BYTES)) {
            MapFile map = new MapFile(rows, rows.next().orElse(List.of("")));
            map.take();
            return map.placed();
        }
    }

    private void take() throws IOException, UndrawableException {
        for (Optional<List<String>> next = rows.next(); next.isPresent(); next = rows.next()) {
            line = rows.line();
            if (!CsvRows.isBlank(next.get())) {
                take(next.get());
            }
        }
        if (rows.cut()) {
            throw new UndrawableException("the file is longer than a map can be", SMALLER);
        }
        if (count == 0) {
            throw new UndrawableException("the file has no row below its header", FORM);
        }
    }

    private void take(List<String> texts) throws UndrawableException {
        CsvRows.checkWidth(texts, width, line, FORM);
        if (count == MOST * MOST) {
            throw new UndrawableException(
                    "line " + line + ": the file has more rows than a map of " + MOST + " x " + MOST + " has cells",
                    SMALLER);
        }
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
            cells = Arrays.copyOf(cells, 4 * count);
        }
        cells[2 * count] = number(texts, 0);
        cells[2 * count + 1] = number(texts, 1);
        values[count] = value(texts);
        row.take(cells[2 * count], line);
        column.take(cells[2 * count + 1], line);
        count++;
    }

    private int number(List<String> texts, int which) throws UndrawableException {
        String text = texts.get(places[which]);
        if (!text.matches("-?\\d{1," + DIGITS + "}")) {
            throw new UndrawableException(
                    at(which) + " is not a whole number: " + UndrawableException.shown(text),
                    "Number rows and columns by whole numbers, as 0 to 255.");
        }
        return Integer.parseInt(text);
    }

    /** Reads the value of a cell; NaN for an empty cell. */
    private double value(List<String> texts) throws UndrawableException {
        String text = texts.get(places[2]);
        if (text.isEmpty()) {
            return Double.NaN;
        }
        double value = PnlColumn.number(text);
        if (!(Math.abs(value) <= LARGEST)) {
            throw new UndrawableException(
                    at(2) + " is not a number: " + UndrawableException.shown(text),
                    "Write numbers as 1234.5 or 1.2e6; an empty cell is a gap.");
        }
        return value;
    }

    private String at(int which) {
        return "line " + line + ", column " + COLUMNS.get(which);
    }

    private MapCells placed() throws UndrawableException {
        MapCells placed = new MapCells(row.least, row.greatest, column.least, column.greatest);
        BitSet seen = new BitSet();
        for (int i = 0; i < count; i++) {
            int place = (cells[2 * i] - row.least) * placed.columns() + cells[2 * i + 1] - column.least;
            if (seen.get(place)) {
                throw new UndrawableException(
                        "row " + cells[2 * i] + " has two values in column " + cells[2 * i + 1],
                        "Write one row for each cell.");
            }
            seen.set(place);
            placed.put(cells[2 * i], cells[2 * i + 1], values[i]);
        }
        if (Double.isNaN(placed.lowest())) {
            throw new UndrawableException("no cell has a value", FORM);
        }
        return placed;
    }
}
