package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Refuses, by its text alone, a statement that can never be an extract or never a store. Submit checks before a job is
 * accepted, without a connection. Each step checks again, and then lets the database judge the rest.
 */
final class StatementKind {
    /** The first word of a procedure call, which may be an extract or a store. */
    static final String CALL = "CALL";

    /** The first word of named queries before a query or a change of rows. */
    static final String WITH = "WITH";

    private static final Set<String> QUERIES = Set.of("SELECT", WITH, "VALUES", "TABLE");
    private static final Set<String> STORES = Set.of("INSERT", "UPDATE", "DELETE", "MERGE", WITH, CALL);
    private static final Set<String> STORES_BY_DRIVER =
            Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", WITH, CALL);

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

    private StatementKind() {}

    /** Refuses an extract by its first word. A server would run any valid statement, even one that does not read. */
    static void requireReading(String sql, String source) {
        String word = FirstWord.of(sql);
        if (!QUERIES.contains(word) && !word.equals(CALL)) {
            throw refused(
                    "the statement for source " + source + " is none that reads",
                    "an extract begins with one of " + String.join(", ", new TreeSet<>(QUERIES)) + ", " + CALL
                            + FirstWord.hint(sql));
        }
    }

    /** Refuses a store of a PostgreSQL by its first word. */
    static void requireStoring(String sql, String source) {
        if (CopyTarget.in(sql).isEmpty() && !STORES.contains(FirstWord.of(sql))) {
            throw storesNothing(sql, source, STORES, ", or is " + CopyTarget.FORM);
        }
    }

    /** Returns the text that is run for an extract by driver. */
    static String readingByDriver(String text, String source) {
        String sql = single(text, source);
        requireReading(sql, source);
        requireNoFile(sql, source);
        return sql;
    }

    /** Returns the text that is run for a store by driver. */
    static String storingByDriver(String text, String source) {
        String sql = single(text, source);
        String word = FirstWord.of(sql);
        if (!STORES_BY_DRIVER.contains(word)
                || word.equals(WITH) && !CHANGES_ROWS.matcher(sql).find()) {
            throw storesNothing(sql, source, STORES_BY_DRIVER, "; one of these other words follows a WITH");
        }
        requireNoFile(sql, source);
        return sql;
    }

    private static void requireNoFile(String sql, String source) {
        if (WRITES_FILES.matcher(sql).find()) {
            throw refused(
                    "the statement for source " + source + " could write a file on the database's host",
                    "The words OUTFILE and DUMPFILE may stand nowhere in a statement; give a text with them as a parameter.");
        }
    }

    /**
     * Requires a single statement. Databases differ in where a string or a comment ends, so the critical characters are
     * refused everywhere, even in strings.
     */
    private static String single(String text, String source) {
        String sql = UserStatement.whole(text);
        if (sql.indexOf(';') >= 0) {
            throw refused(
                    "the text for source " + source + " holds a semicolon, as several statements do",
                    "Write one statement, and give a text that has a semicolon as a parameter.");
        }
        if (EXECUTABLE_COMMENT.matcher(sql).find()) {
            throw refused(
                    "the text for source " + source + " holds /*! or /*M!, which begin what some databases run",
                    "Write the statement without it, and give a text that has it as a parameter.");
        }
        return sql;
    }

    private static ProblemException storesNothing(String sql, String source, Set<String> words, String more) {
        return refused(
                "the statement for source " + source + " stores nothing",
                "a store begins with one of " + String.join(", ", new TreeSet<>(words)) + more + FirstWord.hint(sql));
    }

    private static ProblemException refused(String message, String detail) {
        return StepProblem.of(ProblemCode.STATEMENT_REFUSED, message, detail);
    }
}
