package dev.slipway.account;

import dev.slipway.desk.Caller;
import dev.slipway.journal.OperationLedger;
import dev.slipway.journal.OperationLedger.Entry;
import dev.slipway.journal.OperationLedger.Kind;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.StoreProblem;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** The accounts of a store, in {@code slipway.account}. Needs the journal's schema. All calls throw {@link ProblemException}. */
public final class Accounts {
    private final DataSource dataSource;
    private final OperationLedger ledger;

    public Accounts(DataSource dataSource, OperationLedger ledger) {
        this.dataSource = dataSource;
        this.ledger = ledger;
    }

    /** The account of this name. */
    public Optional<Account> find(String name) {
        try (Connection connection = dataSource.getConnection()) {
            return find(connection, name);
        } catch (SQLException e) {
            throw new ProblemException(StoreProblem.of(e), e);
        }
    }

    private static Optional<Account> find(Connection connection, String name) throws SQLException {
        String sql = "SELECT password_hash, roles FROM slipway.account WHERE name = ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, name);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(new Account(name, row.getString(1), roles(row))) : Optional.empty();
            }
        }
    }

    /** Makes the account, or replaces the one of its name; the ledger of operations tells that, and of what, but no hash. */
    public void put(Account account) {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                Optional<Account> before = find(connection, account.name());
                upsert(connection, account);
                for (Entry entry : entries(before, account)) {
                    ledger.note(connection, entry);
                }
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        } catch (SQLException e) {
            throw new ProblemException(StoreProblem.of(e), e);
        }
    }

    private static void upsert(Connection connection, Account account) throws SQLException {
        String sql = """
                INSERT INTO slipway.account (name, password_hash, roles) VALUES (?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET password_hash = excluded.password_hash, roles = excluded.roles
                """;
        try (PreparedStatement upsert = connection.prepareStatement(sql)) {
            upsert.setString(1, account.name());
            upsert.setString(2, account.passwordHash());
            Object[] roles =
                    account.roles().stream().map(Caller.Role::name).sorted().toArray();
            upsert.setArray(3, connection.createArrayOf("text", roles));
            upsert.executeUpdate();
        }
    }

    private static List<Entry> entries(Optional<Account> before, Account account) {
        String whose = "account " + account.name() + ", roles ";
        String roles = whose + account.roles().stream().sorted().toList();
        if (before.isEmpty()) {
            return List.of(entry(Kind.ACCOUNT_MADE, roles));
        }
        List<Entry> entries = new ArrayList<>();
        if (!before.get().passwordHash().equals(account.passwordHash())) {
            entries.add(entry(Kind.PASSWORD_CHANGED, "account " + account.name()));
        }
        if (!before.get().roles().equals(account.roles())) {
            entries.add(entry(Kind.ROLES_CHANGED, roles));
        }
        return entries;
    }

    private static Entry entry(Kind kind, String text) {
        return new Entry(kind, OperationLedger.SERVICE, "local", text);
    }

    /** Whether there is any account yet. */
    public boolean any() {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT 1 FROM slipway.account LIMIT 1");
                ResultSet row = select.executeQuery()) {
            return row.next();
        } catch (SQLException e) {
            throw new ProblemException(StoreProblem.of(e), e);
        }
    }

    private static Set<Caller.Role> roles(ResultSet row) throws SQLException {
        return Arrays.stream((String[]) row.getArray(2).getArray())
                .map(Caller.Role::valueOf)
                .collect(Collectors.toSet());
    }
}
