package dev.slipway.gateway.sheet;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Joins the text of runs with different formats. Skips phonetic hints. */
final class RichText {
    private static final String RUN = "t";
    private static final String PHONETIC = "rPh";
    private static final int HEX = 16;

    /** The escape of a character that XML cannot hold: the character's number in hex digits. */
    private static final Pattern ESCAPE = Pattern.compile("_x([0-9A-Fa-f]{4})_");

    private final StringBuilder text = new StringBuilder();
    private boolean phonetic;

    void clear() {
        text.setLength(0);
        phonetic = false;
    }

    /** Begins an element. @return whether the text of the element is needed */
    boolean begin(String name) {
        if (name.equals(PHONETIC)) {
            phonetic = true;
        }
        return name.equals(RUN) && !phonetic;
    }

    /** Handles the end of an element. */
    void end(String name, String collected) throws SheetFault {
        if (name.equals(PHONETIC)) {
            phonetic = false;
        } else if (name.equals(RUN)) {
            text.append(collected);
            WorkbookPart.requireShort(text);
        }
    }

    /** Returns the text of all runs. */
    String text() {
        return unescaped(text.toString());
    }

    /** Replaces escapes by their characters. */
    static String unescaped(String text) {
        Matcher escapes = ESCAPE.matcher(text);
        return escapes.find() ? escapes.replaceAll(found -> Matcher.quoteReplacement(character(found))) : text;
    }

    private static String character(MatchResult escape) {
        return String.valueOf((char) Integer.parseInt(escape.group(1), HEX));
    }
}
