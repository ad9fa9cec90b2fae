package dev.slipway.form;

import java.util.List;

/**
 * One field of a form.
 *
 * @param name the name of the value in the form
 * @param choices the choices of a {@link Input#CHOICE}, the usual one first
 */
public record Field(String name, Input input, boolean required, List<String> choices) {

    /** The kind of input. */
    public enum Input {
        /** One line. */
        LINE,
        /** Several lines that are one text. */
        TEXT,
        /** One SQL statement. */
        SQL,
        /** Items, one on each line, as {@link ItemLines} writes them. */
        LIST,
        /** A whole number. */
        NUMBER,
        /** A span of time, as {@code 1 h 30 min}. */
        SPAN,
        /** One of its choices. */
        CHOICE,
        /** {@code true}, or empty. */
        FLAG,
        /** A database that the operator has named. */
        SOURCE,
        /** A database that the operator has named, for storing. */
        STORE,
        /** A host that the operator has named. */
        HOST,
        /** A site that the operator has named. */
        SITE,
        /** A folder that the operator has named. */
        FOLDER,
        /** A value that is never typed: a sealed password, the hash of an upload. */
        KEPT
    }

    public Field {
        choices = List.copyOf(choices);
    }

    static Field must(String name, Input input) {
        return new Field(name, input, true, List.of());
    }

    static Field may(String name, Input input) {
        return new Field(name, input, false, List.of());
    }

    static Field choice(String name, String... choices) {
        return new Field(name, Input.CHOICE, false, List.of(choices));
    }
}
