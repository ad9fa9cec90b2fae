package dev.slipway.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.account.Passwords;
import dev.slipway.account.Rights;
import dev.slipway.account.UserDesk;
import dev.slipway.desk.Caller;
import dev.slipway.desk.Caller.Role;
import dev.slipway.desk.Receipt;
import dev.slipway.desk.SweepSubmission;
import dev.slipway.job.Job;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.request.Place;
import dev.slipway.servers.Await;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the grants of users, and their effect on the users' jobs. */
class GrantTest {
    private static final Rights NOTHING = new Rights(Set.of(), Grants.NONE);
    private static final String PASSWORD = "a password of ann";

    @TempDir
    Path folder;

    private MiddlewareTestBed bed;
    private UserDesk users;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
        users = new UserDesk(
                bed.middleware.accounts(), new OpenPasswords(), Set.of(new Place.Source("risk"))::contains);
        // Without any account the store's users are known elsewhere and may do all; with the first that ends.
        bed.middleware
                .accounts()
                .put(new dev.slipway.account.Account(
                        MiddlewareTestBed.OPERATOR.user(), "hash", Set.of(Role.OPERATOR), Grants.ALL));
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    /** Does not hash; the right password of a user is that of the test. */
    private static final class OpenPasswords implements Passwords {
        @Override
        public String hash(String password) {
            return "hash of " + password;
        }

        @Override
        public void require(String user, String password, String from) {
            if (!password.equals(PASSWORD)) {
                throw new ProblemException(Problem.of(ProblemCode.NOT_AUTHENTICATED, "wrong"));
            }
        }
    }

    @Test
    void says_which_of_the_granted_places_nobody_has_configured() {
        Rights rights = new Rights(
                Set.of(Role.USER),
                Grants.of(List.of("source:risk", "source:rsik", "host:md1", "site:rates", "folder:shared")));

        assertThat(users.add(MiddlewareTestBed.OPERATOR, "alice", PASSWORD, rights))
                .containsExactly("folder:shared", "host:md1", "site:rates", "source:rsik");
        assertThat(users.grant(MiddlewareTestBed.OPERATOR, "alice", rights)).hasSize(4);
        assertThat(users.grant(MiddlewareTestBed.OPERATOR, "alice", new Rights(Set.of(), Grants.ALL)))
                .isEmpty();
    }

    @Test
    void a_job_that_names_what_its_owner_was_not_granted_is_refused_with_each_step() {
        add("alice", Role.USER, "source:risk", "store:risk");

        refused(
                ProblemCode.NOT_GRANTED,
                () -> bed.submit(JobRequests.whole()),
                "step curve names host market-data, which is not granted to user alice");
        assertThat(bed.middleware.journal().count(JobFilter.ALL)).isZero();
        assertThatThrownBy(() -> bed.submit(JobRequests.whole())).satisfies(refusal -> assertThat(
                        ((ProblemException) refusal).problem().detail())
                .contains("step log: host archive")
                .doesNotContain("risk"));
    }

    @Test
    void a_job_that_names_only_what_is_granted_runs() throws Exception {
        add("alice", Role.USER, "source:risk", "store:risk", "host:market-data", "host:archive");

        JobToken token = bed.submit(JobRequests.whole());

        bed.untilStarted(token);
    }

    @Test
    void who_has_no_account_has_no_grant_and_the_same_name_of_another_kind_is_none() {
        refused(ProblemCode.NOT_GRANTED, () -> bed.submit(JobRequests.small()), "user alice");
        add("alice", Role.USER, "host:risk");
        refused(ProblemCode.NOT_GRANTED, () -> bed.submit(JobRequests.small()), "source risk");
    }

    @Test
    void a_grant_that_is_revoked_before_the_data_moves_fails_the_step() throws Exception {
        add("alice", Role.USER, "all");
        ScriptedGateway.Gate gate = bed.gateway.hold("books");
        JobToken token = bed.submit(JobRequests.whole());
        gate.awaitEntered();
        // The step beside it needs a grant too, and must have begun before the first grant is withdrawn.
        Await.until("step curve has moved", () -> bed.gateway.moved().contains("curve"));

        users.revoke(MiddlewareTestBed.OPERATOR, "alice", new Rights(Set.of(), Grants.ALL));
        users.grant(
                MiddlewareTestBed.OPERATOR,
                "alice",
                new Rights(Set.of(), Grants.of(List.of("source:risk", "host:market-data"))));
        users.revoke(MiddlewareTestBed.OPERATOR, "alice", new Rights(Set.of(), Grants.of(List.of("source:risk"))));
        gate.open();

        Job job = bed.untilClosed(token);
        assertThat(job.outcome()).hasValueSatisfying(outcome -> {
            Problem problem = ((JobOutcome.Failed) outcome).problem();
            assertThat(problem.code()).isEqualTo(ProblemCode.NOT_GRANTED);
            assertThat(problem.message()).contains("step positions names source risk", "user alice");
        });
        assertThat(bed.launcher.started()).isEmpty();
    }

    @Test
    void a_retry_needs_the_grant_anew() throws Exception {
        add("alice", Role.USER, "all");
        JobToken token = bed.submit(JobRequests.small());
        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        bed.untilClosed(token);
        users.revoke(MiddlewareTestBed.OPERATOR, "alice", new Rights(Set.of(), Grants.ALL));

        refused(ProblemCode.NOT_GRANTED, () -> bed.desk().retry(MiddlewareTestBed.ALICE, token), "user alice");
    }

    @Test
    void a_submission_that_is_sent_again_gets_its_earlier_token_after_the_grant_was_withdrawn() {
        add("alice", Role.USER, "all");
        JobRequest job = JobRequests.withSid(JobRequests.small(), "eod");
        SweepSubmission sweep = new SweepSubmission(
                "<sweep/>".getBytes(StandardCharsets.UTF_8),
                Optional.of("sweep"),
                List.of(JobRequests.withSid(job, "sweep.1"), JobRequests.withSid(job, "sweep.2")));
        JobToken token = bed.submit(job);
        Receipt group = bed.desk().submit(MiddlewareTestBed.ALICE, sweep);
        users.revoke(MiddlewareTestBed.OPERATOR, "alice", new Rights(Set.of(), Grants.ALL));

        assertThat(bed.submit(job)).isEqualTo(token);
        assertThat(bed.desk().submit(MiddlewareTestBed.ALICE, sweep)).isEqualTo(group);
        refused(
                ProblemCode.SUBMISSION_CONFLICT,
                () -> bed.desk().submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(job, "<another/>")),
                "sid eod was submitted before with another document");
        refused(ProblemCode.NOT_GRANTED, () -> bed.submit(JobRequests.withSid(job, "new")), "user alice");
        refused(
                ProblemCode.NOT_GRANTED,
                () -> bed.desk().submit(MiddlewareTestBed.BOB, MiddlewareTestBed.submission(job, "<job/>")),
                "which is not granted to user bob");
        refused(
                ProblemCode.NOT_AUTHORISED,
                () -> bed.desk()
                        .submit(new Caller("alice", Set.of(), "local"), MiddlewareTestBed.submission(job, "<job/>")),
                "may not submit");
    }

    @Test
    void every_change_stands_in_the_ledger_with_who_made_it_and_no_password() {
        add("ann", Role.USER, "source:risk");
        users.grant(
                MiddlewareTestBed.OPERATOR, "ann", new Rights(Set.of(Role.AUDITOR), Grants.of(List.of("host:md1"))));
        users.password(MiddlewareTestBed.OPERATOR, "ann", "another password", Optional.empty());
        users.revoke(MiddlewareTestBed.OPERATOR, "ann", new Rights(Set.of(Role.USER, Role.AUDITOR), Grants.NONE));

        assertThat(bed.middleware.audit().operations(MiddlewareTestBed.AUDITOR, 0, 5))
                .extracting(operation -> operation.kind() + " by " + operation.by() + " from " + operation.from() + ": "
                        + operation.text())
                .containsExactly(
                        "ROLES_CHANGED by olga from local: account ann, roles []",
                        "PASSWORD_CHANGED by olga from local: account ann",
                        "GRANTS_CHANGED by olga from local: account ann, grants [host:md1, source:risk]",
                        "ROLES_CHANGED by olga from local: account ann, roles [USER, AUDITOR]",
                        "ACCOUNT_MADE by olga from local: account ann, roles [USER], grants [source:risk]");
    }

    @Test
    void only_operators_manage_users_and_others_see_themselves() {
        add("alice", Role.USER);

        for (Caller caller : List.of(MiddlewareTestBed.ALICE, MiddlewareTestBed.AUDITOR)) {
            refused(ProblemCode.NOT_AUTHORISED, () -> users.add(caller, "eve", PASSWORD, all()), "may not manage");
            refused(ProblemCode.NOT_AUTHORISED, () -> users.grant(caller, "alice", all()), "may not manage");
            refused(ProblemCode.NOT_AUTHORISED, () -> users.revoke(caller, "olga", all()), "may not manage");
            refused(
                    ProblemCode.NOT_AUTHORISED,
                    () -> users.password(caller, "olga", PASSWORD, Optional.of(PASSWORD)),
                    "may not manage");
        }
        assertThat(users.users(MiddlewareTestBed.ALICE))
                .extracting(user -> user.name())
                .containsExactly("alice");
        assertThat(users.users(MiddlewareTestBed.AUDITOR))
                .extracting(user -> user.name())
                .containsExactly("alice", "olga");
    }

    @Test
    void whoever_changes_their_own_password_gives_the_one_so_far() {
        add("alice", Role.USER);

        refused(
                ProblemCode.NOT_AUTHENTICATED,
                () -> users.password(MiddlewareTestBed.ALICE, "alice", "another password", Optional.empty()),
                "wrong");
        refused(
                ProblemCode.NOT_AUTHENTICATED,
                () -> users.password(MiddlewareTestBed.OPERATOR, "olga", "another password", Optional.of("guess")),
                "wrong");
        users.password(MiddlewareTestBed.ALICE, "alice", "another password", Optional.of(PASSWORD));

        assertThat(bed.middleware.accounts().find("alice").orElseThrow().passwordHash())
                .isEqualTo("hash of another password");
    }

    @Test
    void refuses_names_and_passwords_that_cannot_be_and_users_that_are_there_or_are_not() {
        refused(ProblemCode.USER_INVALID, () -> add("no name", Role.USER), "not a user name");
        refused(ProblemCode.USER_INVALID, () -> add("slipway", Role.USER), "not a user name");
        refused(
                ProblemCode.USER_INVALID,
                () -> users.add(MiddlewareTestBed.OPERATOR, "ann", "short", all()),
                "10 characters at least and 72 bytes at most");
        refused(
                ProblemCode.USER_INVALID,
                () -> users.add(MiddlewareTestBed.OPERATOR, "ann", "\u00e9".repeat(37), all()),
                "72 bytes");
        refused(
                ProblemCode.USER_INVALID,
                () -> users.add(MiddlewareTestBed.OPERATOR, "ann", PASSWORD, NOTHING),
                "no role");
        add("ann", Role.USER);
        refused(ProblemCode.USER_EXISTS, () -> add("ann", Role.USER), "there is a user ann already");
        refused(
                ProblemCode.USER_UNKNOWN,
                () -> users.grant(MiddlewareTestBed.OPERATOR, "nobody", all()),
                "no user nobody");
    }

    @Test
    void the_last_operator_stays_one_and_everything_is_not_revoked_in_parts() {
        Rights operator = new Rights(Set.of(Role.OPERATOR), Grants.NONE);

        refused(
                ProblemCode.USER_INVALID,
                () -> users.revoke(MiddlewareTestBed.OPERATOR, "olga", operator),
                "the last operator");
        assertThat(bed.middleware.accounts().find("olga").orElseThrow().roles()).containsExactly(Role.OPERATOR);
        add("oscar", Role.OPERATOR);
        users.revoke(MiddlewareTestBed.OPERATOR, "olga", operator);
        assertThat(bed.middleware.accounts().find("olga").orElseThrow().open()).isFalse();
        add("ann", Role.USER, "all");
        refused(
                ProblemCode.USER_INVALID,
                () -> users.revoke(
                        MiddlewareTestBed.OPERATOR, "ann", new Rights(Set.of(), Grants.of(List.of("source:risk")))),
                "is granted all");
    }

    private void add(String name, Role role, String... grants) {
        users.add(MiddlewareTestBed.OPERATOR, name, PASSWORD, new Rights(Set.of(role), Grants.of(List.of(grants))));
    }

    private static Rights all() {
        return new Rights(Set.of(Role.USER), Grants.ALL);
    }

    private static void refused(
            ProblemCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String words) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, refusal -> {
            assertThat(refusal.problem().code()).isEqualTo(code);
            assertThat(refusal.problem().message()).contains(words);
        });
    }
}
