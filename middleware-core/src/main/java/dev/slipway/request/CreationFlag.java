package dev.slipway.request;

/** What to do when the file that a stage-in step writes exists already (JSDL 1.0, section 6.5.4). */
public enum CreationFlag {
    OVERWRITE,
    /** The old content and the new become one file, replaced atomically. */
    APPEND,
    /** The step fails. */
    DONT_OVERWRITE
}
