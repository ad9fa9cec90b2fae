package dev.slipway.account;

import dev.slipway.desk.Caller;
import dev.slipway.digest.Sha256;
import dev.slipway.journal.Transaction;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.StoreProblem;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * Logins by token, in {@code slipway.login}. A login is opened by a password. It ends by time, by {@link #close}, by a
 * change of the password and by the loss of the last role. All calls throw {@link ProblemException}.
 */
public final class Logins {
    /** The most logins of one user at once; a further one replaces the oldest. */
    public static final int MOST = 20;

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String PREFIX = "slipway_";
    private static final Pattern TOKEN = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");

    private final Transaction transaction;
    private final Clock clock;
    private final Duration span;
    private final SecureRandom random = new SecureRandom();
    private final Accounts accounts;
    private final LookupCache<Account> cache;

    /** @param span how long a login lasts */
    public Logins(DataSource dataSource, Accounts accounts, Clock clock, Duration span) {
        this.transaction = new Transaction(dataSource);
        this.accounts = accounts;
        this.clock = clock;
        this.span = span;
        this.cache = new LookupCache<>(
                clock,
                Account::name,
                PATIENCE,
                () -> new ProblemException(StoreProblem.of(new TimeoutException("a look for a login"))));
        accounts.listen(cache::forget);
    }

    /**
     * Opens a login of a caller who has given a valid password.
     *
     * @param checked the hash that the password was checked against; without this check, a login could outlive a change
     *     of the password that happened meanwhile
     * @throws ProblemException NOT_AUTHENTICATED if the hash is no longer the account's
     */
    public LoginToken open(Caller caller, String checked) {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        String token = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        LoginToken login = new LoginToken(token, now.plus(span));
        transaction.run("open a login", connection -> {
            // The insert comes first, because it locks the account as a change of the account does.
            insert(connection, caller.user(), checked, now, login);
            makeRoom(connection, caller.user(), now, hash(token));
            accounts.noteLogin(connection, caller);
            return null;
        });
        return login;
    }

    private static void makeRoom(Connection connection, String user, Instant now, String opened) throws SQLException {
        String sql = """
                DELETE FROM slipway.login WHERE expires_at <= ? OR token_sha256 IN (
                  SELECT token_sha256 FROM slipway.login WHERE account = ? AND token_sha256 <> ?
                  ORDER BY made_at DESC, token_sha256 OFFSET ?)""";
        try (PreparedStatement delete = connection.prepareStatement(sql)) {
            delete.setTimestamp(1, Timestamp.from(now));
            delete.setString(2, user);
            delete.setString(3, opened);
            delete.setInt(4, MOST - 1);
            delete.executeUpdate();
        }
    }

    /**
     * Inserts the login. The lock waits for a change of the account that is under way, and then sees the changed
     * account.
     */
    private static void insert(Connection connection, String user, String checked, Instant now, LoginToken login)
            throws SQLException {
        String sql = "INSERT INTO slipway.login (token_sha256, account, made_at, expires_at)"
                + " SELECT ?, name, ?, ? FROM slipway.account WHERE name = ? AND password_hash = ?"
                + " AND cardinality(roles) > 0 FOR SHARE";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, hash(login.token()));
            insert.setTimestamp(2, Timestamp.from(now));
            insert.setTimestamp(3, Timestamp.from(login.expires()));
            insert.setString(4, user);
            insert.setString(5, checked);
            if (insert.executeUpdate() == 0) {
                throw new ProblemException(Problem.of(
                        ProblemCode.NOT_AUTHENTICATED,
                        "user " + user + " has no account here any more, or another password"));
            }
        }
    }

    /** Returns the account of a token; empty if the login does not exist, has ended, or belongs to a closed account. */
    public Optional<Account> holder(String token) {
        if (!TOKEN.matcher(token).matches()) {
            return Optional.empty();
        }
        String hash = hash(token);
        return cache.get(hash, () -> transaction.single("look for a login", connection -> find(connection, hash)));
    }

    /** Returns whether {@link #holder} has recently found an account for the token; does not ask the store. */
    public boolean remembers(String token) {
        return TOKEN.matcher(token).matches() && cache.remembers(hash(token));
    }

    private Optional<LookupCache.Fact<Account>> find(Connection connection, String hash) throws SQLException {
        String sql = "SELECT account, expires_at FROM slipway.login WHERE token_sha256 = ? AND expires_at > ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, hash);
            select.setTimestamp(2, Timestamp.from(clock.instant()));
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                Instant expires = row.getTimestamp(2).toInstant();
                return Accounts.find(connection, row.getString(1))
                        .filter(Account::open)
                        .map(account -> new LookupCache.Fact<>(account, expires));
            }
        }
    }

    /** Ends a login; a missing login is no error. */
    public void close(String token) {
        String hash = hash(token);
        transaction.run("close a login", connection -> {
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM slipway.login WHERE token_sha256 = ?")) {
                delete.setString(1, hash);
                return delete.executeUpdate();
            }
        });
        cache.drop(hash);
    }

    private static String hash(String token) {
        return Sha256.hex(token.getBytes(StandardCharsets.US_ASCII));
    }
}
