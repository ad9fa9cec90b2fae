package dev.slipway.gateway.blocks;

import java.io.IOException;

/** Thrown when bytes are not a complete, sound compressed file. */
public final class CorruptBlocksException extends IOException {
    private static final long serialVersionUID = 1L;

    public CorruptBlocksException(String message) {
        super(message);
    }
}
