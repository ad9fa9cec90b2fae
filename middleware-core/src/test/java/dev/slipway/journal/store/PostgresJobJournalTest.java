package dev.slipway.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.slipway.job.IllegalTransition;
import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.job.LifecycleJob;
import dev.slipway.job.RecordedEvent;
import dev.slipway.journal.Acceptance;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JobRow;
import dev.slipway.journal.NewJobs;
import dev.slipway.journal.VersionConflict;
import dev.slipway.request.JobRequest;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.SettableClock;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresJobJournalTest {
    private static final byte[] DOCUMENT = "<job/>".getBytes(StandardCharsets.UTF_8);
    private static HikariDataSource dataSource;
    private static JobJournal journal;

    @BeforeAll
    static void open() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(PostgresDatabase.fresh().dataSource());
        config.setMaximumPoolSize(8);
        dataSource = new HikariDataSource(config);
        journal = PostgresJobJournal.open(dataSource, new SettableClock());
    }

    @AfterAll
    static void close() {
        dataSource.close();
    }

    @Test
    void gives_back_what_was_accepted() {
        JobToken token = accept();

        Job job = journal.load(token).orElseThrow();

        assertThat(job.request()).isEqualTo(JobRequests.whole());
        assertThat(job.state()).isEqualTo(JobState.QUEUED);
        assertThat(journal.document(token))
                .hasValueSatisfying(bytes -> assertThat(bytes).isEqualTo(DOCUMENT));
        assertThat(journal.verify(token)).isEmpty();
    }

    @Test
    void keeps_any_life_with_its_projection_equal_to_the_fold() {
        for (int seed = 0; seed < 20; seed++) {
            Job job = journal.load(accept()).orElseThrow();
            for (RecordedEvent event : skipFirst(LifecycleJob.random(new Random(seed), 40))) {
                job = journal.append(job, List.of(event.event()));
            }

            assertThat(journal.load(job.token())).contains(job);
            assertThat(journal.verify(job.token())).isEmpty();
            JobRow row = journal.row(job.token()).orElseThrow();
            assertThat(row.state()).isEqualTo(job.state());
            assertThat(row.since()).isEqualTo(job.since());
        }
    }

    private static List<RecordedEvent> skipFirst(LifecycleJob life) {
        return life.events().subList(1, life.events().size());
    }

    @Test
    void appends_all_events_or_none() {
        Job job = journal.load(accept()).orElseThrow();

        assertThatThrownBy(() -> journal.append(job, List.of(new JobEvent.StageInBegun(), new JobEvent.Cleaned(false))))
                .isInstanceOf(IllegalTransition.class);
        assertThat(journal.load(job.token())).contains(job);
    }

    @Test
    void refuses_an_append_to_an_old_version() {
        Job job = journal.load(accept()).orElseThrow();
        journal.append(job, List.of(new JobEvent.StageInBegun()));

        assertThatThrownBy(() -> journal.append(job, List.of(new JobEvent.StageInBegun())))
                .isInstanceOf(VersionConflict.class)
                .hasMessageContaining(job.token().value());
    }

    @Test
    void finds_a_changed_event() throws Exception {
        JobToken token = accept();
        tamper("UPDATE slipway.job_event SET payload = replace(payload, 'alice', 'mallo') WHERE token = ?", token);

        assertThat(journal.verify(token)).anyMatch(finding -> finding.contains("event 1 does not match its hash"));
    }

    @Test
    void finds_a_removed_event_in_the_middle_and_at_the_end() throws Exception {
        Job middle = journal.load(accept()).orElseThrow();
        middle = journal.append(middle, List.of(new JobEvent.StageInBegun(), new JobEvent.StagedIn()));
        tamper("DELETE FROM slipway.job_event WHERE sequence = 2 AND token = ?", middle.token());
        Job end = journal.load(accept()).orElseThrow();
        end = journal.append(end, List.of(new JobEvent.StageInBegun()));
        tamper("DELETE FROM slipway.job_event WHERE sequence = 2 AND token = ?", end.token());

        assertThat(journal.verify(middle.token())).anyMatch(finding -> finding.contains("event 2 is missing"));
        assertThat(journal.verify(end.token())).anyMatch(finding -> finding.contains("event 2 is missing"));
    }

    @Test
    void finds_reordered_events() throws Exception {
        Job job = journal.load(accept()).orElseThrow();
        JobToken token = journal.append(job, List.of(new JobEvent.StageInBegun(), new JobEvent.StagedIn()))
                .token();
        tamper("UPDATE slipway.job_event SET sequence = 5 - sequence + 10 WHERE sequence > 1 AND token = ?", token);
        tamper("UPDATE slipway.job_event SET sequence = sequence - 10 WHERE sequence > 1 AND token = ?", token);

        assertThat(journal.verify(token)).anyMatch(finding -> finding.contains("does not match its hash"));
    }

    @Test
    void finds_a_changed_row_and_a_changed_document() throws Exception {
        JobToken row = accept();
        tamper("UPDATE slipway.job SET state = 'CLOSED' WHERE token = ?", row);
        JobToken document = accept();
        tamper("UPDATE slipway.document SET bytes = 'other' WHERE token = ?", document);

        assertThat(journal.verify(row)).anyMatch(finding -> finding.contains("row differs"));
        assertThat(journal.verify(document)).anyMatch(finding -> finding.contains("document"));
    }

    @Test
    void accepts_one_submission_once_however_many_come_together() throws Exception {
        NewJobs job = newJob("bob", JobRequests.withSid(JobRequests.small(), "together"));
        ExecutorService clients = Executors.newFixedThreadPool(6);
        List<Callable<Acceptance>> calls = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            calls.add(() -> journal.accept(job));
        }

        List<Acceptance> answers = new ArrayList<>();
        for (Future<Acceptance> answer : clients.invokeAll(calls)) {
            answers.add(answer.get());
        }
        clients.shutdown();

        assertThat(new HashSet<>(answers.stream().map(Acceptance::token).toList()))
                .hasSize(1);
        assertThat(answers.stream().filter(Acceptance::fresh)).hasSize(1);
        assertThat(journal.count(JobFilter.ownedBy(Optional.of("bob")))).isEqualTo(1);
    }

    @Test
    void lists_open_jobs_in_the_order_of_acceptance() {
        JobToken first = accept();
        JobToken second = accept();

        List<JobToken> open = journal.open(0, 100).stream().map(JobRow::token).toList();

        assertThat(open).containsSubsequence(first, second);
    }

    @Test
    void locks_its_store_until_it_is_closed() {
        StoreLock held = StoreLock.take(dataSource);

        assertThatThrownBy(() -> StoreLock.take(dataSource)).isInstanceOf(StoreLock.StoreInUse.class);
        held.ensureHeld();
        held.close();
        StoreLock.take(dataSource).close();
    }

    private static JobToken accept() {
        return journal.accept(newJob("alice", JobRequests.whole())).token();
    }

    private static NewJobs newJob(String owner, JobRequest request) {
        return NewJobs.of(owner, "10.0.0.1", DOCUMENT, new NewJobs.Element(1, request, "local", Optional.empty()));
    }

    private static void tamper(String sql, JobToken token) throws SQLException {
        Tampering.with(dataSource, sql, token.value());
    }
}
