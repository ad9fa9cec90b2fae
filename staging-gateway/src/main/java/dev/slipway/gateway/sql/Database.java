package dev.slipway.gateway.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/** One source: a pool for reading and a pool for storing. */
final class Database implements AutoCloseable {
    private final DatabaseSource source;
    private final SqlLimits limits;
    private final Map<Session.Access, HikariDataSource> pools = new EnumMap<>(Session.Access.class);
    /** In front of the pools, so that a step waits for its turn without a time limit and can be cancelled. */
    private final Map<Session.Access, Semaphore> turns = new EnumMap<>(Session.Access.class);

    Database(DatabaseSource source, SqlLimits limits) {
        this.source = source;
        this.limits = limits;
        for (Session.Access access : Session.Access.values()) {
            turns.put(access, new Semaphore(limits.connections(), true));
        }
    }

    Session open(Session.Access access, Cancellation cancellation) throws InterruptedException {
        try {
            Lease lease = cancellation.interruptibly(() -> lease(access), attempt -> {});
            return Session.begin(lease, access, limits, cancellation);
        } catch (SQLException e) {
            cancellation.check();
            throw SqlProblems.connecting(source.name(), e);
        }
    }

    private Lease lease(Session.Access access) throws SQLException, InterruptedException {
        Semaphore turn = turns.get(access);
        turn.acquire();
        boolean lent = false;
        try {
            HikariDataSource pool = pool(access);
            Lease lease = new Lease(pool, pool.getConnection(), turn);
            lent = true;
            return lease;
        } finally {
            if (!lent) {
                turn.release();
            }
        }
    }

    private synchronized HikariDataSource pool(Session.Access access) {
        return pools.computeIfAbsent(access, this::newPool);
    }

    private HikariDataSource newPool(Session.Access access) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(source.name() + "-" + access.name().toLowerCase(java.util.Locale.ROOT));
        config.setJdbcUrl(source.jdbcUrl());
        config.setCredentialsProvider(this::credentials);
        config.setMaximumPoolSize(limits.connections());
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(limits.connectTimeout().toMillis());
        config.setAutoCommit(false);
        config.addDataSourceProperty("ApplicationName", "slipway");
        // Texts as the server writes them: binary values would be formatted by the driver, and otherwise than by COPY.
        config.addDataSourceProperty("binaryTransfer", "false");
        // Texts without a type: the server gives each parameter the type that its ParameterMetaData tells.
        config.addDataSourceProperty("stringtype", "unspecified");
        config.addDataSourceProperty("connectTimeout", limits.connectTimeout().toSeconds());
        config.addDataSourceProperty("cancelSignalTimeout", "2");
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("logServerErrorDetail", "false");
        return new HikariDataSource(config);
    }

    private Credentials credentials() {
        try {
            String password = Files.readString(source.passwordFile()).strip();
            return Credentials.of(source.user(), password);
        } catch (IOException e) {
            throw StepProblem.of(
                    ProblemCode.DATABASE_LOGIN, "the password file of source " + source.name() + " cannot be read");
        }
    }

    @Override
    public synchronized void close() {
        pools.values().forEach(HikariDataSource::close);
    }
}
