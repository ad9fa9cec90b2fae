package dev.slipway.request;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cells of a spreadsheet that become a CSV file of the run folder; the first row of the range names the columns.
 *
 * @param workbook an .xlsx file that a step of an earlier order group wrote
 * @param sheet its name; empty: the first
 * @param range two corners, as {@code A1:D200}; rows after the last that holds anything are left out
 */
public record SheetExtract(
        String name,
        int orderGroup,
        RunPath workbook,
        Optional<String> sheet,
        String range,
        RunPath file,
        CreationFlag creation,
        Compression compression)
        implements StagingStep {

    public SheetExtract {
        Require.text(name, "step name");
        Require.that(Range.of(range).isPresent(), "not a range of cells: " + range);
        Require.that(!workbook.equals(file), "the workbook would be replaced");
    }

    /** The cells. */
    public Range cells() {
        return Range.of(range).orElseThrow();
    }

    /** Rows and columns from 1, all included. */
    public record Range(int firstRow, int firstColumn, int lastRow, int lastColumn) {
        private static final Pattern FORM = Pattern.compile("([A-Z]{1,3})([1-9]\\d{0,6}):([A-Z]{1,3})([1-9]\\d{0,6})");
        private static final int LETTERS = 26;

        /** What an .xlsx can have. */
        private static final int MOST_ROWS = 1_048_576;

        private static final int MOST_COLUMNS = 16_384;

        /** Of {@code A1:D200}; empty if it is no range. */
        public static Optional<Range> of(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches()) {
                return Optional.empty();
            }
            Range range = new Range(
                    Integer.parseInt(form.group(2)),
                    column(form.group(1)),
                    Integer.parseInt(form.group(4)),
                    column(form.group(3)));
            boolean fits = range.firstRow <= range.lastRow
                    && range.firstColumn <= range.lastColumn
                    && range.lastRow <= MOST_ROWS
                    && range.lastColumn <= MOST_COLUMNS;
            return fits ? Optional.of(range) : Optional.empty();
        }

        /** The number of column {@code AB}. */
        public static int column(String letters) {
            return letters.chars().reduce(0, (number, letter) -> number * LETTERS + letter - 'A' + 1);
        }

        public int columns() {
            return lastColumn - firstColumn + 1;
        }
    }

    @Override
    public Direction direction() {
        return Direction.IN;
    }

    @Override
    public String place() {
        return "run folder";
    }

    @Override
    public Optional<RunPath> input() {
        return Optional.of(workbook);
    }
}
