package dev.slipway.gateway.sheet;

import dev.slipway.request.SheetExtract.Range;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;

/** The rows of a range while the sheet streams by. Rows that hold nothing come out only when one follows that does. */
final class SheetCells extends Part {

    /** Takes the rows, the first being the columns' names. */
    @FunctionalInterface
    interface Rows {
        void row(List<String> values) throws IOException, InterruptedException;
    }

    /** What {@link Rows} threw, on its way through the parser. */
    static final class Passed extends SAXException {
        private static final long serialVersionUID = 1L;

        Passed(Exception cause) {
            super(cause);
        }
    }

    private final Range range;
    private final CellValues values;
    private final Rows rows;
    private final String[] current;
    private boolean any;
    private int row;
    private int column;
    private int written;
    private String cell;
    private String type;
    private String style;
    private String value;
    private StringBuilder inline;
    private boolean formula;

    SheetCells(Range range, CellValues values, Rows rows) {
        this.range = range;
        this.values = values;
        this.rows = rows;
        this.current = new String[range.columns()];
        this.written = range.firstRow() - 1;
    }

    @Override
    boolean begin(String name, Attributes attributes) throws SAXException {
        switch (name) {
            case "row" -> {
                String number = attributes.getValue("r");
                row = number == null ? row + 1 : Integer.parseInt(number);
                column = 0;
                any = false;
                java.util.Arrays.fill(current, null);
            }
            case "c" -> {
                cell = attributes.getValue("r");
                column = cell == null ? column + 1 : Range.column(cell.replaceAll("\\d", ""));
                cell = cell == null ? "number " + column + " of row " + row : cell;
                type = attributes.getValue("t");
                style = attributes.getValue("s");
                value = null;
                inline = new StringBuilder();
                formula = false;
            }
            case "f" -> formula = true;
            default -> {
                return name.equals("v") || name.equals("t");
            }
        }
        return false;
    }

    @Override
    void end(String name, String collected) throws SAXException {
        switch (name) {
            case "v" -> value = collected;
            case "t" -> value = inline.append(collected).toString();
            case "c" -> cell();
            case "row" -> row();
            default -> {
                // Nothing of it is asked for.
            }
        }
    }

    private void cell() throws SAXException {
        if (row < range.firstRow()
                || row > range.lastRow()
                || column < range.firstColumn()
                || column > range.lastColumn()) {
            return;
        }
        if (formula && value == null) {
            throw new SheetFault(
                    "cell " + cell + " has a formula and no kept value: save the workbook where it is" + " calculated");
        }
        String text = values.text(cell, type, style, value);
        current[column - range.firstColumn()] = text;
        any |= text != null;
    }

    private void row() throws SAXException {
        if (!any) {
            return;
        }
        if (row <= written) {
            throw new SheetFault("row " + row + " stands twice or out of order");
        }
        try {
            while (written < row - 1) {
                header(Collections.nCopies(range.columns(), null));
            }
            header(Collections.unmodifiableList(new ArrayList<>(java.util.Arrays.asList(current))));
        } catch (IOException | InterruptedException e) {
            throw new Passed(e);
        }
    }

    private void header(List<String> values) throws SAXException, IOException, InterruptedException {
        int at = values.indexOf(null);
        if (written == range.firstRow() - 1 && (at >= 0 || values.contains(""))) {
            throw new SheetFault("the first row of the range has no name for column "
                    + ((at >= 0 ? at : values.indexOf("")) + 1) + " of it");
        }
        written++;
        rows.row(values);
    }

    /** Whether not even the columns' names were found. */
    boolean isEmpty() {
        return written < range.firstRow();
    }
}
