package dev.slipway.web.charts;

import dev.slipway.web.results.UndrawableException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Describes the columns of a series: the first goes across, and each further column is a line or a bound of its band.
 */
record SeriesColumns(List<String> names, List<Line> lines) {
    /** The most lines that a reader can tell apart in one picture. */
    static final int MOST_LINES = 8;

    private static final String LOWER = "_lower";
    private static final String UPPER = "_upper";
    private static final int NAME = 60;
    private static final String FORM = "Write the values across first, then a column for each line,"
            + " and NAME_lower and NAME_upper beside it for a band.";

    /** Describes a line by the numbers of its columns; {@code lower} and {@code upper} are -1 without a band. */
    record Line(String name, int value, int lower, int upper) {
        boolean hasBand() {
            return lower >= 0;
        }
    }

    static SeriesColumns of(List<String> header) throws UndrawableException {
        List<String> names = names(header);
        List<Line> lines = new ArrayList<>();
        for (int i = 1; i < names.size(); i++) {
            if (!isBound(names, names.get(i))) {
                String name = names.get(i);
                lines.add(new Line(name, i, names.indexOf(name + LOWER), names.indexOf(name + UPPER)));
            }
        }
        if (lines.size() > MOST_LINES) {
            throw new UndrawableException(
                    "the file has " + lines.size() + " lines, and a picture holds at most " + MOST_LINES,
                    "Leave columns out, or write several files.");
        }
        return new SeriesColumns(names, lines);
    }

    private static List<String> names(List<String> header) throws UndrawableException {
        if (header.size() < 2) {
            throw new UndrawableException("the file has no column of a line", FORM);
        }
        List<String> names = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String name : header) {
            if (name.isBlank()) {
                throw new UndrawableException("column " + (names.size() + 1) + " has no name", FORM);
            }
            if (!seen.add(name)) {
                throw new UndrawableException(
                        "two columns are named " + UndrawableException.shown(name), "Give each its own name.");
            }
            names.add(name.substring(0, Math.min(NAME, name.length())));
        }
        return names;
    }

    /**
     * Returns whether a column is a bound of another one. A bound without its line or without the other bound is
     * refused.
     */
    private static boolean isBound(List<String> names, String name) throws UndrawableException {
        if (!name.endsWith(LOWER) && !name.endsWith(UPPER)) {
            return false;
        }
        String line = name.substring(0, name.length() - LOWER.length());
        String other = line + (name.endsWith(LOWER) ? UPPER : LOWER);
        boolean hasLine = names.indexOf(line) > 0;
        boolean hasOther = names.contains(other);
        if (hasLine != hasOther) {
            throw new UndrawableException(
                    "column " + UndrawableException.shown(hasLine ? other : line) + " is missing beside column "
                            + UndrawableException.shown(name),
                    FORM);
        }
        return hasLine;
    }
}
