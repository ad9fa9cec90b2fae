package dev.slipway.gateway.sheet;

import dev.slipway.gateway.files.RowLanding;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.xml.XmlStream;
import dev.slipway.request.SheetExtract.Range;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Writes the rows of a range while the sheet streams by. Writes empty rows only when a row with content follows. */
final class SheetCells extends WorkbookPart {

    private final Range range;
    private final CellValues values;
    private final Cancellation cancellation;
    private final RowLanding.Rows rows;
    private final String[] current;
    private final RichText inline = new RichText();
    private boolean any;
    private int row;
    private int column;
    private int written;
    private String cell;
    private String type;
    private int style;
    private String value;
    private boolean formula;

    SheetCells(Range range, CellValues values, Cancellation cancellation, RowLanding.Rows rows) {
        this.range = range;
        this.values = values;
        this.cancellation = cancellation;
        this.rows = rows;
        this.current = new String[range.columns()];
        this.written = range.firstRow() - 1;
    }

    @Override
    boolean begin(String name, XmlStream element) throws SheetFault, InterruptedException {
        switch (name) {
            case "row" -> beginRow(element);
            case "c" -> beginCell(element);
            case "f" -> formula = true;
            case "v" -> {
                return true;
            }
            default -> {
                return inline.begin(name);
            }
        }
        return false;
    }

    private void beginRow(XmlStream element) throws SheetFault, InterruptedException {
        cancellation.check();
        row = number(element, "r", row + 1);
        column = 0;
        any = false;
        Arrays.fill(current, null);
    }

    private void beginCell(XmlStream element) throws SheetFault {
        String name = element.attribute("r");
        column = name == null ? column + 1 : Range.column(letters(name));
        cell = name == null ? "number " + column + " of row " + row : name;
        type = element.attribute("t");
        style = number(element, "s", 0);
        value = null;
        inline.clear();
        formula = false;
    }

    private static String letters(String name) {
        int end = 0;
        while (end < name.length() && name.charAt(end) > '9') {
            end++;
        }
        return name.substring(0, end);
    }

    @Override
    void end(String name, String collected) throws SheetFault, IOException, InterruptedException {
        switch (name) {
            case "v" -> value = collected;
            case "is" -> value = inline.text();
            case "c" -> endCell();
            case "row" -> endRow();
            default -> inline.end(name, collected);
        }
    }

    private void endCell() throws SheetFault {
        if (row < range.firstRow()
                || row > range.lastRow()
                || column < range.firstColumn()
                || column > range.lastColumn()) {
            return;
        }
        if (formula && value == null) {
            throw new SheetFault(
                    "cell " + cell + " has a formula and no kept value: save the workbook where it is calculated");
        }
        String text = values.text(cell, type, style, value);
        current[column - range.firstColumn()] = text;
        any |= text != null;
    }

    private void endRow() throws SheetFault, IOException, InterruptedException {
        if (!any) {
            return;
        }
        if (row <= written) {
            throw new SheetFault("row " + row + " stands twice or out of order");
        }
        while (written < row - 1) {
            write(Collections.nCopies(range.columns(), null));
        }
        write(Collections.unmodifiableList(new ArrayList<>(Arrays.asList(current))));
    }

    private void write(List<String> cells) throws SheetFault, IOException, InterruptedException {
        if (rows.isEmpty()) {
            for (int i = 0; i < cells.size(); i++) {
                if (cells.get(i) == null || cells.get(i).isEmpty()) {
                    throw new SheetFault("the first row of the range has no name for column " + (i + 1) + " of it");
                }
            }
        }
        rows.write(cells);
        written++;
    }
}
