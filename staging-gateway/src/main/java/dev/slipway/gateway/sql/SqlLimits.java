package dev.slipway.gateway.sql;

import java.time.Duration;

/**
 * Limits on the use of one source.
 *
 * @param connections open at once for reading, and as many again for storing
 * @param connectTimeout until a source counts as unreachable
 * @param statementTimeout after which the server ends a statement
 * @param fetchRows most rows of an answer held in memory at once when reading row by row; fewer if the rows are long
 * @param batchRows rows sent to the server at once while storing
 */
public record SqlLimits(
        int connections, Duration connectTimeout, Duration statementTimeout, int fetchRows, int batchRows) {
    /**
     * Four connections, 10 s to connect, two hours a statement; 64 rows of an answer and a thousand of a store at a
     * time.
     */
    public static final SqlLimits STANDARD = new SqlLimits(4, Duration.ofSeconds(10), Duration.ofHours(2), 64, 1000);
}
