package dev.slipway.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** How many bytes of documents the store keeps of each user, those of sweeps once. */
final class StoredBytes {
    private static final String SQL = """
            SELECT owner, sum(bytes) FROM (
              SELECT job.owner, octet_length(document.bytes)::bigint AS bytes
              FROM slipway.document JOIN slipway.job USING (token)
              UNION ALL
              SELECT owner, octet_length(document)::bigint FROM slipway.job_group) AS stored
            GROUP BY owner
            """;

    private StoredBytes() {}

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
