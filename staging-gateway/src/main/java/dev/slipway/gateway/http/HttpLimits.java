package dev.slipway.gateway.http;

import java.time.Duration;

/**
 * Limits on waiting for one site.
 *
 * @param connectTimeout until a site counts as unreachable
 * @param idleTimeout silence after which an answer, or the rest of an answer, is given up
 */
public record HttpLimits(Duration connectTimeout, Duration idleTimeout) {
    /** Ten seconds to connect, a minute of silence. */
    public static final HttpLimits STANDARD = new HttpLimits(Duration.ofSeconds(10), Duration.ofMinutes(1));
}
