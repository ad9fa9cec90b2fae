package dev.slipway.journal.store;

import dev.slipway.journal.Transaction;
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
 * Gives the numbers of the order of acceptance; draws several at once from a sequence of the store. A store has one
 * service, so the numbers grow from call to call. Numbers that a service has drawn and not used when it stops are a
 * gap, which does no harm.
 */
final class AcceptanceNumbers {
    private static final int DRAWN_AT_ONCE = 64;

    private final Transaction transaction;
    private final Queue<Long> drawn = new ArrayDeque<>();

    AcceptanceNumbers(Transaction transaction) {
        this.transaction = transaction;
    }

    synchronized long next() {
        return next(1).get(0);
    }

    /** Returns this many numbers, all of them greater than any earlier number. */
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
