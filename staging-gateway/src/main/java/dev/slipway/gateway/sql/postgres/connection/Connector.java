package dev.slipway.gateway.sql.postgres.connection;

import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.postgresql.Driver;

/** Logs in to one source. */
public record Connector(DatabaseSource source, SqlLimits limits) {

    /**
     * Opens a connection. Waits for each answer of the server no longer than the connect timeout, until
     * {@link #awaitStatements} allows more. Ends at once when the thread is interrupted.
     */
    public Connection connect() throws SQLException {
        Connection connection = new Driver().connect(source.jdbcUrl(), properties());
        if (connection == null) {
            throw StepProblem.of(
                    ProblemCode.DATABASE_LOGIN,
                    "the address of source " + source.name() + " is none of a PostgreSQL database");
        }
        connection.setAutoCommit(false);
        return connection;
    }

    /**
     * Lets the server be silent for a little longer than a statement may run, so that the server's own limit comes
     * first. {@link DatabaseSockets} detect a dead host much sooner.
     */
    public void awaitStatements(Connection connection) throws SQLException {
        Duration silence = limits.statementTimeout().plus(limits.connectTimeout());
        connection.setNetworkTimeout(Runnable::run, (int) Math.min(Integer.MAX_VALUE, silence.toMillis()));
    }

    /** Reverts {@link #awaitStatements}. */
    public void awaitLittle(Connection connection) throws SQLException {
        connection.setNetworkTimeout(
                Runnable::run, (int) limits.connectTimeout().toMillis());
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("user", source.user());
        properties.setProperty("password", source.password());
        properties.setProperty("ApplicationName", "slipway");
        // With this property the driver sends its settings with the login. DISCARD ALL would reset later settings.
        properties.setProperty("assumeMinServerVersion", "10");
        // Texts as the server writes them. The driver would format binary values differently from COPY.
        properties.setProperty("binaryTransfer", "false");
        // Sends texts without a type, so that the server gives each parameter the type of its ParameterMetaData.
        properties.setProperty("stringtype", "unspecified");
        String seconds = String.valueOf(Math.max(1, limits.connectTimeout().toSeconds()));
        properties.setProperty("connectTimeout", seconds);
        properties.setProperty("socketTimeout", seconds);
        properties.setProperty("loginTimeout", seconds);
        properties.setProperty("cancelSignalTimeout", "2");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("socketFactory", DatabaseSockets.class.getName());
        properties.setProperty("logServerErrorDetail", "false");
        return properties;
    }
}
