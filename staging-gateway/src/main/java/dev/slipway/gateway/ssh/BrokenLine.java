package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Logger;
import java.io.IOException;

/**
 * Notices I/O errors during a login. JSch tells them only to its logger and then reports a refused login. This class
 * looks at no texts.
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
        // Texts of messages are not reliable.
    }

    @Override
    public void log(int level, String message, Throwable cause) {
        seen = seen || cause instanceof IOException;
    }
}
