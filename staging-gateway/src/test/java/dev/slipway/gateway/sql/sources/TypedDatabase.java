package dev.slipway.gateway.sql.sources;

import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.sql.BroughtDriver;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.sql.driver.DriverSource;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A database for tests of each of its types. */
interface TypedDatabase extends AutoCloseable {

    /** A driver that unpacks a library of 80 MB is not ready soon on a busy machine. */
    SqlLimits PATIENT = new SqlLimits(2, Duration.ofMinutes(1), Duration.ofMinutes(5), 100, 100);

    /** How the values of a type are compared. */
    enum Notation {
        /** Equal to the text that the database's CAST writes. */
        CAST,
        /** Equal without trailing zeros of a fraction of seconds. */
        SECONDS,
        /** The shortest number that reads back to the same double. */
        DOUBLE,
        /** The shortest number that reads back to the same float. */
        FLOAT,
        /** {@code t} and {@code f}. */
        TRUTH,
        /** {@code \x} and hexadecimal digits. */
        BYTES,
        /** Refused; the problem names the column. */
        REFUSED
    }

    /**
     * A type with values at its edges. Every type is also tried with NULL.
     *
     * @param name from the database's list of types
     * @param definition of a column
     * @param literals expressions of SQL
     */
    record Type(String name, String definition, Notation notation, List<String> literals) {
        static Type of(String name, Notation notation, String... literals) {
            return new Type(name, name, notation, List.of(literals));
        }

        /** Returns the same type with another definition. */
        Type as(String otherwise) {
            return new Type(name, otherwise, notation, literals);
        }

        @Override
        public String toString() {
            return definition;
        }
    }

    /** Returns all types to test. */
    List<Type> types();

    /** Returns the names of the types that the database lists. */
    Set<String> listed() throws SQLException;

    /** Returns those types of {@link #listed} for which no column or no value can be made. */
    Set<String> withoutValues();

    /** Opens a connection of the owner, which writes texts in the form that extracts must have. */
    Connection connect() throws SQLException;

    /** Returns the expression of the database's own text of {@code v}; for BYTES, hexadecimal digits of any case. */
    default String written(Type type) {
        return "CAST(v AS VARCHAR)";
    }

    /** Returns the expression of the database's own conversion of the binary float {@code v} to a double. */
    default String number() {
        return "CAST(v AS DOUBLE PRECISION)";
    }

    /** Returns a gateway with the database as the source {@code risk}. */
    GatewayTestBed bed();

    @Override
    void close() throws SQLException;

    /** Returns the first column of an answer. */
    default Set<String> ask(String sql) throws SQLException {
        Set<String> answers = new TreeSet<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                answers.add(rows.getString(1));
            }
        }
        return answers;
    }

    /** Returns the names of types that the driver lists. */
    default Set<String> told() throws SQLException {
        Set<String> names = new TreeSet<>();
        try (Connection connection = connect();
                ResultSet types = connection.getMetaData().getTypeInfo()) {
            while (types.next()) {
                names.add(types.getString("TYPE_NAME"));
            }
        }
        return names;
    }

    /** Makes a gateway with one source, reached only by the driver's jar in a folder. */
    static GatewayTestBed bed(Class<? extends Driver> driver, String url, String user, Path folder) {
        try {
            Path jar = Path.of(
                    driver.getProtectionDomain().getCodeSource().getLocation().toURI());
            Path drivers = Files.createDirectories(folder.resolve("drivers"));
            Files.copy(jar, drivers.resolve(jar.getFileName()));
            return DriverSource.bed(
                    new DatabaseSource(
                            "risk",
                            url,
                            user,
                            Files.writeString(folder.resolve("password"), user.isEmpty() ? "" : "correct horse"),
                            Optional.of(new BroughtDriver(drivers, Optional.empty(), true))),
                    folder,
                    PATIENT);
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException("cannot bring the driver of " + url, e);
        }
    }
}
