package dev.slipway.gateway.sql;

import dev.slipway.staging.RowSample;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Gathers the first rows of an answer for people. Limits the number of rows, the text of all, and the length of each
 * value.
 */
public final class SampleRows {
    public static final String CALL = "not run: what a CALL does is known only when it runs";
    public static final String PARAMETERS = "not run: a job takes the values of its parameters from a file";

    /** Characters read of each value: one more than shown, to tell that the value goes on. */
    public static final int BEGINNING = 201;

    private static final int SHOWN = BEGINNING - 1;
    private static final int MOST_TEXT = 64 * 1024;
    private static final String GOES_ON = "\u2026";

    private final int most;
    private final List<List<Optional<String>>> rows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private int text;
    private boolean cut;
    private boolean more;

    public SampleRows(int most) {
        this.most = most;
    }

    /** @param rows null if the driver does not know the columns before the run */
    public static List<RowSample.Column> columns(ResultSetMetaData rows) throws SQLException {
        List<RowSample.Column> columns = new ArrayList<>();
        for (int i = 1; rows != null && i <= rows.getColumnCount(); i++) {
            columns.add(new RowSample.Column(rows.getColumnLabel(i), rows.getColumnTypeName(i)));
        }
        return columns;
    }

    /** Returns the notes about a statement that is not run for {@code reason}. */
    public static List<String> notRun(List<String> parameterTypes, String reason) {
        List<String> notes = new ArrayList<>(StatementParameters.described(parameterTypes, List.of()));
        notes.add(reason);
        return notes;
    }

    /** Returns the note about a statement that takes too long. */
    public static String tooLong(Duration patience) {
        return "no rows, for there were none within " + patience.toSeconds() + " s; a job waits for longer";
    }

    /** @param values the beginnings of a row's values, null for NULL; @return whether there is room for another row */
    public boolean take(List<String> values) {
        if (rows.size() == most) {
            more = true;
            return false;
        }
        List<Optional<String>> row = new ArrayList<>();
        for (String value : values) {
            row.add(Optional.ofNullable(value).map(this::shown));
        }
        text += row.stream().flatMap(Optional::stream).mapToInt(String::length).sum();
        if (text > MOST_TEXT) {
            more = true;
            notes.add("the rows end where " + MOST_TEXT / 1024 + " KiB are full");
            return false;
        }
        rows.add(row);
        return true;
    }

    private String shown(String value) {
        if (value.codePointCount(0, value.length()) <= SHOWN) {
            return value;
        }
        cut = true;
        return value.substring(0, value.offsetByCodePoints(0, SHOWN)) + GOES_ON;
    }

    public RowSample sample(List<RowSample.Column> columns) {
        if (cut) {
            notes.add("values that end in " + GOES_ON + " are longer than the " + SHOWN + " characters shown");
        }
        return new RowSample(columns, rows, more, notes);
    }
}
