package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Logger;
import java.io.IOException;

/**
 * Sees the I/O errors that JSch meets during a login: it gives them to its logger only and then speaks of a refused login. Takes no
 * account of any words.
 */
final class BrokenLine implements Logger {
    private volatile boolean seen;

    boolean seen() {
        return seen;
    }

    @Override
    public boolean isEnabled(int level) {
        return level >= Logger.WARN;
    }

    @Override
    public void log(int level, String message) {
        // Words tell nothing that may be relied on.
    }

    @Override
    public void log(int level, String message, Throwable cause) {
        seen = seen || cause instanceof IOException;
    }
}
