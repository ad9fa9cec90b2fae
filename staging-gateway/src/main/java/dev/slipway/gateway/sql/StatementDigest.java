package dev.slipway.gateway.sql;

import dev.slipway.digest.Sha256;
import dev.slipway.job.BoundStatement;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Builds the digest of a statement and of its bound values in passing; for one thread.
 *
 * <p>The statement counts as run: the document's text without trailing semicolons and blanks, in UTF-8. The values
 * count as {@link BoundStatement} says.
 */
public final class StatementDigest {
    private static final byte[] NULL = {'N'};
    private static final byte[] END = {'\n'};

    private final String statement;
    private final Sha256 values = new Sha256();
    private long rows;

    public StatementDigest(String text) {
        this.statement = Sha256.hex(StatementKind.whole(text));
    }

    /** Adds one row of values; null stands for NULL. */
    public void row(List<String> row) {
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
    public BoundStatement end() {
        return new BoundStatement(statement, values.end(), rows);
    }
}
