package dev.slipway.template;

import dev.slipway.form.Placeholders;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds the parts of a statement outside of quoted texts and comments, by the rules of standard SQL and PostgreSQL.
 * Names in double quotes and texts between dollars are kept, since they may hold code; a quote inside of them begins no
 * text.
 */
final class UnquotedText {
    /**
     * Marks around the names of blanks in a statement that is parsed as SQL; no text of a document holds these
     * characters.
     */
    private static final char BEGIN = '\uFFFE';

    private static final char END = '\uFFFF';
    private static final Pattern MARKED = Pattern.compile("(-?)" + BEGIN + "([^" + END + "]*)" + END);

    private final String statement;
    private final StringBuilder outside = new StringBuilder();
    private int at;

    private UnquotedText(String statement) {
        this.statement = statement;
    }

    /**
     * Returns the names of a statement's blanks outside of quoted texts and comments. A minus before a blank in the
     * statement also stands before the name.
     *
     * @throws IllegalArgumentException if the statement cannot be parsed
     */
    static Set<String> blanks(String statement) {
        String outside = of(Placeholders.fill(statement, name -> BEGIN + name + END));
        Set<String> names = new LinkedHashSet<>();
        MARKED.matcher(outside).results().forEach(place -> names.add(place.group(1) + place.group(2)));
        return names;
    }

    /** @throws IllegalArgumentException if the unquoted text of the statement cannot be determined */
    static String of(String statement) {
        UnquotedText unquoted = new UnquotedText(statement);
        while (unquoted.at < statement.length()) {
            unquoted.next();
        }
        return unquoted.outside.toString();
    }

    private void next() {
        char c = statement.charAt(at);
        if (c == '\'') {
            text();
        } else if (statement.startsWith("--", at)) {
            int end = statement.indexOf('\n', at);
            at = end < 0 ? statement.length() : end;
        } else if (statement.startsWith("/*", at)) {
            comment();
        } else if (c == '"') {
            keep(end("\"", at + 1, "name in double quotes"));
        } else if (c == '$' && !follows(at)) {
            dollars();
        } else {
            keep(at + 1);
        }
    }

    private void keep(int end) {
        outside.append(statement, at, end);
        at = end;
    }

    /** Returns the position after the next {@code mark}. */
    private int end(String mark, int from, String what) {
        int end = statement.indexOf(mark, from);
        if (end < 0) {
            throw untold("a " + what + " does not end");
        }
        return end + mark.length();
    }

    private void text() {
        String word = word();
        boolean escapes = word.equals("e");
        if (word.equals("q") || word.equals("nq")) {
            throw untold("quotes as q'[...]' are read by some databases only");
        }
        int end = at + 1;
        while (true) {
            end = end("'", end, "text in quotes");
            int backslashes = backslashes(end - 2);
            if (backslashes > 0 && !escapes) {
                throw untold("a backslash before a quote is read in two ways");
            }
            boolean doubled = end < statement.length() && statement.charAt(end) == '\'';
            if (backslashes % 2 == 0 && !doubled) {
                break;
            }
            end += backslashes % 2 == 0 ? 1 : 0;
        }
        outside.append("''");
        at = end;
    }

    /** Counts the backslashes before a quote, back from {@code from}. */
    private int backslashes(int from) {
        int first = from;
        while (first > at && statement.charAt(first) == '\\') {
            first--;
        }
        return from - first;
    }

    /** Returns the word that ends before the quote, in small letters. */
    private String word() {
        int first = at;
        while (follows(first)) {
            first--;
        }
        return statement.substring(first, at).toLowerCase(Locale.ROOT);
    }

    /** Returns whether a name goes on at {@code place}. */
    private boolean follows(int place) {
        return place > 0
                && (Character.isLetterOrDigit(statement.charAt(place - 1))
                        || "_$".indexOf(statement.charAt(place - 1)) >= 0);
    }

    /** Skips a comment; refuses a comment in a comment, since databases do not agree on those. */
    private void comment() {
        int end = end("*/", at + 2, "comment");
        if (statement.substring(at + 2, end - 2).contains("/*")) {
            throw untold("a comment stands in a comment");
        }
        outside.append(' ');
        at = end;
    }

    /** Keeps a text between two equal tags, such as {@code $$} or {@code $body$}, and a dollar that begins no tag. */
    private void dollars() {
        int end = at + 1;
        while (end < statement.length() && isTag(statement.charAt(end))) {
            end++;
        }
        boolean tag = end < statement.length() && statement.charAt(end) == '$';
        boolean parameter = end > at + 1 && Character.isDigit(statement.charAt(at + 1));
        keep(tag && !parameter ? end(statement.substring(at, end + 1), end + 1, "text in dollars") : at + 1);
    }

    private static boolean isTag(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }

    private static IllegalArgumentException untold(String why) {
        return new IllegalArgumentException("it cannot be told what of a statement stands in quotes: " + why
                + "; write that in another way, or without a blank");
    }
}
