package dev.slipway.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.account.Account;
import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.SweepSubmission;
import dev.slipway.grant.Grants;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobToken;
import dev.slipway.journal.store.Tampering;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.servers.Await;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that an audit finds every change that bypassed the service, names the changed job, and reports no other job.
 */
class AuditTest {
    @AutoClose
    private MiddlewareTestBed bed;

    private JobToken before;
    private JobToken token;
    private JobToken after;

    @BeforeEach
    void close_three_jobs_and_cover_them(@TempDir Path folder) throws Exception {
        bed = new MiddlewareTestBed(folder);
        before = cancelled();
        token = cancelled();
        after = cancelled();
        bed.restart();
        assertThat(verify().findings()).isEmpty();
    }

    private JobToken cancelled() throws InterruptedException {
        JobToken job = bed.submit(JobRequests.small());
        bed.desk().cancel(MiddlewareTestBed.ALICE, job);
        bed.untilClosed(job);
        return job;
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    a changed event       | UPDATE slipway.job_event SET payload = replace(payload, 'alice', 'mallo') \
                    WHERE sequence = 1 AND token = ? | event 1 does not match its hash
                    a moved time          | UPDATE slipway.job_event SET at = at + interval '1 s' WHERE sequence = 2 \
                    AND token = ? | event 2 does not match its hash
                    a removed event       | DELETE FROM slipway.job_event WHERE sequence = 2 AND token = ? \
                    | event 2 is missing
                    a changed projection  | UPDATE slipway.job SET outcome = 'DONE' WHERE token = ? | row differs
                    a changed owner       | UPDATE slipway.job SET owner = 'mallory' WHERE token = ? | row differs
                    a changed head        | UPDATE slipway.job SET head = repeat('0', 64) WHERE token = ? | head
                    a changed document    | UPDATE slipway.document SET bytes = 'other' WHERE token = ? \
                    | document is not the one
                    a removed document    | DELETE FROM slipway.document WHERE token = ? | document is not the one
                    a removed row         | DELETE FROM slipway.job WHERE token = ? | has event 1 but no row
                    """)
    void finds_what_was_changed_of_a_job(String what, String sql, String finding) throws Exception {
        tamper(sql);

        assertFound(finding);
    }

    @Test
    void finds_reordered_events() throws Exception {
        tamper("UPDATE slipway.job_event SET sequence = 15 - sequence WHERE sequence IN (2, 3) AND token = ?");
        tamper("UPDATE slipway.job_event SET sequence = sequence - 10 WHERE sequence > 10 AND token = ?");

        assertFound("event 2 does not match its hash");
    }

    @Test
    void finds_a_removed_tail_even_if_the_row_was_set_back() throws Exception {
        tamper("DELETE FROM slipway.job_event WHERE sequence = (SELECT version FROM slipway.job WHERE token = ?)"
                + " AND token = (SELECT token FROM slipway.job WHERE token = '" + token + "')");
        tamper("UPDATE slipway.job j SET state = 'CLEANING', version = version - 1, covered_version = version - 1,"
                + " outcome = 'CANCELLED', since = e.at, head = e.hash FROM slipway.job_event e"
                + " WHERE e.token = j.token AND e.sequence = j.version - 1 AND j.token = ?");

        assertFound("which checkpoint");
    }

    @Test
    void finds_a_chain_that_was_hashed_anew() throws Exception {
        tamper("UPDATE slipway.job_event SET hash = repeat('a', 64)"
                + " WHERE (token, sequence) IN (SELECT token, version FROM slipway.job WHERE token = ?)");

        assertFound("has another hash now");
    }

    @Test
    void finds_a_job_that_was_removed_without_a_trace() throws Exception {
        for (String table : List.of("job_event", "document", "job")) {
            tamper("DELETE FROM slipway." + table + " WHERE token = ?");
        }

        assertFound("covers, is missing");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    a changed operation   | UPDATE slipway.operation SET by_user = 'nobody' WHERE kind = 'STOPPED' \
                    | does not match its hash
                    a removed operation   | DELETE FROM slipway.operation WHERE kind = 'STOPPED' \
                    | is missing from the ledger
                    a changed checkpoint  | UPDATE slipway.operation SET payload = '' WHERE kind = 'CHECKPOINT' \
                    | (CHECKPOINT) does not match
                    a removed checkpoint  | DELETE FROM slipway.operation WHERE kind = 'CHECKPOINT' \
                    | is missing from the ledger
                    a removed newest one  | DELETE FROM slipway.operation WHERE sequence = (SELECT max(sequence) \
                    FROM slipway.operation) | whose head is
                    a changed ledger head | UPDATE slipway.operation_head SET hash = repeat('b', 64) | the ledger's head
                    a removed ledger head | DELETE FROM slipway.operation_head | the ledger's head
                    """)
    void finds_what_was_changed_of_the_ledger(String what, String sql, String finding) throws Exception {
        Tampering.with(bed.dataSource, sql);

        assertThat(findings()).anyMatch(line -> line.contains(finding));
    }

    @Test
    void finds_a_checkpoint_that_was_emptied_without_a_change_of_its_hash() throws Exception {
        Tampering.with(
                bed.dataSource,
                "UPDATE slipway.operation SET text = text || E'\\n' || rtrim(payload, E'\\n'), payload = ''"
                        + " WHERE kind = 'CHECKPOINT'");

        assertThat(findings())
                .noneMatch(line -> line.contains("does not match its hash"))
                .anyMatch(line -> line.contains("(CHECKPOINT) has not the form of one"))
                .anyMatch(line -> line.startsWith("job " + token + ": is said to be covered"));
        assertThat(ofJob()).anyMatch(line -> line.contains("has not the form of one"));
        assertThat(IndependentRecordCheck.of(audit().export(MiddlewareTestBed.ALICE, token))
                        .findings())
                .contains("a field of the checkpoint was moved");
    }

    @Test
    void finds_fields_that_were_moved_without_a_change_of_the_hash() throws Exception {
        Tampering.with(
                bed.dataSource,
                "UPDATE slipway.operation SET origin = origin || E'\\n' || text, text = split_part(payload, E'\\n', 1),"
                        + " payload = substr(payload, position(E'\\n' IN payload) + 1) WHERE kind = 'CHECKPOINT'");

        assertThat(findings())
                .noneMatch(line -> line.contains("does not match its hash"))
                .anyMatch(line -> line.contains("(CHECKPOINT) has not the form of one"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    covered by none         | covered_by = NULL
                    covered by another's    | covered_by = (SELECT max(sequence) FROM slipway.operation \
                    WHERE kind = 'CHECKPOINT')
                    covered by what is none | covered_by = 1
                    covered by the future   | covered_by = 1000000
                    """)
    void finds_a_job_that_was_said_to_be_covered_and_is_not(String what, String by) throws Exception {
        token = cancelled();
        tamper("UPDATE slipway.job SET covered_version = version, " + by + " WHERE token = ?");

        assertFound("is said to be covered up to event");
    }

    private List<String> ofJob() {
        return audit().verify(MiddlewareTestBed.AUDITOR, Optional.of(token)).findings();
    }

    /**
     * Returns the findings without the auditor's call, which would add an entry: a ledger without a head accepts no
     * entry.
     */
    private List<String> findings() {
        return new dev.slipway.journal.store.JournalAudit(bed.dataSource, bed.heads, bed.clock, Duration.ofMinutes(10))
                .verify()
                .findings();
    }

    @Test
    void refuses_changes_to_what_is_only_ever_added() {
        for (String table : List.of("job_event", "document", "operation")) {
            for (String sql : List.of(
                    "UPDATE slipway.%s SET %s = %<s", "DELETE FROM slipway.%s", "TRUNCATE slipway.%s CASCADE")) {
                String column = table.equals("operation") ? "kind" : "token";
                String text = sql.replace("%<s", column).formatted(table, column);
                assertThatThrownBy(() -> run(text)).as(text).hasMessageContaining("only ever added");
            }
        }
    }

    private void run(String sql) throws SQLException {
        try (var connection = bed.dataSource.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void verifies_one_job_with_its_checkpoint() throws Exception {
        AuditVerdict whole = verify();
        AuditVerdict one = audit().verify(MiddlewareTestBed.AUDITOR, Optional.of(token));

        assertThat(whole.jobs()).isEqualTo(3);
        assertThat(whole.events())
                .isEqualTo(bed.middleware.journal().list(JobFilter.ALL, 0, 10).stream()
                        .mapToLong(job ->
                                bed.middleware.journal().events(job.token()).size())
                        .sum());
        assertThat(whole.checkpoint()).matches("[0-9a-f]{64}");
        assertThat(one.findings()).isEmpty();
        assertThat(one.jobs()).isEqualTo(1);
        assertThat(one.checkpoints()).isEqualTo(1);
        tamper("UPDATE slipway.job SET covered_by = NULL WHERE token = ?");
        assertThat(ofJob()).anyMatch(finding -> finding.contains("checkpoint"));
    }

    @Test
    void keeps_what_the_service_did_newest_first() {
        bed.middleware.accounts().put(new Account("olga", "{hash}1", Set.of(Caller.Role.USER), Grants.ALL));
        bed.middleware.accounts().put(new Account("olga", "{hash}2", Set.of(Caller.Role.USER), Grants.ALL));
        bed.middleware.accounts().put(new Account("olga", "{hash}2", Set.of(Caller.Role.OPERATOR), Grants.NONE));
        audit().export(MiddlewareTestBed.ALICE, token);

        List<Operation> operations = audit().operations(MiddlewareTestBed.OPERATOR, 0, 100);

        assertThat(operations)
                .extracting(Operation::kind)
                .startsWith(
                        "EXPORTED", "GRANTS_CHANGED", "ROLES_CHANGED", "PASSWORD_CHANGED", "ACCOUNT_MADE", "VERIFIED");
        assertThat(operations)
                .extracting(Operation::kind)
                .contains("STARTED", "STOPPED", "STORE_LOCKED", "CHECKPOINT")
                .endsWith("STARTED", "STORE_LOCKED");
        assertThat(operations.get(0).by()).isEqualTo("alice");
        assertThat(operations.get(0).from()).isEqualTo("10.0.0.1");
        assertThat(operations.get(0).text()).contains(token.value());
        assertThat(operations.toString()).doesNotContain("{hash}");
        assertThat(operations).anyMatch(one -> one.text().contains(verify().checkpoint()));
        assertThat(audit().operations(MiddlewareTestBed.OPERATOR, 1, 1))
                .containsExactly(
                        audit().operations(MiddlewareTestBed.OPERATOR, 0, 2).get(1));
    }

    @Test
    void exports_a_record_that_holds_without_the_service() throws Exception {
        JobToken fresh = bed.submit(JobRequests.small());
        byte[] record = audit().export(MiddlewareTestBed.ALICE, fresh);

        IndependentRecordCheck.Result result = IndependentRecordCheck.of(record);
        assertThat(result.findings()).isEmpty();
        assertThat(result.covered()).isPositive();
        assertThat(audit().operations(MiddlewareTestBed.AUDITOR, 0, 100))
                .anyMatch(operation -> operation.text().contains(result.checkpoint()));
        String text = new String(record, StandardCharsets.UTF_8);
        assertThat(text).contains("accepted from alice at 10.0.0.1");
        for (String changed : List.of(
                text.replace("event=\"ACCEPTED\"", "event=\"CLEANED\""),
                text.replace("owner=\"alice\"", "owner=\"bob\""),
                text.replaceFirst("(?s)<event sequence=\"1\".*?</event>", ""),
                text.replaceFirst("(<checkpoint sequence=\")", "$19"))) {
            assertThat(changed).isNotEqualTo(text);
            assertThat(IndependentRecordCheck.of(changed.getBytes(StandardCharsets.UTF_8))
                            .findings())
                    .isNotEmpty();
        }
    }

    @Test
    void covers_for_an_export_that_job_alone_and_only_if_it_is_behind() throws Exception {
        long before = verify().checkpoints();
        cancelled();
        JobToken fresh = cancelled();

        audit().export(MiddlewareTestBed.ALICE, token);
        assertThat(verify().checkpoints()).isEqualTo(before);
        audit().export(MiddlewareTestBed.ALICE, fresh);
        audit().export(MiddlewareTestBed.ALICE, fresh);

        assertThat(verify().checkpoints()).isEqualTo(before + 1);
        assertThat(verify().findings()).isEmpty();
        assertThat(audit().operations(MiddlewareTestBed.OPERATOR, 0, 100))
                .anyMatch(one -> one.text().startsWith("checkpoint over 1 jobs"));
    }

    @Test
    void verifies_everything_or_a_group_for_one_caller_at_a_time() throws Exception {
        JobToken group = bed.desk()
                .submit(
                        MiddlewareTestBed.ALICE,
                        new SweepSubmission(
                                "<sweep/>".getBytes(StandardCharsets.UTF_8),
                                Optional.empty(),
                                List.of(JobRequests.small())))
                .group();
        bed.desk().cancel(MiddlewareTestBed.ALICE, group);
        bed.untilClosed(bed.middleware
                .journal()
                .oldest(JobFilter.ofGroup(group), 0, 1)
                .get(0)
                .token());
        try (var connection = bed.dataSource.getConnection();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("LOCK TABLE slipway.job_event IN ACCESS EXCLUSIVE MODE");
            CompletableFuture<AuditVerdict> first = CompletableFuture.supplyAsync(this::verify);
            while (Tampering.read(bed.dataSource, "SELECT pid FROM pg_locks WHERE NOT granted")
                    .isEmpty()) {
                assertThat(first).isNotDone();
            }
            assertRefused(ProblemCode.AUDIT_BUSY, this::verify);
            assertRefused(ProblemCode.AUDIT_BUSY, () -> audit().verify(MiddlewareTestBed.AUDITOR, Optional.of(group)));
            connection.rollback();
            assertThat(Await.end(first).findings()).isEmpty();
        }
        assertThat(verify().findings()).isEmpty();
    }

    @Test
    void exports_what_is_there_of_a_damaged_job() throws Exception {
        tamper("UPDATE slipway.job_event SET payload = '\u0001<&' WHERE sequence = 2 AND token = ?");

        byte[] record = audit().export(MiddlewareTestBed.ALICE, token);

        assertThat(IndependentRecordCheck.of(record).findings()).containsExactly("event 2 does not match its hash");
    }

    @Test
    void is_for_operators_and_auditors_and_the_record_for_the_owner_too() {
        assertThat(audit().verify(MiddlewareTestBed.OPERATOR, Optional.empty()).jobs())
                .isEqualTo(3);
        assertRefused(ProblemCode.NOT_AUTHORISED, () -> audit().verify(MiddlewareTestBed.ALICE, Optional.empty()));
        assertRefused(ProblemCode.NOT_AUTHORISED, () -> audit().verify(MiddlewareTestBed.ALICE, Optional.of(token)));
        assertRefused(ProblemCode.NOT_AUTHORISED, () -> audit().operations(MiddlewareTestBed.ALICE, 0, 1));
        JobToken none = JobToken.random(new SecureRandom());
        for (JobToken unseen : List.of(token, none)) {
            assertUnknown(() -> audit().export(MiddlewareTestBed.BOB, unseen));
            assertUnknown(() -> audit().verify(MiddlewareTestBed.BOB, Optional.of(unseen)));
        }
        assertUnknown(() -> audit().verify(MiddlewareTestBed.AUDITOR, Optional.of(none)));
    }

    private static void assertRefused(ProblemCode code, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(ProblemException.class, e -> assertThat(
                        e.problem().code())
                .isEqualTo(code));
    }

    private static void assertUnknown(Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.problem())
                .isEqualTo(JobDesk.unknown().problem()));
    }

    private AuditDesk audit() {
        return bed.middleware.audit();
    }

    private AuditVerdict verify() {
        return audit().verify(MiddlewareTestBed.AUDITOR, Optional.empty());
    }

    private void tamper(String sql) throws SQLException {
        Tampering.with(bed.dataSource, sql, token.value());
    }

    /** Asserts that one finding contains {@code finding}, and that all findings concern the changed job. */
    private void assertFound(String finding) {
        assertThat(verify().findings())
                .anyMatch(line -> line.contains(finding))
                .allMatch(line -> line.startsWith("job " + token + ": "))
                .noneMatch(line -> line.contains(before.value()) || line.contains(after.value()));
    }
}
