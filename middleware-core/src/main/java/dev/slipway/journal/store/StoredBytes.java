package dev.slipway.journal.store;

import dev.slipway.digest.Sha256;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the stored bytes of each user's submissions: the documents, that of a sweep once, and the first event of each
 * job, which holds the whole request of that job.
 */
final class StoredBytes {
    /** Stands for the digest of a document if only its length counts. */
    static final String ANY_DIGEST = Sha256.hex(new byte[0]);

    private static final String SQL = """
            SELECT owner, sum(bytes) FROM (
              SELECT job.owner, octet_length(document.bytes)::bigint AS bytes
              FROM slipway.document JOIN slipway.job USING (token)
              UNION ALL
              SELECT owner, octet_length(document)::bigint FROM slipway.job_group
              UNION ALL
              SELECT job.owner, octet_length(first.payload)::bigint
              FROM slipway.job_event AS first JOIN slipway.job USING (token) WHERE first.sequence = 1) AS stored
            GROUP BY owner
            """;

    private StoredBytes() {}

    /** Returns how many bytes the store takes for a text. */
    static long of(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    static Map<String, Long> byOwner(Connection connection) throws SQLException {
        Map<String, Long> bytes = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(SQL);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                bytes.put(row.getString(1), row.getLong(2));
            }
        }
        return bytes;
    }
}
