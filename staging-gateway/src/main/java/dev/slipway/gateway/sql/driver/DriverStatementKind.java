package dev.slipway.gateway.sql.driver;

import dev.slipway.gateway.sql.FirstWord;
import dev.slipway.gateway.sql.StatementKind;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Refuses, by its text alone, a statement that can never be an extract or never a store at a {@link DriverDatabase}.
 * One list holds the words of all makes.
 */
public final class DriverStatementKind {
    private static final Set<String> STORES =
            Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", StatementKind.WITH, StatementKind.CALL);

    /**
     * Matches the words by which MySQL's family writes files of the database's host, even in a read-only transaction.
     */
    private static final Pattern WRITES_FILES = Pattern.compile("(?i)OUTFILE|DUMPFILE");

    /**
     * Matches a change of rows behind a WITH. A WITH in front of a SELECT can make a table or a file, but changes no
     * rows.
     */
    private static final Pattern CHANGES_ROWS = Pattern.compile("(?i)\\b(?:INSERT|UPDATE|DELETE|MERGE|REPLACE)\\b");

    /** A comment that MySQL's family runs. */
    private static final Pattern EXECUTABLE_COMMENT = Pattern.compile("/\\*M?!");

    private DriverStatementKind() {}

    /** Returns the text that is run for an extract by driver. */
    public static String reading(String text, String source) {
        String sql = single(text, source);
        StatementKind.requireReading(sql, source);
        requireNoFile(sql, source);
        return sql;
    }

    /** Returns the text that is run for a store by driver. */
    public static String storing(String text, String source) {
        String sql = single(text, source);
        String word = FirstWord.of(sql);
        if (!STORES.contains(word)
                || word.equals(StatementKind.WITH) && !CHANGES_ROWS.matcher(sql).find()) {
            throw StatementKind.storesNothing(sql, source, STORES, "; one of these other words follows a WITH");
        }
        requireNoFile(sql, source);
        return sql;
    }

    private static void requireNoFile(String sql, String source) {
        if (WRITES_FILES.matcher(sql).find()) {
            throw StatementKind.refused(
                    "the statement for source " + source + " could write a file on the database's host",
                    "The words OUTFILE and DUMPFILE may stand nowhere in a statement;"
                            + " give a text with them as a parameter.");
        }
    }

    /**
     * Requires a single statement. Databases differ in where a string or a comment ends, so the critical characters are
     * refused everywhere, even in strings.
     */
    private static String single(String text, String source) {
        String sql = StatementKind.whole(text);
        if (sql.indexOf(';') >= 0) {
            throw StatementKind.refused(
                    "the text for source " + source + " holds a semicolon, as several statements do",
                    "Write one statement, and give a text that has a semicolon as a parameter.");
        }
        if (EXECUTABLE_COMMENT.matcher(sql).find()) {
            throw StatementKind.refused(
                    "the text for source " + source + " holds /*! or /*M!, which begin what some databases run",
                    "Write the statement without it, and give a text that has it as a parameter.");
        }
        return sql;
    }
}
