package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.Set;
import java.util.TreeSet;

/**
 * Refuses, by its text alone, a statement that can never be an extract or never a store. Submit checks before a job is
 * accepted, without a connection. Each step checks again, and then lets the database judge the rest.
 */
public final class StatementKind {
    /** The first word of a procedure call, which may be an extract or a store. */
    public static final String CALL = "CALL";

    /** The first word of named queries before a query or a change of rows. */
    public static final String WITH = "WITH";

    private static final Set<String> QUERIES = Set.of("SELECT", WITH, "VALUES", "TABLE");

    private StatementKind() {}

    /** Refuses an extract by its first word. A server would run any valid statement, even one that does not read. */
    public static void requireReading(String sql, String source) {
        String word = FirstWord.of(sql);
        if (!QUERIES.contains(word) && !word.equals(CALL)) {
            throw refused(
                    "the statement for source " + source + " is none that reads",
                    "an extract begins with one of " + String.join(", ", new TreeSet<>(QUERIES)) + ", " + CALL
                            + FirstWord.hint(sql));
        }
    }

    /** Returns the text that is run, without trailing semicolons and white space. */
    public static String whole(String text) {
        int end = text.length();
        while (end > 0 && (text.charAt(end - 1) == ';' || Character.isWhitespace(text.charAt(end - 1)))) {
            end--;
        }
        return text.substring(0, end);
    }

    /**
     * Returns the problem of a text that can never be a store.
     *
     * @param words with which a store begins
     * @param more what else the problem says
     */
    public static ProblemException storesNothing(String sql, String source, Set<String> words, String more) {
        return refused(
                "the statement for source " + source + " stores nothing",
                "a store begins with one of " + String.join(", ", new TreeSet<>(words)) + more + FirstWord.hint(sql));
    }

    /** Returns the problem of a refused statement. */
    public static ProblemException refused(String message, String detail) {
        return StepProblem.of(ProblemCode.STATEMENT_REFUSED, message, detail);
    }
}
