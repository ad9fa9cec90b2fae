package dev.slipway.faults;

import dev.slipway.servers.MariaDbDatabase;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.SshServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds the things that all lanes share: a source database, a database that a driver reaches, an ssh host, a web site,
 * the kernel, and the victims' class path.
 */
record World(
        Path folder,
        PostgresDatabase source,
        MariaDbDatabase ledger,
        Supplier<PostgresDatabase> stores,
        SshServer host,
        Path curve,
        CurveSite site,
        ClassPath classPath)
        implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile(":(\\d+)/");

    /** Records the run and its input, waits for the gate, and writes rows and a report. */
    private static final String KERNEL = """
            #!/bin/sh
            runs=$1 exit=$2 gate=$3 rows=$4
            [ "$OMPI_COMM_WORLD_RANK" = 0 ] && echo "$SLIPWAY_TOKEN" >> "$runs"
            [ "$OMPI_COMM_WORLD_RANK" = 0 ] && ls -A > "$(dirname "$runs")/$SLIPWAY_TOKEN"
            [ "$OMPI_COMM_WORLD_RANK" = 0 ] && echo up
            [ "$OMPI_COMM_WORLD_RANK" = 1 ] && [ "$exit" = stray ] && setsid sleep 1000 &
            while [ ! -e "$gate" ]; do sleep 0.02; done
            [ "$OMPI_COMM_WORLD_RANK" = 0 ] || exit 0
            if [ -e second.csv ]; then cmp -s first.csv second.csv || exit 8; fi
            if [ -e positions.csv.gz ]; then gzip -t positions.csv.gz || exit 9; fi
            awk -v rows="$rows" 'BEGIN { print "n,v"; for (i = 1; i <= rows; i++) print i "," i * i }' > rows.csv
            awk 'BEGIN { for (i = 1; i <= 9000; i++) print "line " i " of a report" }' > report.csv
            [ "$exit" = 0 ] || { mkdir -p done/units && echo "$SLIPWAY_TOKEN" > "done/units/$SLIPWAY_TOKEN"; }
            exit "$exit"
            """;

    /** Makes a world with databases on the server that all tests of this JVM share. */
    static World make(Path folder) throws IOException, SQLException {
        return make(folder, PostgresDatabase.fresh(), PostgresDatabase::fresh);
    }

    /**
     * Makes a world with the given databases.
     *
     * @param source an empty database
     * @param stores makes an empty database for each lane
     */
    static World make(Path folder, PostgresDatabase source, Supplier<PostgresDatabase> stores)
            throws IOException, SQLException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        Path applications = Files.createDirectories(folder.resolve("applications"));
        Path kernel = Files.writeString(applications.resolve("kernel"), KERNEL);
        Files.setPosixFilePermissions(kernel, PosixFilePermissions.fromString("rwxr-xr-x"));
        fill(source);
        MariaDbDatabase ledger = MariaDbDatabase.fresh();
        fill(ledger);
        MariaDbDatabase.driverIn(folder.resolve("drivers"));
        Files.writeString(folder.resolve("ledger-password"), ledger.password() + "\n");
        Files.writeString(folder.resolve("password"), source.password() + "\n");
        SshServer host = SshServer.start(folder.resolve("ssh"));
        Path curve = Files.writeString(folder.resolve("curve.csv"), "tenor,rate\n" + "0.5,0.01\n".repeat(20_000));
        return new World(folder, source, ledger, stores, host, curve, CurveSite.of(curve), ClassPath.pack(folder));
    }

    private static void fill(PostgresDatabase source) throws SQLException {
        try (Connection connection = source.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE book AS SELECT 'book-' || n AS book FROM generate_series(1, 3) n");
            statement.execute("""
                    CREATE TABLE position AS SELECT 'book-' || 1 + n % 3 AS book, n AS id, md5(n::text) AS note
                    FROM generate_series(1, 4000) n""");
            // The table has no key, so that a row that is stored twice stays visible.
            statement.execute("CREATE TABLE sink (job text, n int, v bigint)");
        }
    }

    private static void fill(MariaDbDatabase ledger) throws SQLException {
        ledger.run(
                "CREATE TABLE position AS SELECT concat('book-', 1 + seq % 3) AS book, seq AS id, md5(seq) AS note"
                        + " FROM seq_1_to_4000",
                // This table has no key either.
                "CREATE TABLE sink (job varchar(32), n int, v bigint)");
    }

    static int port(String jdbcUrl) {
        Matcher port = PORT.matcher(jdbcUrl);
        if (!port.find()) {
            throw new IllegalStateException("no port in " + jdbcUrl);
        }
        return Integer.parseInt(port.group(1));
    }

    /** Returns the guard program of the build. */
    static Path guard() {
        return Path.of(System.getProperty("slipway.root"), "native-kernels/target/install/libexec/slipway-guard");
    }

    Places places() {
        return sshPlaces(new Places(new Properties()), host)
                .with("sources", "risk,line,ledger")
                .with("ledger-url", ledger.jdbcUrl())
                .with("ledger-user", ledger.user())
                .with("ledger-password", folder.resolve("ledger-password"))
                .with("drivers", folder.resolve("drivers"))
                .with("risk-url", source.jdbcUrl())
                .with("risk-user", source.user())
                .with("risk-password", folder.resolve("password"))
                .with("line-user", source.user())
                .with("line-password", folder.resolve("password"))
                .with("site-url", site.url())
                .with("applications", folder.resolve("applications"));
    }

    static Places sshPlaces(Places places, SshServer host) {
        return places.with("hosts", "archive")
                .with("archive-port", host.port())
                .with("ssh-user", host.user())
                .with("ssh-key", host.clientKey())
                .with("archive-known", host.knownHosts())
                .with("keep-folders", 0)
                .with("keep-results", 86_400);
    }

    @Override
    public void close() {
        site.close();
        host.close();
    }
}
