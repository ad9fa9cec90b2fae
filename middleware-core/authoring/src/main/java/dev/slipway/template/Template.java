package dev.slipway.template;

import java.time.Instant;

/**
 * A job kept with blanks.
 *
 * @param version counts its changes, from 1
 */
public record Template(String id, String owner, TemplateText text, int version, Instant changed) {
    /** Returns the name of a template with the owner, in the words of the template's jobs. */
    public static String title(String name, String owner) {
        return name + " of " + owner;
    }
}
