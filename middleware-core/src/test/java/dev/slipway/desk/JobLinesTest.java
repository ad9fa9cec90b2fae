package dev.slipway.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobFilter;
import dev.slipway.job.JobOrder;
import dev.slipway.job.JobOrder.By;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.job.TextSearch;
import dev.slipway.request.JobRequest;
import dev.slipway.request.TemplateNote;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the orders of a list of jobs, the searches, and the texts beside the standing of each job. */
@Timeout(300)
class JobLinesTest {
    private static final Caller ALICE = MiddlewareTestBed.ALICE;
    private static final String MADE = "VaR " + TemplateNote.of("daily VaR of ann", 3, "book=a: b, day=2026-01-02");

    @TempDir
    Path folder;

    @AutoClose
    private MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
    }

    private static JobRequest named(String name, String description, String program) {
        JobRequest small = JobRequests.running(program);
        return new JobRequest(
                name,
                Optional.of(description),
                Optional.empty(),
                small.launch(),
                small.stageIn(),
                small.stageOut(),
                small.results(),
                Map.of(),
                List.of());
    }

    private JobToken closed(JobRequest request, int exit, Duration took) throws InterruptedException {
        bed.launcher.took = took;
        JobToken token = bed.submit(request);
        bed.untilStarted(token);
        bed.launcher.end(token.value(), exit);
        bed.untilClosed(token);
        return token;
    }

    private List<String> names(JobFilter filter, By by, boolean descending) {
        return bed.desk().lines(ALICE, filter, new JobOrder(by, descending), 0, 10).stream()
                .map(line -> line.job().name())
                .toList();
    }

    private List<String> found(String text) {
        return names(JobFilter.ALL.with(TextSearch.anywhere(text)), By.NAME, false);
    }

    @Test
    void jobs_are_listed_in_the_order_of_each_column() throws Exception {
        closed(named("beta", MADE, "var-mc"), 0, Duration.ofMinutes(3));
        JobToken failed = closed(named("Alpha", "none", "fft3d"), 3, Duration.ofMinutes(9));
        bed.launcher.took = Duration.ZERO;
        JobToken running = bed.submit(named("gamma", "[template a of bob, version 1]", "var-mc"));
        bed.untilStarted(running);
        bed.until(running, JobState.RUNNING);

        assertThat(names(JobFilter.ALL, By.ACCEPTED, true)).containsExactly("gamma", "Alpha", "beta");
        assertThat(names(JobFilter.ALL, By.ACCEPTED, false)).containsExactly("beta", "Alpha", "gamma");
        assertThat(names(JobFilter.ALL, By.NAME, false)).containsExactly("Alpha", "beta", "gamma");
        assertThat(names(JobFilter.ALL, By.OWNER, false)).containsExactly("gamma", "Alpha", "beta");
        assertThat(names(JobFilter.ALL, By.STATUS, false)).containsExactly("beta", "Alpha", "gamma");
        assertThat(names(JobFilter.ALL, By.PHASE, false)).startsWith("gamma");
        assertThat(names(JobFilter.ALL, By.RUN_TIME, true)).startsWith("Alpha", "beta");
        assertThat(names(JobFilter.ALL, By.REASON, true)).startsWith("Alpha");
        assertThat(names(JobFilter.ALL, By.REASON, false)).startsWith("Alpha");
        assertThat(names(JobFilter.ALL, By.TEMPLATE, false)).containsExactly("gamma", "beta", "Alpha");
        assertThat(names(JobFilter.ALL, By.TEMPLATE, true)).containsExactly("beta", "gamma", "Alpha");
        assertThat(names(JobFilter.ALL, By.PROGRESS, true)).startsWith("gamma");

        List<JobLine> lines = bed.desk().lines(ALICE, JobFilter.ALL, new JobOrder(By.NAME, false), 0, 10);
        assertThat(lines.get(0).words().reason())
                .isEqualTo(bed.desk()
                        .explain(ALICE, failed)
                        .trouble()
                        .orElseThrow()
                        .problem()
                        .message());
        assertThat(lines.get(1).words().template()).isEqualTo("daily VaR of ann");
        assertThat(lines.get(1).words().values()).isEqualTo("book=a: b, day=2026-01-02");
        assertThat(lines.get(1).ran()).contains(Duration.ofMinutes(3));
        assertThat(lines.get(2).ran()).isEmpty();
        assertThat(lines.get(2).share()).isEqualTo(0.5);
        assertThat(bed.desk().lines(MiddlewareTestBed.BOB, JobFilter.ALL, JobOrder.NEWEST_FIRST, 0, 10))
                .isEmpty();
        assertSearches(failed);
        assertRecomputedByTheMigration();
    }

    private void assertSearches(JobToken failed) {
        assertThat(found("AMM")).containsExactly("gamma");
        assertThat(found("Var-MC")).containsExactly("beta", "gamma");
        assertThat(found("daily var")).containsExactly("beta");
        assertThat(found(failed.value().substring(0, 9).toUpperCase(Locale.ROOT)))
                .containsExactly("Alpha");
        assertThat(found(failed.value().substring(1, 12))).isEmpty();
        assertThat(names(JobFilter.ALL.with(TextSearch.ofTemplate("daily VaR of ann")), By.NAME, false))
                .containsExactly("beta");
        assertThat(names(JobFilter.ALL.with(TextSearch.ofTemplate("daily VaR of an")), By.NAME, false))
                .isEmpty();
        assertThat(names(JobFilter.ALL.with(TextSearch.inName("var-mc")), By.NAME, false))
                .isEmpty();
    }

    /** The audit compares the rows with the fold of the events. */
    private void assertRecomputedByTheMigration() throws SQLException {
        bed.middleware.close();
        try (Connection connection = bed.dataSource.getConnection();
                Statement change = connection.createStatement()) {
            change.execute("ALTER TABLE slipway.job DROP COLUMN template, DROP COLUMN template_values,"
                    + " DROP COLUMN reason");
            change.execute("DROP TABLE slipway.list_columns, slipway.list_filter");
            change.execute("ALTER TABLE slipway.mail_choice DROP COLUMN digest");
            change.execute("DELETE FROM slipway.flyway_schema_history WHERE version::int >= 18");
        }
        bed.restart();
        assertThat(bed.middleware
                        .audit()
                        .verify(MiddlewareTestBed.AUDITOR, Optional.empty())
                        .findings())
                .isEmpty();
        assertThat(names(JobFilter.ALL, By.TEMPLATE, true)).containsExactly("beta", "gamma", "Alpha");
    }

    @Test
    void a_job_of_a_sweep_is_found_by_the_token_of_its_group() {
        JobToken group = bed.desk()
                .submit(
                        ALICE,
                        new SweepSubmission(
                                "<sweep/>".getBytes(StandardCharsets.UTF_8),
                                Optional.empty(),
                                List.of(named("one", "", "a"), named("two", "", "a"))))
                .group();

        assertThat(found(group.value())).containsExactly("one", "two");
        assertThat(found(group.value().substring(0, 8))).containsExactly("one", "two");
    }

    @Test
    void a_hundred_thousand_jobs_have_every_order_and_are_searched() throws Exception {
        closed(named("first", MADE, "var-mc"), 0, Duration.ofMinutes(3));
        try (Connection connection = bed.dataSource.getConnection();
                Statement change = connection.createStatement()) {
            change.execute("""
                    INSERT INTO slipway.job (token, accepted_order, owner, document_sha256, name, partition, processes,
                                             state, outcome, blocked, held, accepted_at, since, version, head,
                                             program, run_ms, staged_bytes, template, template_values, reason)
                    SELECT lpad(n::text, 32, '0'), 1000 + n, 'alice', '', 'job ' || n % 977, 'local', 4, 'CLOSED',
                           CASE WHEN n % 3 = 0 THEN 'FAILED' ELSE 'DONE' END, false, false,
                           j.since, j.since, 1, '', 'program' || n % 5000, n * 7919 % 100003, 1000,
                           'template ' || n % 40 || ' of alice', 'n=' || n,
                           CASE WHEN n % 3 = 0 THEN 'program failed with exit status ' || n % 100 ELSE '' END
                    FROM slipway.job j, generate_series(1, 100000) n""");
        }
        for (By by : By.values()) {
            assertThat(bed.desk().lines(ALICE, JobFilter.ALL, new JobOrder(by, true), 0, 25))
                    .hasSize(25);
            assertThat(bed.desk().lines(ALICE, JobFilter.ALL, new JobOrder(by, false), 99_975, 30))
                    .as("the last jobs by %s; only the newest have an order by progress", by)
                    .hasSize(by == By.PROGRESS ? 0 : 26);
        }
        assertThat(found("JOB 976")).hasSize(10);
        assertThat(bed.desk().lines(ALICE, JobFilter.ALL, new JobOrder(By.RUN_TIME, true), 0, 3).stream()
                        .map(line -> line.ran().orElseThrow().toMillis()))
                .containsExactly(180_000L, 100_002L, 100_001L);
    }
}
