package dev.slipway.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.Stream;

/**
 * Numbers of the order of acceptance, drawn from the store's sequence some at a time. There is one service to a store, so numbers grow
 * from call to call; what a service that stops has drawn and not used is a gap, which nobody minds.
 */
final class Orders {
    private static final int DRAWN_AT_ONCE = 64;

    private final Transaction transaction;
    private final Queue<Long> drawn = new ArrayDeque<>();

    Orders(Transaction transaction) {
        this.transaction = transaction;
    }

    synchronized long next() {
        return next(1).get(0);
    }

    /** As many as that, all of them greater than any that was given before. */
    synchronized List<Long> next(int count) {
        int missing = count - drawn.size();
        if (missing > 0) {
            int some = Math.max(missing, DRAWN_AT_ONCE);
            drawn.addAll(transaction.single("number jobs", connection -> draw(connection, some)));
        }
        return Stream.generate(drawn::remove).limit(count).toList();
    }

    private static List<Long> draw(Connection connection, int count) throws SQLException {
        String sql = "SELECT nextval('slipway.acceptance') AS number FROM generate_series(1, ?) ORDER BY number";
        List<Long> numbers = new ArrayList<>(count);
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setInt(1, count);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    numbers.add(row.getLong(1));
                }
            }
        }
        return numbers;
    }
}
