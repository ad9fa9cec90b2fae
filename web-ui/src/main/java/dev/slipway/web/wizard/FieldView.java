package dev.slipway.web.wizard;

import java.util.List;

/**
 * Describes one field of a form. Texts are in the reader's language and not escaped.
 *
 * @param id of the element
 * @param name under which the field is sent
 * @param input a word of {@link dev.slipway.form.Field.Input}
 * @param help may be empty
 * @param offered suggestions; empty for a free field
 * @param message about a fault; may be empty
 * @param hint how to mend the fault
 */
public record FieldView(
        String id,
        String name,
        String input,
        String label,
        String help,
        boolean required,
        String value,
        List<Choice> choices,
        List<String> offered,
        String message,
        String hint) {

    /** Describes one of a field's choices. */
    public record Choice(String value, String label, boolean chosen) {}

    /** Returns the number of lines that the field shows at once. */
    public int lines() {
        int lines = (int) value.lines().count() + 1;
        return Math.min(Math.max(lines, input.equals("SQL") ? 6 : 3), 24);
    }
}
