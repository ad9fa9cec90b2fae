package dev.slipway.journal.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.NewJobs;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.SettableClock;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Tests that to read one job takes the same work however many jobs the owner has, also before PostgreSQL has
 * statistics.
 */
class OneJobReadTest {
    private static final int JOBS = 200;
    // The driver has a statement prepared at the fifth run. Five runs later, PostgreSQL thinks of one plan for all
    // values.
    private static final int READS = 20;

    @Test
    void does_not_go_through_the_other_jobs_of_the_owner() throws Exception {
        PostgresDatabase database = PostgresDatabase.fresh();
        JobToken last = accepted(database);
        try (Connection connection = database.dataSource().getConnection()) {
            long before = readByOwner(connection);
            for (int i = 0; i < READS; i++) {
                assertThat(EventTable.chain(connection, last, Optional.of("alice")))
                        .isPresent();
            }

            assertThat(readByOwner(connection) - before).isLessThan(JOBS);
        }
    }

    @Test
    void takes_a_job_of_another_owner_for_an_unknown_one() throws Exception {
        PostgresDatabase database = PostgresDatabase.fresh();
        JobToken last = accepted(database);
        try (Connection connection = database.dataSource().getConnection()) {
            assertThat(EventTable.chain(connection, last, Optional.of("bob"))).isEmpty();
        }
    }

    private static JobToken accepted(PostgresDatabase database) {
        try (HikariDataSource pool = pool(database)) {
            JobJournal journal = PostgresJobJournal.open(pool, new SettableClock());
            byte[] document = "<job/>".getBytes(StandardCharsets.UTF_8);
            NewJobs job = NewJobs.of(
                    "alice",
                    "10.0.0.1",
                    document,
                    new NewJobs.Element(1, JobRequests.whole(), "local", Optional.empty()));
            JobToken last = null;
            for (int i = 0; i < JOBS; i++) {
                last = journal.accept(job).token();
            }
            return last;
        }
    }

    private static HikariDataSource pool(PostgresDatabase database) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database.dataSource());
        return new HikariDataSource(config);
    }

    /**
     * Returns the number of entries of the index of owners that were read so far, including those of this connection.
     */
    private static long readByOwner(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_stat_force_next_flush()");
            try (ResultSet row = statement.executeQuery(
                    "SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE indexrelname IN ('job_by_owner',"
                            + " 'job_owner_sid_key')")) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
