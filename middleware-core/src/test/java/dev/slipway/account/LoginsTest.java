package dev.slipway.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.desk.Caller;
import dev.slipway.desk.Caller.Role;
import dev.slipway.grant.Grants;
import dev.slipway.problem.ProblemException;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests logins by token with the real store. */
class LoginsTest {
    private static final Duration SPAN = Duration.ofHours(8);

    @TempDir
    Path folder;

    private MiddlewareTestBed bed;
    private Accounts accounts;
    private Logins logins;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
        accounts = bed.middleware.accounts();
        logins = bed.middleware.logins(SPAN);
        accounts.put(new Account("alice", "hash", Set.of(Role.USER), Grants.NONE));
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void an_account_is_kept_as_it_was_put_last() {
        Account last = new Account("olga", "{hash}2", Set.of(Role.OPERATOR, Role.AUDITOR), Grants.ALL);
        accounts.put(new Account("olga", "{hash}1", Set.of(Role.USER), Grants.NONE));
        accounts.put(last);

        assertThat(accounts.find("olga")).contains(last);
        assertThat(accounts.find("nobody")).isEmpty();
        assertThat(accounts.any()).isTrue();
    }

    @Test
    void a_token_names_its_user_until_it_expires() {
        LoginToken login = logins.open(MiddlewareTestBed.ALICE, "hash");

        assertThat(holder(login)).isEqualTo("alice");
        bed.clock.advance(SPAN.minusSeconds(2));
        assertThat(holder(login)).isEqualTo("alice");
        bed.clock.advance(Duration.ofSeconds(2));
        assertThat(holder(login)).isEqualTo("nobody");
    }

    @Test
    void a_token_ends_with_its_logout_a_new_password_and_the_last_role() {
        LoginToken out = logins.open(MiddlewareTestBed.ALICE, "hash");
        LoginToken other = logins.open(MiddlewareTestBed.ALICE, "hash");
        assertThat(holder(out)).isEqualTo("alice");
        logins.close(out.token());
        assertThat(holder(out)).isEqualTo("nobody");
        assertThat(holder(other)).isEqualTo("alice");

        accounts.put(new Account("alice", "another", Set.of(Role.USER), Grants.NONE));
        assertThat(holder(other)).isEqualTo("nobody");

        LoginToken last = logins.open(MiddlewareTestBed.ALICE, "another");
        assertThat(holder(last)).isEqualTo("alice");
        accounts.put(new Account("alice", "another", Set.of(), Grants.NONE));
        assertThat(holder(last)).isEqualTo("nobody");
        accounts.put(new Account("alice", "another", Set.of(Role.USER), Grants.NONE));
        assertThat(holder(last)).as("a role that comes back opens no old login").isEqualTo("nobody");
    }

    @Test
    void a_changed_role_counts_at_once() {
        LoginToken login = logins.open(MiddlewareTestBed.ALICE, "hash");
        assertThat(logins.holder(login.token()).orElseThrow().roles()).containsExactly(Role.USER);

        accounts.put(new Account("alice", "hash", Set.of(Role.AUDITOR), Grants.NONE));

        assertThat(logins.holder(login.token()).orElseThrow().roles()).containsExactly(Role.AUDITOR);
    }

    @Test
    void a_store_that_is_read_by_others_gives_no_token_away() throws SQLException {
        LoginToken login = logins.open(MiddlewareTestBed.ALICE, "hash");

        try (var connection = bed.dataSource.getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT login::text FROM slipway.login")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString(1)).contains("alice").doesNotContain(login.token());
        }
        assertThat(login.toString()).doesNotContain(login.token());
    }

    @Test
    void the_oldest_of_too_many_logins_makes_way() {
        LoginToken first = logins.open(MiddlewareTestBed.ALICE, "hash");
        Set<String> tokens = new HashSet<>();
        for (int i = 0; i < Logins.MOST; i++) {
            bed.clock.advance(Duration.ofSeconds(1));
            tokens.add(logins.open(MiddlewareTestBed.ALICE, "hash").token());
        }

        assertThat(holder(first)).isEqualTo("nobody");
        assertThat(tokens).hasSize(Logins.MOST).allMatch(token -> logins.holder(token)
                .isPresent());
    }

    @Test
    void knows_no_token_that_it_did_not_make_and_no_user_without_account() {
        assertThat(logins.holder("")).isEmpty();
        assertThat(logins.holder("slipway_' OR true --")).isEmpty();
        assertThat(logins.holder("slipway_" + "A".repeat(43))).isEmpty();
        Caller stranger = new Caller("stranger", Set.of(Role.USER), "local");
        assertThatThrownBy(() -> logins.open(stranger, "hash"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("stranger");
    }

    @Test
    void a_password_that_was_changed_after_its_check_opens_no_login() {
        accounts.put(new Account("alice", "another", Set.of(Role.USER), Grants.NONE));

        assertThatThrownBy(() -> logins.open(MiddlewareTestBed.ALICE, "hash"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("another password");
    }

    @Test
    void a_login_waits_for_a_change_of_the_password_that_is_under_way() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (Connection change = bed.dataSource.getConnection();
                Connection watch = bed.dataSource.getConnection()) {
            change.setAutoCommit(false);
            execute(change, "UPDATE slipway.account SET password_hash = 'another' WHERE name = 'alice'");
            execute(change, "DELETE FROM slipway.login WHERE account = 'alice'");
            Future<LoginToken> login = other.submit(() -> logins.open(MiddlewareTestBed.ALICE, "hash"));
            while (!anybodyWaits(watch)) {
                assertThat(login).isNotDone();
            }
            change.commit();

            assertThatThrownBy(login::get).hasMessageContaining("another password");
        } finally {
            other.shutdown();
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static boolean anybodyWaits(Connection connection) throws SQLException {
        String sql = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next();
        }
    }

    private String holder(LoginToken login) {
        return logins.holder(login.token()).map(Account::name).orElse("nobody");
    }
}
