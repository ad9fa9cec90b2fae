package dev.slipway.journal.ledger;

import dev.slipway.journal.ledger.KeptHeads.Head;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Compares the heads that are kept outside of the store with the ledger in the store. */
public final class HeadComparison {
    private static final int AT_ONCE = 1_000;

    private HeadComparison() {}

    public static void run(Connection connection, List<Head> kept, Consumer<String> findings) throws SQLException {
        for (int from = 0; from < kept.size(); from += AT_ONCE) {
            List<Head> some = kept.subList(from, Math.min(kept.size(), from + AT_ONCE));
            Map<Long, String> stored = stored(connection, some);
            for (Head head : some) {
                if (!head.hash().equals(stored.get(head.checkpoint()))) {
                    findings.accept("checkpoint " + head.checkpoint()
                            + (stored.containsKey(head.checkpoint())
                                    ? " has another hash than the one that is kept outside of the store:"
                                            + " the ledger was rewritten"
                                    : " is kept outside of the store and is missing from the ledger"));
                }
            }
        }
    }

    private static Map<Long, String> stored(Connection connection, List<Head> heads) throws SQLException {
        String sql = "SELECT sequence, hash FROM slipway.operation WHERE sequence = ANY (?)";
        Map<Long, String> stored = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setArray(
                    1,
                    connection.createArrayOf(
                            "bigint", heads.stream().map(Head::checkpoint).toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    stored.put(row.getLong(1), row.getString(2));
                }
            }
        }
        return stored;
    }
}
