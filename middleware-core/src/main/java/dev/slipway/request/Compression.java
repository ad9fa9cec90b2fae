package dev.slipway.request;

/** The storage format of a staged file in the run folder. */
public enum Compression {
    NONE,
    /** BGZF: gzip members of one block each, with a {@code .gzi} index beside; any block can be read alone. */
    BGZF
}
