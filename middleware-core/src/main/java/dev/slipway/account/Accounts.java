package dev.slipway.account;

import dev.slipway.desk.Caller;
import dev.slipway.grant.Grants;
import dev.slipway.journal.Transaction;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.ledger.OperationLedger.Entry;
import dev.slipway.journal.ledger.OperationLedger.Kind;
import dev.slipway.problem.ProblemException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** The accounts in {@code slipway.account}. Needs the journal's schema. All calls throw {@link ProblemException}. */
public final class Accounts {
    private static final String COLUMNS = "name, password_hash, roles, grants";

    private final Transaction transaction;
    private final OperationLedger ledger;
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    public Accounts(DataSource dataSource, OperationLedger ledger) {
        this.transaction = new Transaction(dataSource);
        this.ledger = ledger;
    }

    /** Registers a listener that gets the name of every changed account, once the change is durable. */
    public void listen(Consumer<String> listener) {
        listeners.add(listener);
    }

    /** Finds the account of this name. */
    public Optional<Account> find(String name) {
        return transaction.single("look for an account", connection -> find(connection, name));
    }

    /** Returns all accounts by name. */
    public List<Account> all() {
        return transaction.single("list accounts", connection -> {
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT " + COLUMNS + " FROM slipway.account ORDER BY name")) {
                return rows(select);
            }
        });
    }

    /** Returns whether any account exists. */
    public boolean any() {
        return transaction.single("look for accounts", connection -> {
            try (PreparedStatement select = connection.prepareStatement("SELECT 1 FROM slipway.account LIMIT 1");
                    ResultSet row = select.executeQuery()) {
                return row.next();
            }
        });
    }

    static Optional<Account> find(Connection connection, String name) throws SQLException {
        String sql = "SELECT " + COLUMNS + " FROM slipway.account WHERE name = ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, name);
            return rows(select).stream().findFirst();
        }
    }

    private static List<Account> rows(PreparedStatement select) throws SQLException {
        List<Account> accounts = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                Set<Caller.Role> roles = Arrays.stream(words(row, "roles"))
                        .map(Caller.Role::valueOf)
                        .collect(Collectors.toSet());
                accounts.add(new Account(
                        row.getString("name"),
                        row.getString("password_hash"),
                        roles,
                        Grants.of(List.of(words(row, "grants")))));
            }
        }
        return accounts;
    }

    private static String[] words(ResultSet row, String column) throws SQLException {
        return (String[]) row.getArray(column).getArray();
    }

    /** Makes an account, or replaces the account of the same name, in the name of the service. */
    public void put(Account account) {
        change(new Caller(OperationLedger.SERVICE, Set.of(), "local"), account.name(), before -> account);
    }

    /**
     * Changes or makes an account; changes run one after the other. The ledger of operations records the change without
     * password hashes.
     *
     * @param change maps the present account, or empty, to the new one; an exception ends the change
     * @throws ProblemException USER_INVALID if the change would leave no operator where there was one
     */
    public void change(Caller by, String name, Function<Optional<Account>, Account> change) {
        transaction.alone("change an account", "slipway.account", connection -> {
            Optional<Account> before = find(connection, name);
            Account after = change.apply(before);
            upsert(connection, after);
            requireOperator(connection, before.stream().anyMatch(Accounts::operates) && !operates(after), name);
            endLogins(connection, before, after);
            for (Entry entry : entries(by, before, after)) {
                ledger.note(connection, entry);
            }
            return after;
        });
        listeners.forEach(listener -> listener.accept(name));
    }

    /**
     * Removes an account and ends its logins.
     *
     * @throws ProblemException USER_UNKNOWN if there is no such account; USER_INVALID for the last operator
     */
    public void remove(Caller by, String name) {
        transaction.alone("remove an account", "slipway.account", connection -> {
            Account account = find(connection, name).orElseThrow(() -> UserDesk.unknown(name));
            try (PreparedStatement delete = connection.prepareStatement("DELETE FROM slipway.account WHERE name = ?")) {
                delete.setString(1, name);
                delete.executeUpdate();
            }
            requireOperator(connection, operates(account), name);
            return ledger.note(connection, entry(by, Kind.ACCOUNT_REMOVED, "account " + name));
        });
        listeners.forEach(listener -> listener.accept(name));
    }

    /** Records that a user has signed in, in the transaction of {@code connection}. */
    void noteLogin(Connection connection, Caller user) throws SQLException {
        ledger.note(connection, entry(user, Kind.SIGNED_IN, "signed in"));
    }

    private static void upsert(Connection connection, Account account) throws SQLException {
        String sql = "INSERT INTO slipway.account (" + COLUMNS + ") VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (name) DO UPDATE SET password_hash = excluded.password_hash, roles = excluded.roles,"
                + " grants = excluded.grants";
        try (PreparedStatement upsert = connection.prepareStatement(sql)) {
            upsert.setString(1, account.name());
            upsert.setString(2, account.passwordHash());
            Object[] roles =
                    account.roles().stream().map(Caller.Role::name).sorted().toArray();
            upsert.setArray(3, connection.createArrayOf("text", roles));
            upsert.setArray(
                    4, connection.createArrayOf("text", account.grants().words().toArray()));
            upsert.executeUpdate();
        }
    }

    private static void requireOperator(Connection connection, boolean demoted, String name) throws SQLException {
        String sql = "SELECT 1 FROM slipway.account WHERE 'OPERATOR' = ANY (roles) LIMIT 1";
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet row = select.executeQuery()) {
            if (demoted && !row.next()) {
                throw UserDesk.invalid("user " + name + " is the last operator");
            }
        }
    }

    /** Ends the account's logins after a change of the password, or if the account is no longer open. */
    private static void endLogins(Connection connection, Optional<Account> before, Account after) throws SQLException {
        if (before.isPresent() && before.get().passwordHash().equals(after.passwordHash()) && after.open()) {
            return;
        }
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM slipway.login WHERE account = ?")) {
            delete.setString(1, after.name());
            delete.executeUpdate();
        }
    }

    private static boolean operates(Account account) {
        return account.roles().contains(Caller.Role.OPERATOR);
    }

    private static List<Entry> entries(Caller by, Optional<Account> before, Account account) {
        String whose = "account " + account.name();
        String roles = whose + ", roles " + account.roles().stream().sorted().toList();
        String grants = whose + ", grants " + account.grants().words();
        if (before.isEmpty()) {
            return List.of(entry(
                    by,
                    Kind.ACCOUNT_MADE,
                    roles + ", grants " + account.grants().words()));
        }
        List<Entry> entries = new ArrayList<>();
        if (!before.get().passwordHash().equals(account.passwordHash())) {
            entries.add(entry(by, Kind.PASSWORD_CHANGED, whose));
        }
        if (!before.get().roles().equals(account.roles())) {
            entries.add(entry(by, Kind.ROLES_CHANGED, roles));
        }
        if (!before.get().grants().equals(account.grants())) {
            entries.add(entry(by, Kind.GRANTS_CHANGED, grants));
        }
        return entries;
    }

    private static Entry entry(Caller by, Kind kind, String text) {
        return new Entry(kind, by.user(), by.from(), text);
    }
}
