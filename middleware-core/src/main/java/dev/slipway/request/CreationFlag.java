package dev.slipway.request;

/** The action of a stage-in step if its file exists already (JSDL 1.0, section 6.5.4). */
public enum CreationFlag {
    OVERWRITE,
    /** The old content and the new become one file, replaced atomically. */
    APPEND,
    /** The step fails. */
    DONT_OVERWRITE
}
