package dev.slipway.problem;

/**
 * Makes text from outside (documents, programs, hosts, databases) safe to show in a log, a page, an XML answer and a
 * terminal: each character that any of these must not contain becomes a question mark. These are control and format
 * characters, surrogates without their other half, line and paragraph separators, and characters that XML 1.0 (section
 * 2.2) does not allow.
 */
public final class Printable {
    private static final int LONGEST = 60;

    private Printable() {}

    /** Returns one line: line feeds and tabs become question marks too. */
    public static String line(String text) {
        return clean(text, false);
    }

    /** Returns text that may have several lines. */
    public static String lines(String text) {
        return clean(text, true);
    }

    /** Returns a user's own words in quotes for a message, on one line, with at most 60 of their characters. */
    public static String quoted(String text) {
        return '"' + line(text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text) + '"';
    }

    private static String clean(String text, boolean lines) {
        if (text.codePoints().allMatch(point -> shows(point, lines))) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().map(point -> shows(point, lines) ? point : '?').forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static boolean shows(int point, boolean lines) {
        if (point == '\n' || point == '\t') {
            return lines;
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> point != 0xFFFE && point != 0xFFFF;
        };
    }
}
