package dev.slipway.request;

import java.util.stream.Stream;

/**
 * The axes of a result without titles of its own.
 *
 * @param x the title of the horizontal axis, or of the column of labels; may be empty
 * @param y the title of the vertical axis, or of the column of values; may be empty
 * @param panel a heading under which results of the same panel are drawn together; empty for the result's own name
 */
public record Axes(String x, String y, Log log, String panel) {
    /** The default axes. */
    public static final Axes NONE = new Axes("", "", Log.NONE, "");

    /** The longest title, in characters, that fits beside a picture. */
    public static final int LONGEST = 100;

    /** The logarithmic axes. */
    public enum Log {
        /** Neither axis is logarithmic. */
        NONE,
        /** The horizontal axis is logarithmic. */
        X,
        /** The vertical axis is logarithmic. */
        Y,
        /** Both axes are logarithmic. */
        BOTH
    }

    public Axes {
        Require.that(
                Stream.of(x, y, panel).allMatch(Axes::isTitle), "a title of a picture is too long, or no one line");
    }

    /**
     * Returns whether {@code text} can be a title: one line of at most {@link #LONGEST} characters, without surrounding
     * blanks.
     */
    public static boolean isTitle(String text) {
        return text.length() <= LONGEST
                && text.equals(text.strip())
                && text.codePoints().noneMatch(Character::isISOControl);
    }
}
