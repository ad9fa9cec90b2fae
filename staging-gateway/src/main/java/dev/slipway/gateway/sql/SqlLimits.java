package dev.slipway.gateway.sql;

import java.time.Duration;

/**
 * Limits on what one source is asked.
 *
 * @param connections open at once for reading, and as many again for storing
 * @param connectTimeout until a source counts as unreachable
 * @param statementTimeout after which the server ends a statement
 * @param fetchRows rows held in memory while a result is read
 * @param batchRows rows sent to the server at once while storing
 */
public record SqlLimits(
        int connections, Duration connectTimeout, Duration statementTimeout, int fetchRows, int batchRows) {
    /** Four connections, 10 s to connect, two hours a statement, a thousand rows at a time. */
    public static final SqlLimits STANDARD = new SqlLimits(4, Duration.ofSeconds(10), Duration.ofHours(2), 1000, 1000);
}
