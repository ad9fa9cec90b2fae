package dev.slipway.gateway.ssh;

import java.time.Duration;

/**
 * Limits on waiting for one host.
 *
 * @param connectTimeout until a host counts as unreachable, for the connection and again for the handshake
 * @param idleTimeout silence after which a host is asked for a sign of life; after three unanswered requests the host
 *     is given up
 * @param keptFor how long a connection that no step uses stays open for the next step
 */
public record SshLimits(Duration connectTimeout, Duration idleTimeout, Duration keptFor) {
    /** Ten seconds to connect, twenty of silence, a minute between two steps. */
    public static final SshLimits STANDARD = new SshLimits(Duration.ofSeconds(10), Duration.ofSeconds(20));

    /** Makes limits with connections that are kept for a minute. */
    public SshLimits(Duration connectTimeout, Duration idleTimeout) {
        this(connectTimeout, idleTimeout, Duration.ofMinutes(1));
    }
}
