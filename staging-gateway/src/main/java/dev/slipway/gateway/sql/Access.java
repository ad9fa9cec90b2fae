package dev.slipway.gateway.sql;

/** The access that a session has. */
public enum Access {
    READ,
    WRITE,
    /** Reads like {@link #READ}, for a look. A look takes no step's turn, and its statements take almost no time. */
    LOOK
}
