package dev.slipway.listing;

import dev.slipway.journal.Transaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Reads and writes the tables {@code slipway.list_columns} and {@code slipway.list_filter}. All calls throw {@link
 * dev.slipway.journal.JournalUnavailable}.
 */
final class ListingTable {
    private final Transaction transaction;

    ListingTable(DataSource dataSource) {
        this.transaction = new Transaction(dataSource);
    }

    Set<ListColumn> columns(String account) {
        String sql = "SELECT unnest(columns) FROM slipway.list_columns WHERE account = ?";
        return transaction.single("look for the columns of a list", connection -> {
            Set<ListColumn> columns = EnumSet.noneOf(ListColumn.class);
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setString(1, account);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        columns.add(ListColumn.valueOf(row.getString(1)));
                    }
                }
            }
            return columns;
        });
    }

    void choose(String account, Set<ListColumn> columns) {
        String sql = "INSERT INTO slipway.list_columns (account, columns) VALUES (?, ?)"
                + " ON CONFLICT (account) DO UPDATE SET columns = EXCLUDED.columns";
        transaction.single("keep the columns of a list", connection -> {
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                insert.setString(1, account);
                insert.setArray(
                        2,
                        connection.createArrayOf(
                                "text", columns.stream().map(Enum::name).toArray()));
                return insert.executeUpdate();
            }
        });
    }

    List<SavedFilter> filters(String account) {
        String sql = "SELECT name, query FROM slipway.list_filter WHERE account = ? ORDER BY lower(name), name";
        return transaction.single("look for the filters of a list", connection -> {
            List<SavedFilter> filters = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setString(1, account);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        filters.add(new SavedFilter(row.getString(1), row.getString(2)));
                    }
                }
            }
            return filters;
        });
    }

    /** Keeps a filter; returns false if the account has {@code most} others already. */
    boolean save(String account, SavedFilter filter, int most) {
        String sql = "INSERT INTO slipway.list_filter (account, name, query) VALUES (?, ?, ?)"
                + " ON CONFLICT (account, name) DO UPDATE SET query = EXCLUDED.query";
        return transaction.alone("keep a filter of a list", "slipway.list_filter", connection -> {
            if (others(connection, account, filter.name()) >= most) {
                return false;
            }
            return change(connection, sql, account, filter.name(), filter.query()) == 1;
        });
    }

    private static int others(Connection connection, String account, String name) throws SQLException {
        String sql = "SELECT count(*) FROM slipway.list_filter WHERE account = ? AND name <> ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, account);
            select.setString(2, name);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    void remove(String account, String name) {
        String sql = "DELETE FROM slipway.list_filter WHERE account = ? AND name = ?";
        transaction.single("remove a filter of a list", connection -> change(connection, sql, account, name));
    }

    private static int change(Connection connection, String sql, String... values) throws SQLException {
        try (PreparedStatement change = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                change.setString(i + 1, values[i]);
            }
            return change.executeUpdate();
        }
    }
}
