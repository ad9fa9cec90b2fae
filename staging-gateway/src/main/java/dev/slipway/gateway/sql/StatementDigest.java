package dev.slipway.gateway.sql;

import dev.slipway.digest.Sha256;
import dev.slipway.job.BoundStatement;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;

/**
 * Builds the digest of a statement and of its bound values in passing; for one thread.
 *
 * <p>The statement counts as run: the document's text without trailing semicolons and blanks, in UTF-8. The values
 * count as {@link BoundStatement} says.
 */
final class StatementDigest {
    private static final byte[] NULL = {'N'};
    private static final byte[] END = {'\n'};

    private final String statement;
    private final Sha256 values = new Sha256();
    private long rows;

    StatementDigest(String text) {
        this.statement = Sha256.hex(UserStatement.whole(text));
    }

    /** Adds one row of values; null stands for NULL. */
    void row(List<String> row) {
        for (String value : row) {
            if (value == null) {
                values.add(NULL);
            } else {
                byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
                values.add((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
                values.add(bytes);
            }
        }
        values.add(END);
        rows++;
    }

    /** Returns the digest of all rows so far and ends the digest. */
    BoundStatement end() {
        return new BoundStatement(statement, values.end(), rows);
    }

    /**
     * Returns how many {@code ?} the driver finds in {@code text}. A try after a crash must know that number without
     * asking the server.
     */
    static int parameters(String text) throws SQLException {
        return UserStatement.parts(UserStatement.whole(text)).stream()
                .mapToInt(part -> part.bindPositions.length)
                .sum();
    }
}
