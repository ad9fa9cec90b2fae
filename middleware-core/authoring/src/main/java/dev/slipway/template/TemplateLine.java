package dev.slipway.template;

import java.time.Instant;

/**
 * A template in a list, which reads no jobs.
 *
 * @param blanks how many
 */
public record TemplateLine(
        String id, String owner, String name, String description, boolean shared, int blanks, Instant changed) {

    /** Returns the name with the owner, in the words of the template's jobs. */
    public String title() {
        return Template.title(name, owner);
    }
}
