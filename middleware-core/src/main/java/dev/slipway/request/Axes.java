package dev.slipway.request;

import java.util.stream.Stream;

/**
 * How a result is drawn that brings no titles of its own.
 *
 * @param x title of the axis across, or of the column of labels; empty for none
 * @param y title of the axis up, or of the column of values; empty for none
 * @param panel heading under which results of the same panel are drawn together; empty for the result's own name
 */
public record Axes(String x, String y, Log log, String panel) {
    /** Nothing is said of it. */
    public static final Axes NONE = new Axes("", "", Log.NONE, "");

    /** Longest title, in characters: what fits beside a picture. */
    public static final int LONGEST = 100;

    /** Which axes are logarithmic. */
    public enum Log {
        /** Neither. */
        NONE,
        /** The one across. */
        X,
        /** The one up. */
        Y,
        /** Both. */
        BOTH
    }

    public Axes {
        Require.that(
                Stream.of(x, y, panel).allMatch(Axes::isTitle), "a title of a picture is too long, or no one line");
    }

    /** Whether {@code text} can be a title: one line of at most {@link #LONGEST} characters, without blanks around it. */
    public static boolean isTitle(String text) {
        return text.length() <= LONGEST
                && text.equals(text.strip())
                && text.codePoints().noneMatch(Character::isISOControl);
    }
}
