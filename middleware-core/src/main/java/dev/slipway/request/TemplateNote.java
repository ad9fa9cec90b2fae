package dev.slipway.request;

import java.util.Optional;

/** The note that a template adds at the end of the description of its jobs, as {@code [template NAME, version 3]}. */
public final class TemplateNote {
    private static final String BEGIN = "[template ";
    private static final String VERSION = ", version ";
    private static final String VALUES = ": ";
    private static final String END = "]";

    private TemplateNote() {}

    /**
     * Returns the note of a template.
     *
     * @param template the name of the template, with its owner
     * @param values the values of the blanks in words; empty for a template without blanks
     */
    public static String of(String template, long version, String values) {
        return BEGIN + template + VERSION + version + (values.isEmpty() ? "" : VALUES + values) + END;
    }

    /** Returns the template, with its owner, that the note of the description names; empty without a note. */
    public static Optional<String> template(String description) {
        int begin = begin(description);
        int end = begin < 0 ? -1 : description.indexOf(VERSION, begin);
        return end < 0 ? Optional.empty() : Optional.of(description.substring(begin + BEGIN.length(), end));
    }

    /** Returns the values of the blanks, in words, that the note of the description names; empty without a note. */
    public static String values(String description) {
        int begin = begin(description);
        int end = begin < 0 ? -1 : description.indexOf(VERSION, begin);
        if (end < 0) {
            return "";
        }
        String version = description.substring(end + VERSION.length(), description.length() - END.length());
        int values = version.indexOf(VALUES);
        return values < 0 ? "" : version.substring(values + VALUES.length());
    }

    /** Returns the description without the note. */
    public static String without(String description) {
        int begin = begin(description);
        return begin < 0 ? description : description.substring(0, begin).stripTrailing();
    }

    private static int begin(String description) {
        return description.endsWith(END) ? description.lastIndexOf(BEGIN) : -1;
    }
}
