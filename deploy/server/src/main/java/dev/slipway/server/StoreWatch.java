package dev.slipway.server;

import dev.slipway.postgres.EmbeddedPostgres;
import dev.slipway.postgres.PostgresException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks once a second whether the store answers, over a connection of its own. An embedded server is started again when
 * its postmaster is gone.
 */
final class StoreWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StoreWatch.class);
    private static final int ANSWER_SECONDS = 3;

    private final PGSimpleDataSource source;
    private final Optional<EmbeddedPostgres> embedded;
    private final ScheduledExecutorService clockwork =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "slipway-store-watch"));
    private Connection connection;
    private volatile boolean answers = true;

    private StoreWatch(PGSimpleDataSource source, Optional<EmbeddedPostgres> embedded) {
        this.source = source;
        this.embedded = embedded;
    }

    /** Watches a store that answers now. */
    static StoreWatch of(String url, String user, String password, Optional<EmbeddedPostgres> embedded) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setUser(user);
        source.setPassword(password);
        source.setApplicationName("slipway-watch");
        source.setConnectTimeout(ANSWER_SECONDS);
        source.setLoginTimeout(ANSWER_SECONDS);
        source.setSocketTimeout(ANSWER_SECONDS);
        StoreWatch watch = new StoreWatch(source, embedded);
        watch.clockwork.scheduleWithFixedDelay(watch::look, 0, 1, TimeUnit.SECONDS);
        return watch;
    }

    /** Returns whether the store answered at the last look. */
    boolean answers() {
        return answers;
    }

    private void look() {
        try {
            boolean now = reached();
            if (now != answers) {
                LOG.info("the store {}", now ? "answers again" : "does not answer");
            }
            answers = now;
            if (!now && embedded.isPresent()) {
                embedded.get().revive();
            }
        } catch (PostgresException e) {
            LOG.warn("the store cannot be started again yet: {}", e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("the look at the store failed; looking again", e);
        }
    }

    private boolean reached() {
        try {
            if (connection == null) {
                connection = source.getConnection();
            }
            if (connection.isValid(ANSWER_SECONDS)) {
                return true;
            }
        } catch (SQLException e) {
            LOG.debug("the store does not answer", e);
        }
        drop();
        return false;
    }

    private void drop() {
        if (connection == null) {
            return;
        }
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("a dead connection to the store", e);
        }
        connection = null;
    }

    /** Stops after the current look, which may be starting the store. */
    @Override
    public void close() {
        clockwork.shutdown();
        try {
            if (clockwork.awaitTermination(20, TimeUnit.SECONDS)) {
                drop();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
