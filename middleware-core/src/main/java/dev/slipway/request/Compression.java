package dev.slipway.request;

/** How a staged file is stored in the run folder. */
public enum Compression {
    NONE,
    /** BGZF: gzip members of one block each, with a {@code .gzi} index beside; any block can be read by itself. */
    BGZF
}
