package dev.slipway.gateway.blocks;

import java.io.IOException;

/** The bytes are not what a whole compressed file holds. */
public final class CorruptBlocksException extends IOException {
    private static final long serialVersionUID = 1L;

    public CorruptBlocksException(String message) {
        super(message);
    }
}
