package dev.slipway.template;

import java.time.Instant;

/**
 * A job kept with blanks.
 *
 * @param version counts its changes, from 1
 */
public record Template(String id, String owner, TemplateText text, int version, Instant changed) {
    /** Returns the name of a template with its owner, as the jobs of the template tell it. */
    public static String title(String name, String owner) {
        return name + " of " + owner;
    }
}
