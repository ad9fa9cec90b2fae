package dev.slipway.load;

import dev.slipway.request.FilePattern;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.SshServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * What the report stages (ibm-bgl-risk-middleware, section 4): 44 files of about 300 MB out of a database of 4 GB, by plain statements,
 * packed, to another machine; against a script that does one after the other with {@code psql}, {@code bgzip} and {@code scp}.
 */
final class BankRace {
    private static final int FILES = 44;

    /** Rows of the report's 4 GB, at about 100 bytes with its index. */
    private static final long PRICES = 40_000_000;

    /** Days that each instrument has prices of. */
    private static final int DAYS = 2_000;

    /** As the service's own settings have them. */
    private static final int STEPS_AT_ONCE = 4;

    private final Report report;
    private final Race race;
    private final StagingDesk desk;
    private final SshServer host;
    private final PostgresDatabase database;
    private final Path far;
    private final long instruments;

    BankRace(Report report, Race race, StagingDesk desk, SshServer host, PostgresDatabase database) {
        this.report = report;
        this.race = race;
        this.desk = desk;
        this.host = host;
        this.database = database;
        this.far = desk.run().resolveSibling("far");
        this.instruments = (report.quick() ? PRICES / 10 : PRICES) / DAYS;
    }

    void run() throws Exception {
        generate();
        Path script = Files.createDirectories(desk.run().resolve("script"));
        Path arrived = Files.createDirectories(far.resolve("script"));
        race.compare("bank_vs_script", 1.5, this::ours, () -> race.shell(script(script, arrived)));
        for (int i = 0; i < FILES; i++) {
            race.shell(
                    "cmp <(zcat '" + far.resolve("bank/" + name(i)) + "') <(zcat '" + arrived.resolve(name(i)) + "')");
        }
    }

    private void generate() throws SQLException {
        report.say("filling the bank's database with " + instruments * DAYS + " prices");
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE instrument AS SELECT i AS id, 'ISIN' || lpad(i::text, 8, '0') AS isin,"
                    + " (ARRAY['EUR', 'USD', 'GBP', 'JPY'])[1 + i % 4] AS currency, 'desk ' || i % " + FILES
                    + " AS desk, (i % 997) * 10 AS quantity FROM generate_series(0, " + (instruments - 1) + ") i");
            statement.execute("CREATE TABLE price AS SELECT i AS instrument, date '2019-01-01' + d AS day,"
                    + " round((100 + 20 * sin(i + d / 50.0))::numeric, 4) AS close,"
                    + " round((101 + 20 * sin(i + d / 50.0))::numeric, 4) AS high,"
                    + " round((99 + 20 * sin(i + d / 50.0))::numeric, 4) AS low, (i * 7919 + d * 104729) % 1000000 AS volume"
                    + " FROM generate_series(0, " + (instruments - 1) + ") i, generate_series(0, " + (DAYS - 1)
                    + ") d");
            statement.execute("ALTER TABLE instrument ADD PRIMARY KEY (id)");
            statement.execute("ALTER TABLE price ADD PRIMARY KEY (instrument, day)");
            statement.execute("VACUUM ANALYZE instrument, price");
        }
    }

    private static String name(int file) {
        return "prices-" + file + ".csv.gz";
    }

    /** One desk's last 310 days for most files; for each eleventh, what the desk's holdings were worth each day. */
    private static String statement(int file) {
        String from = " FROM price p JOIN instrument i ON i.id = p.instrument WHERE i.desk = 'desk " + file + "'";
        return file % 11 == 10
                ? "SELECT p.day, i.currency, sum(p.close * i.quantity) AS worth" + from + " GROUP BY 1, 2 ORDER BY 1, 2"
                : "SELECT i.isin, i.currency, p.day, p.close, p.high, p.low, p.volume" + from
                        + " AND p.day >= date '2019-01-01' + " + (DAYS - 310) + " ORDER BY i.id, p.day";
    }

    private void ours() throws Exception {
        ExecutorService steps = Executors.newFixedThreadPool(STEPS_AT_ONCE);
        try {
            List<Callable<Object>> extracts = new ArrayList<>();
            for (int i = 0; i < FILES; i++) {
                int file = i;
                extracts.add(() -> desk.extract(statement(file), Optional.empty(), "bank/" + name(file)));
            }
            for (Future<Object> extract : steps.invokeAll(extracts)) {
                extract.get();
            }
        } finally {
            steps.shutdown();
            steps.awaitTermination(1, TimeUnit.MINUTES);
        }
        desk.deliver("bank", far.resolve("bank"), Optional.of(new FilePattern("*.gz")));
    }

    private String script(Path here, Path there) {
        StringBuilder script = new StringBuilder();
        for (int i = 0; i < FILES; i++) {
            Path file = here.resolve(name(i));
            script.append("psql -qAtX -c \"\\copy (")
                    .append(statement(i))
                    .append(") to stdout (format csv, header)\" | bgzip -@ 2 -l 1 > '")
                    .append(file)
                    .append("'\n")
                    .append(SshRaces.scp(host, "'" + file + "' '" + host.user() + "@127.0.0.1:" + there + "/'\n"));
        }
        return script.toString();
    }
}
