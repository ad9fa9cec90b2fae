package dev.slipway.account;

import dev.slipway.desk.Caller;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.StoreProblem;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** The accounts of a store, in {@code slipway.account}. Needs the journal's schema. All calls throw {@link ProblemException}. */
public final class Accounts {
    private final DataSource dataSource;

    public Accounts(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The account of this name. */
    public Optional<Account> find(String name) {
        String sql = "SELECT password_hash, roles FROM slipway.account WHERE name = ?";
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, name);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(new Account(name, row.getString(1), roles(row))) : Optional.empty();
            }
        } catch (SQLException e) {
            throw new ProblemException(StoreProblem.of(e), e);
        }
    }

    /** Makes the account, or replaces the one of its name. */
    public void put(Account account) {
        String sql = """
                INSERT INTO slipway.account (name, password_hash, roles) VALUES (?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET password_hash = excluded.password_hash, roles = excluded.roles
                """;
        try (Connection connection = dataSource.getConnection();
                PreparedStatement upsert = connection.prepareStatement(sql)) {
            upsert.setString(1, account.name());
            upsert.setString(2, account.passwordHash());
            Object[] roles =
                    account.roles().stream().map(Caller.Role::name).sorted().toArray();
            upsert.setArray(3, connection.createArrayOf("text", roles));
            upsert.executeUpdate();
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
        } catch (SQLException e) {
            throw new ProblemException(StoreProblem.of(e), e);
        }
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
