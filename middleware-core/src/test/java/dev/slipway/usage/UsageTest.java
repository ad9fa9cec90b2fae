package dev.slipway.usage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.desk.Caller;
import dev.slipway.job.Job;
import dev.slipway.job.JobToken;
import dev.slipway.journal.NewJobs;
import dev.slipway.journal.store.Tampering;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.JobRequest;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.StreamLink;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.Streams;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the counted usage, and who sees the figures. */
@Timeout(300)
class UsageTest {
    private static final UsageQuery ALL =
            new UsageQuery(Optional.empty(), Optional.empty(), Optional.empty(), List.of(UsageColumn.values()));

    private static final JobRequest STREAM = JobRequests.with(
            JobRequests.small(),
            Streams.launch(Streams.of(
                    List.of(Streams.kernel("feed", 0, "program"), Streams.kernel("count", 1, "program")),
                    StreamLink.between("feed", "count"))));

    @TempDir
    Path folder;

    @AutoClose
    private MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder, 64, 3);
        bed.launcher.endAtOnce();
    }

    private Job run(Caller owner, JobRequest request, Duration took) throws Exception {
        bed.launcher.took = took;
        JobToken token = bed.desk().submit(owner, MiddlewareTestBed.submission(request, "<job/>"));
        return bed.untilClosed(token);
    }

    private List<String> rows(Caller caller, UsageQuery query) {
        return bed.middleware.usage().usage(caller, query).rows().stream()
                .map(row -> String.join(" ", row.values()) + ": " + row.runs() + " " + row.processorHours() + " "
                        + row.stagedBytes())
                .toList();
    }

    private static UsageQuery by(UsageColumn... columns) {
        return new UsageQuery(Optional.empty(), Optional.empty(), Optional.empty(), List.of(columns));
    }

    private static UsageQuery within(Instant from, Instant until) {
        return new UsageQuery(Optional.empty(), Optional.of(from), Optional.of(until), List.of());
    }

    private static long moved(Job job) {
        return job.steps().values().stream()
                .flatMap(step -> step.moved().stream())
                .mapToLong(moved -> moved.bytes())
                .sum();
    }

    @Test
    void counts_runs_processor_hours_and_bytes_of_closed_jobs_by_what_is_asked_for() throws Exception {
        Job first = run(MiddlewareTestBed.ALICE, JobRequests.whole(), Duration.ofMinutes(90));
        Job second = run(MiddlewareTestBed.BOB, JobRequests.small(), Duration.ofSeconds(18));
        bed.clock.advance(Duration.ofDays(31));
        Job third = run(MiddlewareTestBed.ALICE, STREAM, Duration.ofHours(1));
        int kernels = third.request().launch().processes();

        assertThat(moved(first)).isPositive();
        assertThat(rows(MiddlewareTestBed.OPERATOR, ALL))
                .containsExactly(
                        "alice  program 2026-01: 1 3.0000 " + moved(first),
                        "alice  " + third.request().launch().application().title() + " 2026-02: 1 " + kernels + ".0000 "
                                + moved(third),
                        "bob  program 2026-01: 1 0.0100 " + moved(second));
        assertThat(rows(MiddlewareTestBed.AUDITOR, by(UsageColumn.MONTH)))
                .containsExactly(
                        "2026-01: 2 3.0100 " + (moved(first) + moved(second)),
                        "2026-02: 1 " + kernels + ".0000 " + moved(third));
        assertThat(rows(MiddlewareTestBed.AUDITOR, by()))
                .containsExactly(": 3 " + (kernels + 3) + ".0100 " + (moved(first) + moved(second) + moved(third)));
    }

    /** The journal takes the job, because no partition of this bed takes a document with an account. */
    @Test
    void a_job_counts_for_the_account_that_its_document_names() throws Exception {
        ResourceDemand charged = ResourceDemand.NONE.choosing(
                new ClusterChoice(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of("risk")));
        JobRequest request = JobRequests.with(
                JobRequests.small(), JobRequests.small().launch().on(charged));
        JobToken token = bed.middleware
                .journal()
                .accept(NewJobs.of(
                        "bob",
                        "10.0.0.2",
                        "<job/>".getBytes(UTF_8),
                        new NewJobs.Element(1, request, "local", Optional.empty())))
                .token();
        bed.restart();
        Job closed = bed.untilClosed(token);
        run(MiddlewareTestBed.ALICE, JobRequests.small(), Duration.ofHours(1));

        List<String> counted = rows(MiddlewareTestBed.OPERATOR, by(UsageColumn.PROJECT, UsageColumn.USER));
        assertThat(counted).hasSize(2);
        assertThat(counted.get(0)).startsWith(" alice: 1 2.0000 ");
        assertThat(counted.get(1)).isEqualTo("risk bob: 0 0.0000 " + moved(closed));
        migrateAnew();
        assertThat(rows(MiddlewareTestBed.OPERATOR, by(UsageColumn.PROJECT, UsageColumn.USER)))
                .isEqualTo(counted);
        assertThat(bed.middleware
                        .audit()
                        .verify(MiddlewareTestBed.AUDITOR, Optional.empty())
                        .findings())
                .isEmpty();
    }

    @Test
    void a_job_counts_when_it_has_closed_and_not_before() throws Exception {
        bed.close();
        bed = new MiddlewareTestBed(folder.resolve("held"));
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);
        assertThat(rows(MiddlewareTestBed.OPERATOR, ALL)).isEmpty();
        assertThat(rows(MiddlewareTestBed.OPERATOR, by())).containsExactly(": 0 0.0000 0");

        bed.launcher.end(token.value(), 0);
        Instant closed = bed.untilClosed(token).since();
        assertThat(rows(MiddlewareTestBed.OPERATOR, within(closed, closed.plusSeconds(1))))
                .singleElement()
                .asString()
                .startsWith(": 1 ");
        assertThat(rows(MiddlewareTestBed.OPERATOR, within(closed.minusSeconds(1), closed)))
                .containsExactly(": 0 0.0000 0");
    }

    @Test
    void a_job_without_a_run_has_only_its_bytes() throws Exception {
        bed.close();
        bed = new MiddlewareTestBed(folder.resolve("cancelled"));
        JobToken running = bed.submit(JobRequests.small());
        bed.untilStarted(running);
        JobToken waiting = bed.submit(JobRequests.small());
        bed.until(waiting, dev.slipway.job.JobState.READY);
        bed.desk().cancel(MiddlewareTestBed.ALICE, waiting);
        Job cancelled = bed.untilClosed(waiting);

        assertThat(rows(MiddlewareTestBed.OPERATOR, by())).containsExactly(": 0 0.0000 " + moved(cancelled));
        assertThat(moved(cancelled)).isPositive();
    }

    @Test
    void users_see_their_own_usage_only_and_the_ledger_has_who_saw_that_of_others() throws Exception {
        run(MiddlewareTestBed.ALICE, JobRequests.small(), Duration.ofHours(1));
        run(MiddlewareTestBed.BOB, JobRequests.small(), Duration.ofHours(1));

        assertThat(rows(MiddlewareTestBed.ALICE, by(UsageColumn.USER)))
                .singleElement()
                .asString()
                .startsWith("alice: 1 ");
        UsageQuery ofBob = new UsageQuery(
                Optional.of("bob"), Optional.empty(), Optional.empty(), List.of(UsageColumn.USER, UsageColumn.MONTH));
        assertThatThrownBy(() -> rows(MiddlewareTestBed.ALICE, ofBob))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem().code()).isEqualTo(ProblemCode.NOT_AUTHORISED));
        assertThat(rows(MiddlewareTestBed.BOB, ofBob)).hasSize(1);
        assertThat(noted()).isEmpty();

        assertThat(rows(MiddlewareTestBed.OPERATOR, ofBob))
                .singleElement()
                .asString()
                .startsWith("bob 2026-01: 1 ");
        assertThat(rows(MiddlewareTestBed.AUDITOR, within(Instant.EPOCH, Instant.parse("2026-05-01T00:00:00Z"))))
                .hasSize(1);
        assertThat(noted())
                .containsExactly(
                        "axel usage of all users from 1970-01-01 00:00:00 UTC until 2026-05-01 00:00:00 UTC",
                        "olga usage of user bob by user, month");
    }

    private List<String> noted() {
        return bed.middleware.audit().operations(MiddlewareTestBed.AUDITOR, 0, 20).stream()
                .filter(operation -> operation.kind().equals("USAGE_READ"))
                .map(operation -> operation.by() + " " + operation.text())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run_ms = 1",
                "run_ms = NULL",
                "staged_bytes = staged_bytes - 1",
                "program = 'other'",
                "project = 'other'",
                "template = 'other'",
                "template_values = 'other'",
                "reason = 'other'"
            })
    void an_audit_finds_usage_that_was_changed(String change) throws Exception {
        Job job = run(MiddlewareTestBed.ALICE, JobRequests.small(), Duration.ofHours(1));
        Tampering.with(
                bed.dataSource,
                "UPDATE slipway.job SET " + change + " WHERE token = ?",
                job.token().value());

        assertThat(bed.middleware
                        .audit()
                        .verify(MiddlewareTestBed.AUDITOR, Optional.empty())
                        .findings())
                .singleElement()
                .asString()
                .contains(job.token().value(), "the row differs from the fold of the events");
    }

    @Test
    void jobs_from_before_usage_was_counted_get_it_by_the_migration_and_damaged_ones_do_not_stop_it() throws Exception {
        run(MiddlewareTestBed.ALICE, JobRequests.whole(), Duration.ofMinutes(7));
        Job damaged = run(MiddlewareTestBed.BOB, JobRequests.small(), Duration.ofHours(2));
        run(MiddlewareTestBed.ALICE, STREAM, Duration.ofMillis(1234));
        List<String> before = new ArrayList<>(rows(MiddlewareTestBed.OPERATOR, ALL));
        assertThat(before.remove(2)).startsWith("bob  program");
        Tampering.with(
                bed.dataSource,
                "UPDATE slipway.job_event SET payload = 'no JSON' WHERE token = ?",
                damaged.token().value());
        migrateAnew();

        assertThat(rows(MiddlewareTestBed.OPERATOR, ALL))
                .containsExactly(before.get(0), before.get(1), "bob   2026-01: 1 0.0000 0");
        assertThat(bed.middleware
                        .audit()
                        .verify(MiddlewareTestBed.AUDITOR, Optional.empty())
                        .findings())
                .isNotEmpty()
                .allMatch(finding -> finding.contains(damaged.token().value()));
    }

    /** Takes the store back to the version before usage, and starts on it. */
    private void migrateAnew() throws SQLException {
        bed.middleware.close();
        try (Connection connection = bed.dataSource.getConnection();
                Statement change = connection.createStatement()) {
            change.execute("ALTER TABLE slipway.job DROP COLUMN program, DROP COLUMN project, DROP COLUMN run_ms,"
                    + " DROP COLUMN staged_bytes, DROP COLUMN template, DROP COLUMN template_values,"
                    + " DROP COLUMN reason");
            change.execute("DROP TABLE slipway.list_columns, slipway.list_filter");
            change.execute("DROP INDEX slipway.job_closed_since");
            change.execute("DROP TABLE slipway.mail_event, slipway.mail, slipway.mail_choice");
            change.execute("DELETE FROM slipway.flyway_schema_history WHERE version::int >= 16");
        }
        bed.restart();
    }

    @Test
    void a_hundred_thousand_jobs_are_summed_up_and_too_many_rows_are_refused() throws Exception {
        run(MiddlewareTestBed.ALICE, JobRequests.small(), Duration.ofHours(1));
        try (Connection connection = bed.dataSource.getConnection();
                Statement change = connection.createStatement()) {
            change.execute("""
                    INSERT INTO slipway.job (token, accepted_order, owner, document_sha256, name, partition, processes,
                                             state, outcome, blocked, held, accepted_at, since, version, head,
                                             program, project, run_ms, staged_bytes)
                    SELECT lpad(n::text, 32, '0'), 1000 + n, 'user' || n % 20, '', '', 'local', 4, 'CLOSED', 'DONE',
                           false, false,
                           j.since, timestamptz '2025-01-01 00:00Z' + n % 365 * interval '1 day', 1, '',
                           'program' || n % 5000, 'project' || n % 3, 900000, 1000
                    FROM slipway.job j, generate_series(1, 100000) n""");
        }
        UsageQuery ofYear = new UsageQuery(
                Optional.empty(),
                Optional.of(Instant.parse("2025-01-01T00:00:00Z")),
                Optional.of(Instant.parse("2026-01-01T00:00:00Z")),
                List.of(UsageColumn.PROJECT));
        assertThat(rows(MiddlewareTestBed.OPERATOR, ofYear))
                .containsExactly(
                        "project0: 33333 33333.0000 33333000",
                        "project1: 33334 33334.0000 33334000",
                        "project2: 33333 33333.0000 33333000");
        assertThat(rows(MiddlewareTestBed.OPERATOR, by(UsageColumn.USER, UsageColumn.MONTH)))
                .hasSize(1 + 20 * 12)
                .contains("user7 2025-12: 410 410.0000 410000");
        assertThatThrownBy(() -> rows(MiddlewareTestBed.OPERATOR, by(UsageColumn.PROGRAM, UsageColumn.MONTH)))
                .hasMessageContaining("this usage has more than 20000 rows: ask for a shorter time");
    }

    @Test
    void a_sum_beyond_a_long_is_the_greatest_long() throws Exception {
        Job job = run(MiddlewareTestBed.ALICE, JobRequests.small(), Duration.ofHours(1));
        Tampering.with(
                bed.dataSource,
                "UPDATE slipway.job SET processes = 2, run_ms = 9223372036854775807 WHERE token = ?",
                job.token().value());

        assertThat(rows(MiddlewareTestBed.OPERATOR, by()))
                .containsExactly(": 1 " + Usage.hours(Long.MAX_VALUE) + " " + moved(job));
    }

    @Test
    void csv_gives_a_spreadsheet_no_formula() {
        Usage usage = new Usage(
                List.of(UsageColumn.USER, UsageColumn.PROGRAM),
                List.of(
                        new Usage.Row(List.of("-1", "=HYPERLINK(A1)"), 1, Usage.hours(0), 0),
                        new Usage.Row(List.of("=1+1", "-2+cmd|' /C calc'!A0"), 1, Usage.hours(0), 0)));

        assertThat(UsageCsv.write(usage)).contains("\r\n-1,'=HYPERLINK(A1),1,", "\r\n'=1+1,'-2+cmd|' /C calc'!A0,1,");
    }

    @Test
    void csv_quotes_what_would_break_a_line() {
        Usage usage = new Usage(
                List.of(UsageColumn.USER, UsageColumn.PROGRAM),
                List.of(
                        new Usage.Row(List.of("alice", "a \"b\", c"), 2, Usage.hours(5_400_000), 10),
                        new Usage.Row(List.of("bob", "line\nend"), 0, Usage.hours(0), 0)));

        assertThat(UsageCsv.write(usage))
                .isEqualTo("user,program,runs,processor_hours,staged_bytes\r\n"
                        + "alice,\"a \"\"b\"\", c\",2,1.5000,10\r\n"
                        + "bob,\"line\nend\",0,0.0000,0\r\n");
    }
}
