package dev.slipway.gateway.ssh;

import java.io.IOException;

/** Thrown when a host without SFTP answers but refuses a request. The message holds the host's words. */
final class HostRefusesException extends IOException {
    private static final long serialVersionUID = 1L;

    HostRefusesException(String words) {
        super(words);
    }
}
