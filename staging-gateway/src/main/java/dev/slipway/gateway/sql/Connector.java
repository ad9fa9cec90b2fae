package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.postgresql.Driver;

/** Logs in to one source. */
record Connector(DatabaseSource source, SqlLimits limits) {

    /**
     * A new connection, in a transaction-by-transaction mode. Each answer of the server is waited for no longer than a connection may
     * take, until {@link #awaitStatements} allows more. Ends at once when the thread is interrupted.
     */
    Connection connect() throws SQLException {
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
     * Lets the server be silent for as long as a statement may run and a little longer, so that its own limit comes first; a host that
     * is gone is found much sooner, by {@link DatabaseSockets}.
     */
    void awaitStatements(Connection connection) throws SQLException {
        Duration silence = limits.statementTimeout().plus(limits.connectTimeout());
        connection.setNetworkTimeout(Runnable::run, (int) Math.min(Integer.MAX_VALUE, silence.toMillis()));
    }

    /** Takes back {@link #awaitStatements}. */
    void awaitLittle(Connection connection) throws SQLException {
        connection.setNetworkTimeout(
                Runnable::run, (int) limits.connectTimeout().toMillis());
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("user", source.user());
        properties.setProperty("password", password(source));
        properties.setProperty("ApplicationName", "slipway");
        // So that the driver gives its settings with the login: what it sets later, DISCARD ALL takes away.
        properties.setProperty("assumeMinServerVersion", "10");
        // Texts as the server writes them: binary values would be formatted by the driver, and otherwise than by COPY.
        properties.setProperty("binaryTransfer", "false");
        // Texts without a type: the server gives each parameter the type that its ParameterMetaData tells.
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

    /** The password as it stands in its file now. */
    static String password(DatabaseSource source) {
        try {
            return Files.readString(source.passwordFile()).strip();
        } catch (IOException e) {
            throw StepProblem.of(
                    ProblemCode.DATABASE_LOGIN, "the password file of source " + source.name() + " cannot be read");
        }
    }
}
