package dev.slipway.gateway.ssh;

import java.io.IOException;

/** A host without SFTP answers, and does not do what it was asked for; the message has its words. */
final class HostRefusesException extends IOException {
    private static final long serialVersionUID = 1L;

    HostRefusesException(String words) {
        super(words);
    }
}
