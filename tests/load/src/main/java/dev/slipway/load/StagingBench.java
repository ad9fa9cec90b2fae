package dev.slipway.load;

import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.SshServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * Compares the staging gateway with the tools that people use without Slipway, on one database and one machine, in
 * turns: the same rows into a file against {@code psql}'s COPY, and into blocks against a pipe through {@code bgzip};
 * then {@link ParameterRace}, {@link SshRaces} and {@link BankRace}.
 */
public final class StagingBench {
    private static final String ROWS = "SELECT * FROM trades";

    private final Report report;
    private final PostgresDatabase database;
    private final StagingDesk desk;
    private final Race race;

    private StagingBench(Report report, Race race, PostgresDatabase database, StagingDesk desk) {
        this.report = report;
        this.database = database;
        this.desk = desk;
        this.race = race;
    }

    public static void main(String[] options) throws Exception {
        Report report = new Report("staging", options, "copy", "params", "ssh", "bank");
        Path folder = Files.createTempDirectory(Path.of("/var/tmp"), "slipway-bench-staging-");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        PostgresDatabase database = PostgresDatabase.fresh();
        try (SshServer host = SshServer.start(folder.resolve("sshd"));
                StagingDesk desk = new StagingDesk(database, host, folder)) {
            Race race = new Race(report, database);
            if (report.wants("copy")) {
                new StagingBench(report, race, database, desk).run();
            }
            if (report.wants("params")) {
                new ParameterRace(report, race, desk, host, database).run();
            }
            if (report.wants("ssh")) {
                new SshRaces(report, race, desk, host).run();
            }
            if (report.wants("bank")) {
                new BankRace(report, race, desk, host, database).run();
            }
            report.atMost("heap_mb", heapMegabytes(), "MB", 256);
        } finally {
            TemporaryFolders.delete(folder);
        }
        System.exit(report.end());
    }

    private void run() throws Exception {
        long rows = (report.quick() ? 100_000_000L : 1_000_000_000L) / Trades.ROW_BYTES;
        report.say("filling the database with " + rows + " rows");
        Trades.fill(database, "trades", rows);
        Path rival = desk.run().resolve("rival");
        race.compare(
                "extract_vs_copy",
                1.05,
                () -> desk.extract(ROWS, Optional.empty(), "rows.csv"),
                () -> race.shell("psql -qAtX -c \"\\copy (" + ROWS + ") to '" + rival + "' (format csv, header)\""));
        Race.same(desk.run().resolve("rows.csv"), rival);
        race.compare(
                "block_vs_pipe",
                0.95,
                () -> desk.extract(ROWS, Optional.empty(), "rows.csv.gz"),
                () -> race.shell("psql -qAtX -c \"\\copy (" + ROWS + ") to stdout (format csv, header)\""
                        + " | bgzip -@ 2 -l 1 > '" + rival + "'"));
        Race.same(unpacked("rows.csv.gz"), desk.run().resolve("rows.csv"));
        Trades.drop(database, "trades");
    }

    private Path unpacked(String file) throws IOException, InterruptedException {
        Path plain = desk.run().resolve("unpacked");
        race.shell("zcat '" + desk.run().resolve(file) + "' > '" + plain + "'");
        return plain;
    }

    /** Returns the peak of the heap, summed over all generations. */
    private static double heapMegabytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(pool -> pool.getType() == java.lang.management.MemoryType.HEAP)
                        .map(MemoryPoolMXBean::getPeakUsage)
                        .mapToLong(usage -> usage.getUsed())
                        .sum()
                / 1e6;
    }
}
