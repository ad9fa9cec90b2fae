package dev.slipway.gateway.sheet;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text out of runs of different looks, without what only tells how it is spoken. */
final class RichText {
    private static final String RUN = "t";
    private static final String PHONETIC = "rPh";
    private static final int HEX = 16;

    /** How a sheet writes what XML cannot: the character's number in hex digits. */
    private static final Pattern ESCAPE = Pattern.compile("_x([0-9A-Fa-f]{4})_");

    private final StringBuilder text = new StringBuilder();
    private boolean phonetic;

    void clear() {
        text.setLength(0);
        phonetic = false;
    }

    /** An element begins. @return whether its text is wanted */
    boolean begin(String name) {
        if (name.equals(PHONETIC)) {
            phonetic = true;
        }
        return name.equals(RUN) && !phonetic;
    }

    /** An element ends. */
    void end(String name, String collected) throws SheetFault {
        if (name.equals(PHONETIC)) {
            phonetic = false;
        } else if (name.equals(RUN)) {
            text.append(collected);
            WorkbookPart.requireShort(text);
        }
    }

    /** All runs, as they are read. */
    String text() {
        return unescaped(text.toString());
    }

    /** A text with its escapes as the characters that they stand for. */
    static String unescaped(String text) {
        Matcher escapes = ESCAPE.matcher(text);
        return escapes.find() ? escapes.replaceAll(found -> Matcher.quoteReplacement(character(found))) : text;
    }

    private static String character(MatchResult escape) {
        return String.valueOf((char) Integer.parseInt(escape.group(1), HEX));
    }
}
