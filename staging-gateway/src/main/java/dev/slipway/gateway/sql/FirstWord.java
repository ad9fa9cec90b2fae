package dev.slipway.gateway.sql;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the first word of a statement, which tells every database the kind of the statement.
 *
 * <p>Databases differ in where a comment ends. PostgreSQL nests {@code /*}, and MariaDB does not. A carriage return
 * ends a line for one and not for the other. MySQL's family runs the content of a comment that begins with an
 * exclamation mark. So only comments that all databases read alike are skipped. Behind any other comment no word is
 * found, and the statement is refused.
 */
public final class FirstWord {
    private static final String COMMENTS =
            "\nA comment in front of the first word may not be nested, may hold no carriage return,"
                    + " and may not begin with /*! or #.";

    /** Matches from the end of the previous match, so that a long text costs no more than its length. */
    private static final Pattern PASSED_OVER = Pattern.compile("\\G(?:[ \\t\\r\\n\\f(]++"
            + "|--[^\\r\\n\\f\\x0B\\x85\\u2028\\u2029]*+\\r?\\n"
            + "|/\\*(?!M?!|\\+)(?:(?!/\\*|\\*/)[\\s\\S])*+\\*/)");

    private static final Pattern WORD = Pattern.compile("[A-Za-z]++(?![A-Za-z0-9_$#@\\x80-\\uFFFF])");

    private FirstWord() {}

    /** Returns a hint for a refused statement: the rules for comments if no first word was found, otherwise nothing. */
    static String hint(String sql) {
        return of(sql).isEmpty() ? COMMENTS : "";
    }

    /** Returns the word in capitals, or an empty text if no word is found. */
    public static String of(String sql) {
        Matcher passed = PASSED_OVER.matcher(sql);
        int begin = 0;
        while (passed.find()) {
            begin = passed.end();
        }
        Matcher word = WORD.matcher(sql).region(begin, sql.length());
        return word.lookingAt() ? word.group().toUpperCase(Locale.ROOT) : "";
    }
}
