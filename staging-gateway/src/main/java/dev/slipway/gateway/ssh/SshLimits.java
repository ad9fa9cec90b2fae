package dev.slipway.gateway.ssh;

import java.time.Duration;

/**
 * Limits on waiting for one host.
 *
 * @param connectTimeout until a host counts as unreachable, for the connection and again for the handshake
 * @param idleTimeout after which a host that sends nothing is asked for a sign of life; after three of them it is given up
 */
public record SshLimits(Duration connectTimeout, Duration idleTimeout) {
    /** Ten seconds to connect, twenty of silence. */
    public static final SshLimits STANDARD = new SshLimits(Duration.ofSeconds(10), Duration.ofSeconds(20));
}
