package dev.slipway.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.account.Account;
import dev.slipway.account.Accounts;
import dev.slipway.desk.Caller.Role;
import dev.slipway.desk.plan.JobPlan;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that reading from a source and storing in a source are separate grants. */
class StoreGrantTest {
    private static final JobRequest READS = JobRequests.small();
    private static final JobRequest STORES = JobRequests.request(List.of(), List.of(JobRequests.store("store-pnl", 1)));

    @TempDir
    private Path folder;

    private static void grant(MiddlewareTestBed bed, String... words) {
        bed.middleware
                .accounts()
                .put(new Account(MiddlewareTestBed.ALICE.user(), "hash", Set.of(Role.USER), Grants.of(List.of(words))));
    }

    private static Problem refusal(MiddlewareTestBed bed, JobRequest request) {
        try {
            throw new AssertionError("taken: " + bed.submit(request));
        } catch (ProblemException e) {
            return e.problem();
        }
    }

    @Test
    void whoever_may_read_a_source_may_not_store_there() {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            grant(bed, "source:risk");

            Problem refused = refusal(bed, STORES);

            assertThat(refused.code()).isEqualTo(ProblemCode.NOT_GRANTED);
            assertThat(refused.message())
                    .isEqualTo("step store-pnl stores in source risk, and storing there is not granted to user alice");
            assertThat(refused.code().remedy().shell()).contains("--store NAME");
            assertThat(bed.submit(READS)).isNotNull();
        }
    }

    @Test
    void whoever_may_store_in_a_source_may_not_read_there_nor_try_a_statement() {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            grant(bed, "store:risk");

            assertThat(refusal(bed, READS).message())
                    .isEqualTo("step books names source risk, which is not granted to user alice");
            assertThatThrownBy(() -> bed.middleware.probes().sample(MiddlewareTestBed.ALICE, "risk", "SELECT 1"))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.NOT_GRANTED));
            assertThat(bed.gateway.looked()).isEmpty();
            assertThat(bed.submit(STORES)).isNotNull();
        }
    }

    @Test
    void revoking_a_source_takes_storing_there_away_too_and_revoking_storing_leaves_the_source() {
        Grants both = Grants.of(List.of("source:risk", "store:risk", "store:desk", "host:md1"));

        assertThat(both.without(Grants.of(List.of("source:risk"))).words()).containsExactly("host:md1", "store:desk");
        assertThat(both.without(Grants.of(List.of("store:risk"))).words())
                .containsExactly("host:md1", "source:risk", "store:desk");
    }

    @Test
    void a_plan_tells_the_store_that_is_not_granted_and_looks_at_what_is_read() {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            grant(bed, "source:risk", "host:market-data", "host:archive");

            JobPlan plan = bed.middleware.plans().plan(MiddlewareTestBed.ALICE, List.of(JobRequests.whole()));

            assertThat(plan.ready()).isFalse();
            assertThat(plan.steps())
                    .filteredOn(step ->
                            step.problems().stream().anyMatch(problem -> problem.code() == ProblemCode.NOT_GRANTED))
                    .extracting(JobPlan.Step::name)
                    .containsExactly("store-pnl");
        }
    }

    @Test
    void a_store_whose_grant_is_revoked_before_it_moves_fails() throws Exception {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            grant(bed, "source:risk", "store:risk", "host:market-data", "host:archive");
            JobToken token = bed.submit(JobRequests.whole());
            bed.untilStarted(token);

            grant(bed, "source:risk", "host:market-data", "host:archive");
            bed.launcher.end(token.value(), 0);

            Job job = bed.untilClosed(token);
            assertThat(job.outcome()).hasValueSatisfying(outcome -> {
                Problem problem = ((JobOutcome.Failed) outcome).problem();
                assertThat(problem.code()).isEqualTo(ProblemCode.NOT_GRANTED);
                assertThat(problem.message()).contains("step store-pnl stores in source risk");
            });
        }
    }

    @Test
    void accounts_from_before_keep_both() throws Exception {
        PostgresDatabase store = PostgresDatabase.fresh();
        Flyway.configure()
                .dataSource(store.dataSource())
                .schemas("slipway")
                .defaultSchema("slipway")
                .target("13")
                .load()
                .migrate();
        try (Connection connection = store.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO slipway.account (name, password_hash, roles, grants) VALUES"
                    + " ('ann', 'hash', '{USER}', '{host:md1,source:desk:eu,source:risk}'),"
                    + " ('ben', 'hash', '{USER}', '{}'),"
                    + " ('olga', 'hash', '{OPERATOR}', '{all}')");
        }

        dev.slipway.journal.store.PostgresJobJournal.open(store.dataSource(), Clock.systemUTC());

        Accounts accounts =
                new Accounts(store.dataSource(), new OperationLedger(store.dataSource(), Clock.systemUTC()));
        assertThat(accounts.all())
                .extracting(account -> account.name() + " " + account.grants().words())
                .containsExactly(
                        "ann [host:md1, source:desk:eu, source:risk, store:desk:eu, store:risk]",
                        "ben []",
                        "olga [all]");
    }
}
