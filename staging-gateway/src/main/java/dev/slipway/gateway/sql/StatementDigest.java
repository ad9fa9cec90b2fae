package dev.slipway.gateway.sql;

import dev.slipway.digest.Sha256;
import dev.slipway.job.BoundStatement;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;

/**
 * The digest of a statement and of the values bound to it, built while they pass; for one thread.
 *
 * <p>The statement counts as it is run: the document's text without semicolons and blanks at its end, in UTF-8. The values count as
 * {@link BoundStatement} says.
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

    /** Of all rows so far; ends the digest. */
    BoundStatement end() {
        return new BoundStatement(statement, values.end(), rows);
    }

    /** How many {@code ?} the driver finds in {@code text}: what a try after a crash must know without asking the server. */
    static int parameters(String text) throws SQLException {
        return UserStatement.parts(UserStatement.whole(text)).stream()
                .mapToInt(part -> part.bindPositions.length)
                .sum();
    }
}
