package dev.slipway.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.Middleware;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.servers.Await;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that one service at a time has the store, and that the service which loses the store takes no job. */
class StoreLockTest {
    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
    }

    @Test
    void lets_a_second_service_wait_outside() {
        assertThatThrownBy(() -> Middleware.start(
                        bed.settings(), bed.dataSource, bed.gateway, Optional.of(bed.launcher), bed.clock))
                .isInstanceOf(StoreLock.StoreInUse.class)
                .hasMessageContaining("another Slipway service");
    }

    @Test
    void takes_no_job_and_tells_when_another_service_has_taken_its_store() throws Exception {
        JobToken waiting = bed.submit(JobRequests.small());
        bed.untilStarted(waiting);
        CountDownLatch lost = new CountDownLatch(1);
        bed.middleware.whenLost(lost::countDown);
        try (StoreLock other = stolen()) {
            Await.open(lost);

            assertThatThrownBy(() -> bed.submit(JobRequests.small())).isInstanceOf(JournalUnavailable.class);
            assertThatThrownBy(() -> bed.desk().cancel(MiddlewareTestBed.ALICE, waiting))
                    .isInstanceOf(JournalUnavailable.class);
            assertThat(other).isNotNull();
        }
    }

    /**
     * Cuts the connection of the service that holds the lock of the store, and returns the lock that another service
     * then takes.
     */
    private StoreLock stolen() throws SQLException {
        try (Connection connection = bed.dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            while (true) {
                statement.execute("SELECT pg_terminate_backend(pid) FROM pg_locks"
                        + " WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database"
                        + " WHERE datname = current_database())");
                try {
                    return StoreLock.take(bed.dataSource);
                } catch (StoreLock.StoreInUse e) {
                    // The service was quicker, or its connection is not gone yet.
                }
            }
        }
    }
}
