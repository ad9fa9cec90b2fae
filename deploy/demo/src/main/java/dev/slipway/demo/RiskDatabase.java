package dev.slipway.demo;

import dev.slipway.postgres.EmbeddedPostgres;
import dev.slipway.postgres.SqlScript;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.postgresql.PGConnection;

/**
 * The risk database of the demo and of the journeys: a PostgreSQL with a schema, real prices, and a portfolio on them.
 */
public final class RiskDatabase implements AutoCloseable {
    /** The user for extracts, who may only read. */
    public static final String READER = "risk_reader";

    /** The user for stores, who may only add results. */
    public static final String WRITER = "risk_writer";

    private static final String DATABASE = "risk";

    private final Path folder;
    private final EmbeddedPostgres server;

    private RiskDatabase(Path folder, EmbeddedPostgres server) {
        this.folder = folder;
        this.server = server;
    }

    /** Makes and fills the database of an empty {@code folder}. The server runs until {@link #close}. */
    public static RiskDatabase create(Path folder) throws SQLException {
        RiskDatabase database = open(folder);
        database.server.createDatabase(DATABASE);
        try (Connection connection = database.connectAsOwner()) {
            connection.setAutoCommit(false);
            database.fill(connection);
            connection.commit();
        }
        return database;
    }

    /** Adds the tables that {@code make-bank --tables} has written into {@code tables}, for {@link #READER} to read. */
    public void addBank(Path tables) throws SQLException, IOException {
        try (Connection connection = connectAsOwner();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (String script : List.of("load.sql", "keys.sql")) {
                new SqlScript(tables.resolve(script)).run(connection);
            }
            statement.execute("GRANT USAGE ON SCHEMA bank TO " + READER);
            statement.execute("GRANT SELECT ON ALL TABLES IN SCHEMA bank TO " + READER);
            connection.commit();
        }
    }

    /** Adds the orders of a market, for {@link #READER} to read, and tables for the results. */
    public void addMarket() throws SQLException {
        try (Connection connection = connectAsOwner();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(resource("/sql/market.sql"));
            copy(connection, "market.incoming_order", MarketOrders.shipped().orders());
            statement.execute("ANALYZE market.incoming_order");
            connection.commit();
        }
    }

    /** Adds a trading day of {@code requests} requests, for {@link #READER} to read, and tables for the results. */
    public void addTradingDay(int requests) throws SQLException {
        TradingDay day = TradingDay.of(requests);
        try (Connection connection = connectAsOwner();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(resource("/sql/trading_day.sql"));
            copy(connection, "exchange.trading_account", day.accounts());
            copy(connection, "exchange.opening_position", day.positions());
            copy(connection, "exchange.request", day.requests());
            statement.execute("ANALYZE exchange.request");
            connection.commit();
        }
    }

    /** Adds tables for the results of transforms of a turbulent field. */
    public void addTurbulence() throws SQLException {
        try (Connection connection = connectAsOwner();
                Statement statement = connection.createStatement()) {
            statement.execute(resource("/sql/turbulence.sql"));
        }
    }

    /** Adds the quotes of noon after the last close to the tables of {@link #addBank}. */
    public void addNoon() throws SQLException {
        try (Connection connection = connectAsOwner();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(resource("/sql/noon.sql"));
        }
    }

    /** Opens the database that {@link #create} made in {@code folder}, and starts the server if necessary. */
    public static RiskDatabase open(Path folder) {
        return new RiskDatabase(folder, EmbeddedPostgres.start(folder.resolve("postgres")));
    }

    /** Returns the address of the database without user and password. */
    public String jdbcUrl() {
        return server.jdbcUrl(DATABASE);
    }

    /** Returns the file (0600) with the password of {@link #READER} or {@link #WRITER}. */
    public Path passwordFile(String role) {
        return folder.resolve(role + ".password");
    }

    /** Connects as {@link #READER} or {@link #WRITER}. */
    public Connection connect(String role) throws SQLException {
        try {
            return connect(role, Files.readString(passwordFile(role)).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Connects as the database's owner, who may do everything. */
    public Connection connectAsOwner() throws SQLException {
        return connect(server.user(), server.password());
    }

    private Connection connect(String user, String password) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(), user, password);
    }

    /** Stops the server and keeps the data. */
    @Override
    public void close() {
        server.close();
    }

    private void fill(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(resource("/sql/schema.sql"));
            for (String role : List.of(READER, WRITER)) {
                statement.execute("ALTER ROLE " + role + " PASSWORD '" + newPassword(role) + "'");
            }
        }
        Prices prices = Prices.shipped();
        Portfolio portfolio = Portfolio.of(prices.lastDay(), prices.last());
        copy(connection, "risk.price", prices.closes());
        copy(connection, "risk.book", portfolio.books());
        copy(connection, "risk.instrument", portfolio.instruments());
        copy(connection, "risk.position", portfolio.positions());
        try (Statement statement = connection.createStatement()) {
            statement.execute("ANALYZE");
        }
    }

    /** Loads records into the table. The table's columns are the records' components, in order. */
    private static void copy(Connection connection, String table, List<? extends Record> rows) throws SQLException {
        StringBuilder text = new StringBuilder();
        try (CSVPrinter csv = new CSVPrinter(text, CSVFormat.POSTGRESQL_CSV)) {
            for (Record row : rows) {
                csv.printRecord(values(row));
            }
            connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("COPY " + table + " FROM STDIN (FORMAT csv)", new StringReader(text.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object[] values(Record row) {
        return Arrays.stream(row.getClass().getRecordComponents())
                .map(component -> value(component, row))
                .toArray();
    }

    private static Object value(RecordComponent component, Record row) {
        try {
            return component.getAccessor().invoke(row);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }

    private String newPassword(String role) {
        byte[] bits = new byte[20];
        new SecureRandom().nextBytes(bits);
        String password = HexFormat.of().formatHex(bits);
        try {
            Path file = passwordFile(role);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, password + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return password;
    }

    static String resource(String name) {
        try (var in = RiskDatabase.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
