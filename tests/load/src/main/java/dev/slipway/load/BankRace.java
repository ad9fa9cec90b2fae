package dev.slipway.load;

import dev.slipway.request.FilePattern;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.SshServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
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
 * Races the staging of the report (ibm-bgl-risk-middleware, sections 2.3 and 4): the 44 files of about 300 MB of the
 * bank of {@code make-bank}, extracted from a database of 4 GB by statements and a procedure, compressed, and delivered
 * to another machine. The rival is a script that does one step after the other with {@code psql}, {@code bgzip} and
 * {@code scp}.
 */
final class BankRace {
    /** The number of the service's default settings. */
    private static final int STEPS_AT_ONCE = 4;

    private final Report report;
    private final Race race;
    private final StagingDesk desk;
    private final SshServer host;
    private final PostgresDatabase database;
    private final Path far;

    BankRace(Report report, Race race, StagingDesk desk, SshServer host, PostgresDatabase database) {
        this.report = report;
        this.race = race;
        this.desk = desk;
        this.host = host;
        this.database = database;
        this.far = desk.run().resolveSibling("far");
    }

    void run() throws Exception {
        List<Bank.Extract> extracts = fill();
        Path script = Files.createDirectories(desk.run().resolve("script"));
        Path arrived = Files.createDirectories(far.resolve("script"));
        race.compare("bank_vs_script", 1.5, () -> ours(extracts), () -> race.shell(script(extracts, script, arrived)));
        for (Bank.Extract extract : extracts) {
            race.shell("cmp <(zcat -f '" + far.resolve("bank/" + name(extract)) + "') <(zcat -f '"
                    + arrived.resolve(name(extract)) + "')");
        }
    }

    /** Fills the database with the whole bank, or with {@code --quick} with a tenth of it. */
    private List<Bank.Extract> fill() throws Exception {
        Path folder = desk.run().resolveSibling("tables");
        report.say("filling the bank's database");
        Bank bank = Bank.tables(folder, report.quick() ? 0.1 : 1);
        bank.load(database);
        List<Bank.Extract> extracts = bank.extracts();
        TemporaryFolders.delete(folder);
        report.figure("bank_database_mb", megabytes(), "MB");
        return extracts;
    }

    private double megabytes() throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet size =
                        statement.executeQuery("SELECT sum(pg_total_relation_size(c.oid)) / 1e6 FROM pg_class c"
                                + " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'bank'"
                                + " AND c.relkind = 'r'")) {
            size.next();
            return size.getDouble(1);
        }
    }

    /**
     * Returns the name of a file. All files are blocks, except the file with the rows that are parameters of other
     * statements.
     */
    private static String name(Bank.Extract extract) {
        return extract.file().equals("day.csv") ? extract.file() : extract.file() + ".gz";
    }

    private void ours(List<Bank.Extract> extracts) throws Exception {
        ExecutorService steps = Executors.newFixedThreadPool(STEPS_AT_ONCE);
        try {
            for (int group = 1; group <= 2; group++) {
                List<Callable<Object>> together = new ArrayList<>();
                for (Bank.Extract extract : extracts) {
                    if (extract.orderGroup() == group) {
                        together.add(() -> desk.extract(
                                extract.statement(), extract.parameters("bank/"), "bank/" + name(extract)));
                    }
                }
                for (Future<Object> step : steps.invokeAll(together)) {
                    step.get();
                }
            }
        } finally {
            steps.shutdown();
            steps.awaitTermination(1, TimeUnit.MINUTES);
        }
        desk.deliver("bank", far.resolve("bank"), Optional.of(new FilePattern("*.csv*")));
    }

    /**
     * Returns the rival script. The first file is the answer of the procedure; its value replaces the parameters of the
     * other statements.
     */
    private String script(List<Bank.Extract> extracts, Path here, Path there) {
        StringBuilder script = new StringBuilder();
        for (Bank.Extract extract : extracts) {
            Path file = here.resolve(name(extract));
            String sql = extract.statement().replace("\"", "\\\"");
            if (sql.startsWith("CALL ")) {
                script.append("psql -qX --csv -c \"" + sql + "\" > '" + file + "'\n")
                        .append("day=$(sed -n '2s/.*,//p' '" + file + "')\n");
            } else {
                script.append("psql -qAtX -c \"\\copy (" + sql.replace("?", "'$day'"))
                        .append(") to stdout (format csv, header)\" | bgzip -@ 2 -l 1 > '" + file + "'\n");
            }
            script.append(SshRaces.scp(host, "'" + file + "' '" + host.user() + "@127.0.0.1:" + there + "/'\n"));
        }
        return script.toString();
    }
}
