package dev.slipway.request;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Extracts cells of a spreadsheet into a CSV file of the run folder; the first row of the range names the columns.
 *
 * @param workbook an .xlsx file that a step of an earlier order group wrote
 * @param sheet the name of the sheet; empty for the first one
 * @param range two corners, as {@code A1:D200}; empty rows at the end are left out
 */
public record SheetExtract(StepHead.In head, RunPath workbook, Optional<String> sheet, String range)
        implements StagingStep {

    public SheetExtract {
        Require.that(Range.of(range).isPresent(), "not a range of cells: " + range);
        Require.that(!workbook.equals(head.file()), "the workbook would be replaced");
    }

    /** Returns the range of cells. */
    public Range cells() {
        return Range.of(range).orElseThrow();
    }

    /** Rows and columns from 1, all inclusive. */
    public record Range(int firstRow, int firstColumn, int lastRow, int lastColumn) {
        private static final Pattern FORM = Pattern.compile("([A-Z]{1,3})([1-9]\\d{0,6}):([A-Z]{1,3})([1-9]\\d{0,6})");
        private static final int LETTERS = 26;

        /** The limits of an .xlsx file. */
        private static final int MOST_ROWS = 1_048_576;

        private static final int MOST_COLUMNS = 16_384;

        /** Parses {@code A1:D200}; empty if the text is no range. */
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

        /** Returns the number of a column such as {@code AB}. */
        public static int column(String letters) {
            return letters.chars().reduce(0, (number, letter) -> number * LETTERS + letter - 'A' + 1);
        }

        public int columns() {
            return lastColumn - firstColumn + 1;
        }
    }

    @Override
    public Place place() {
        return new Place.Own();
    }

    @Override
    public String placeName() {
        return "run folder";
    }

    @Override
    public Optional<StepInput> input() {
        return Optional.of(new StepInput(workbook, List.of(), false));
    }
}
