package dev.slipway.web.wizard;

import java.util.List;

/**
 * One field as a form shows it; texts are in the reader's language, none of them escaped.
 *
 * @param id of the element
 * @param name under which it is sent
 * @param input how it is typed, a word of {@link dev.slipway.form.Field.Input}
 * @param help empty for none
 * @param offered what may be typed, for suggestions; empty for a free field
 * @param message what is wrong with it; empty for nothing
 * @param hint what to do about that
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

    /** One of a field's choices. */
    public record Choice(String value, String label, boolean chosen) {}

    /** Lines that the field shows at once. */
    public int lines() {
        int lines = (int) value.lines().count() + 1;
        return Math.min(Math.max(lines, input.equals("SQL") ? 6 : 3), 24);
    }
}
