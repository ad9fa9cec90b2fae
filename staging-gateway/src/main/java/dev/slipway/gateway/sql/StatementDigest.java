package dev.slipway.gateway.sql;

import dev.slipway.job.BoundStatement;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import org.postgresql.core.NativeQuery;
import org.postgresql.core.Parser;

/**
 * The digest of a statement and of the values bound to it, built while they pass; for one thread.
 *
 * <p>The statement counts as it is run: the document's text without semicolons and blanks at its end, in UTF-8. The values count as
 * {@link BoundStatement} says.
 */
final class StatementDigest {
    private final String statement;
    private final MessageDigest values = sha256();
    private long rows;

    StatementDigest(String text) {
        this.statement = hex(sha256().digest(UserStatement.whole(text).getBytes(StandardCharsets.UTF_8)));
    }

    /** Adds one row of values; null stands for NULL. */
    void row(List<String> row) {
        for (String value : row) {
            if (value == null) {
                values.update((byte) 'N');
            } else {
                byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
                values.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
                values.update(bytes);
            }
        }
        values.update((byte) '\n');
        rows++;
    }

    /** Of all rows so far; ends the digest. */
    BoundStatement end() {
        return new BoundStatement(statement, hex(values.digest()), rows);
    }

    /** How many {@code ?} the driver finds in {@code text}: what a try after a crash must know without asking the server. */
    static int parameters(String text) throws SQLException {
        List<NativeQuery> parts = Parser.parseJdbcSql(UserStatement.whole(text), true, true, true, false, true);
        return parts.stream().mapToInt(part -> part.bindPositions.length).sum();
    }

    private static String hex(byte[] digest) {
        return HexFormat.of().formatHex(digest);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
