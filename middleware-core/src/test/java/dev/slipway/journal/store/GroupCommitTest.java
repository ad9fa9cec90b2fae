package dev.slipway.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.slipway.job.Job;
import dev.slipway.job.JobEvent.Accepted;
import dev.slipway.job.JobToken;
import dev.slipway.job.RecordedEvent;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.journal.Transaction;
import dev.slipway.journal.store.EventTable.EventRow;
import dev.slipway.journal.store.NewJobsStatement.NewRow;
import dev.slipway.request.JobRequest;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.SettableClock;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class GroupCommitTest {
    private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");

    /** Counts the waiting locks on the table of jobs in this database only, because other tests use the same server. */
    private static final String WAITING = """
            SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'slipway.job'::regclass
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())""";

    private final SecureRandom random = new SecureRandom();
    private HikariDataSource dataSource;
    private GroupCommit commits;
    private long order;

    @BeforeEach
    void open() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(PostgresDatabase.fresh().dataSource());
        config.setMaximumPoolSize(3);
        dataSource = new HikariDataSource(config);
        PostgresJobJournal.open(dataSource, new SettableClock());
        commits = new GroupCommit(new Transaction(dataSource));
    }

    @AfterEach
    void close() {
        dataSource.close();
    }

    private NewRow row(String payload, Optional<String> sid) {
        JobRequest small = JobRequests.small();
        JobRequest request = new JobRequest(
                small.name(),
                Optional.empty(),
                sid,
                small.launch(),
                small.stageIn(),
                small.stageOut(),
                small.results(),
                Map.of(),
                List.of());
        Accepted accepted = new Accepted(
                ++order, "alice", "local", "local", "cd".repeat(32), request, Optional.empty(), Optional.empty());
        Job job = Job.replay(JobToken.random(random), List.of(new RecordedEvent(1, AT, accepted)));
        return new NewRow(job, new EventRow(1, AT, "ACCEPTED", payload, "ab".repeat(32)), new byte[] {1, 2, 3});
    }

    private NewRow row() {
        return row("{}", Optional.empty());
    }

    /** Commits the first row alone and all others while it is held up in the store; their results or failures. */
    private List<FutureTask<Boolean>> together(List<NewRow> rows) throws Exception {
        List<FutureTask<Boolean>> answers = new ArrayList<>();
        List<Thread> callers = new ArrayList<>();
        for (NewRow row : rows) {
            FutureTask<Boolean> answer = new FutureTask<>(() -> commits.commit(row));
            answers.add(answer);
            callers.add(new Thread(answer));
        }
        try (Connection barrier = dataSource.getConnection();
                Statement lock = barrier.createStatement()) {
            barrier.setAutoCommit(false);
            lock.execute("LOCK TABLE slipway.job IN EXCLUSIVE MODE");
            callers.get(0).start();
            while (number(WAITING) == 0) {
                Thread.onSpinWait();
            }
            callers.subList(1, callers.size()).forEach(Thread::start);
            for (Thread caller : callers.subList(1, callers.size())) {
                while (caller.getState() != Thread.State.BLOCKED) {
                    Thread.onSpinWait();
                }
            }
            barrier.rollback();
        }
        for (Thread caller : callers) {
            caller.join();
        }
        return answers;
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    void those_who_come_while_one_commits_share_one_transaction() throws Exception {
        List<FutureTask<Boolean>> answers = together(List.of(row(), row(), row(), row(), row(), row()));

        for (FutureTask<Boolean> answer : answers) {
            assertThat(answer.get()).isTrue();
        }
        assertThat(number("SELECT count(*) FROM slipway.job")).isEqualTo(6);
        assertThat(number("SELECT count(DISTINCT xmin::text) FROM slipway.job")).isEqualTo(2);
        assertThat(number("SELECT count(*) FROM slipway.job_event")).isEqualTo(6);
        assertThat(number("SELECT count(*) FROM slipway.document")).isEqualTo(6);
    }

    @Test
    void one_value_that_the_store_refuses_harms_nobody_else() throws Exception {
        NewRow refused = row("{\u0000}", Optional.empty());
        List<FutureTask<Boolean>> answers = together(List.of(row(), row(), refused, row()));

        assertThatThrownBy(() -> answers.get(2).get()).hasCauseInstanceOf(JournalUnavailable.class);
        for (int well : new int[] {0, 1, 3}) {
            assertThat(answers.get(well).get()).isTrue();
        }
        assertThat(number("SELECT count(*) FROM slipway.job")).isEqualTo(3);
    }

    @Test
    void of_two_with_one_submission_id_in_a_group_one_is_taken() throws Exception {
        List<FutureTask<Boolean>> answers =
                together(List.of(row(), row("{}", Optional.of("sid-1")), row("{}", Optional.of("sid-1"))));

        assertThat(answers.get(1).get()).isNotEqualTo(answers.get(2).get());
        assertThat(number("SELECT count(*) FROM slipway.job")).isEqualTo(2);
    }

    @Test
    void all_of_a_group_hear_that_the_store_is_away() {
        dataSource.close();

        assertThatThrownBy(() -> commits.commit(row())).isInstanceOf(JournalUnavailable.class);
        assertThatThrownBy(() -> commits.commit(row()))
                .as("a failure says nothing of the next")
                .isInstanceOf(JournalUnavailable.class);
    }
}
