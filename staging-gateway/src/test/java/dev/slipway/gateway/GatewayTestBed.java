package dev.slipway.gateway;

import dev.slipway.effect.Witness;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.ssh.SshHost;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.DataContract;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SqlStore.StoreParameter;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.secret.Secrets;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.staging.Expectation;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import dev.slipway.staging.TransferMeter;
import dev.slipway.upload.UploadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** A staging gateway with one job: the job's run folder and ledger, and short ways to run steps. */
public final class GatewayTestBed implements AutoCloseable {
    public static final JobToken TOKEN = new JobToken("0123456789abcdefghjkmnpqrstvwxyz");

    /** The owner of the jobs of all steps. */
    public static final String OWNER = "ann";

    public final StepGateway gateway;
    public final Path runFolder;

    private GatewayTestBed(StepGateway gateway, Path runFolder) {
        this.gateway = gateway;
        this.runFolder = runFolder;
    }

    /** Makes a gateway with one source named {@code risk}. */
    public static GatewayTestBed on(PostgresDatabase database, Path folder, GatewayLimits limits) throws IOException {
        return on(List.of(source(database, folder)), List.of(), folder, limits);
    }

    public static GatewayTestBed on(
            List<DatabaseSource> sources, List<SshHost> hosts, Path folder, GatewayLimits limits) throws IOException {
        Path runFolder = Files.createDirectories(folder.resolve("run"));
        return new GatewayTestBed(gateway(sources, hosts, Secrets.NONE, folder, limits), runFolder);
    }

    /** Makes a gateway with hosts; {@code secrets} opens the passwords of documents. */
    public static GatewayTestBed on(List<SshHost> hosts, Secrets secrets, Path folder, GatewayLimits limits)
            throws IOException {
        Path runFolder = Files.createDirectories(folder.resolve("run"));
        return new GatewayTestBed(gateway(List.of(), hosts, secrets, folder, limits), runFolder);
    }

    /** Makes a gateway with places of any kind. */
    public static GatewayTestBed on(GatewayPlaces places, Path folder, GatewayLimits limits) throws IOException {
        Path runFolder = Files.createDirectories(folder.resolve("run"));
        return new GatewayTestBed(
                new StepGateway(
                        places, new UploadFolder(folder.resolve("uploads"), Witness.NONE), Secrets.NONE, limits),
                runFolder);
    }

    private static StepGateway gateway(
            List<DatabaseSource> sources, List<SshHost> hosts, Secrets secrets, Path folder, GatewayLimits limits) {
        return new StepGateway(
                sources, hosts, new UploadFolder(folder.resolve("uploads"), Witness.NONE), secrets, limits);
    }

    public static DatabaseSource source(PostgresDatabase database, Path folder) throws IOException {
        Path password = Files.writeString(folder.resolve("password"), database.password() + "\n");
        return new DatabaseSource("risk", database.jdbcUrl(), database.user(), password);
    }

    public StepReport move(StagingStep step) throws InterruptedException {
        return move(step, new MemoryLedger());
    }

    public StepReport move(StagingStep step, MemoryLedger ledger) throws InterruptedException {
        return gateway.move(
                step,
                new StepContext(
                        TOKEN,
                        OWNER,
                        runFolder,
                        (bytes, rows) -> {},
                        ledger,
                        Witness.NONE,
                        StepContext.Room.UNLIMITED,
                        Optional.empty()));
    }

    public Optional<StepReport> settle(StagingStep step, MemoryLedger ledger) throws InterruptedException {
        return gateway.settle(
                step,
                new StepContext(
                        TOKEN,
                        OWNER,
                        runFolder,
                        (bytes, rows) -> {},
                        ledger,
                        Witness.NONE,
                        StepContext.Room.UNLIMITED,
                        Optional.empty()));
    }

    /** Moves a step; {@code bytes} takes how many bytes have moved. */
    public StepReport move(StagingStep step, LongConsumer bytes) throws InterruptedException {
        return metered(step, (moved, rows) -> bytes.accept(moved));
    }

    /** Moves a step to the end; returns the progress that the step has told the meter. */
    public LastMeter metered(StagingStep step) throws InterruptedException {
        LastMeter meter = new LastMeter();
        metered(step, meter);
        return meter;
    }

    private StepReport metered(StagingStep step, TransferMeter meter) throws InterruptedException {
        return gateway.move(
                step,
                new StepContext(
                        TOKEN,
                        OWNER,
                        runFolder,
                        meter,
                        new MemoryLedger(),
                        Witness.NONE,
                        StepContext.Room.UNLIMITED,
                        Optional.empty()));
    }

    /** Moves a step of a job that may stage no more than {@code room} bytes. */
    public StepReport moveWithin(long room, StagingStep step) throws InterruptedException {
        return gateway.move(
                step,
                new StepContext(
                        TOKEN,
                        OWNER,
                        runFolder,
                        (bytes, rows) -> {},
                        new MemoryLedger(),
                        Witness.NONE,
                        new StepContext.Room(room, Long.MAX_VALUE),
                        Optional.empty()));
    }

    /** Moves a step with data that must follow {@code contract} at {@code now}. */
    public StepReport moveUnder(DataContract contract, Instant now, StagingStep step) throws InterruptedException {
        return gateway.move(
                step,
                new StepContext(
                        TOKEN,
                        OWNER,
                        runFolder,
                        (bytes, rows) -> {},
                        new MemoryLedger(),
                        Witness.NONE,
                        StepContext.Room.UNLIMITED,
                        Optional.of(new Expectation(contract, now))));
    }

    /** Makes the context of a step in {@code run} that is tried for the first time. */
    public static StepContext firstTry(Path run, long room, Optional<Expectation> expected) {
        return new StepContext(
                TOKEN,
                OWNER,
                run,
                (bytes, rows) -> {},
                new MemoryLedger(),
                Witness.NONE,
                new StepContext.Room(room, Long.MAX_VALUE),
                expected);
    }

    /** Moves a step that must fail; returns its problem. */
    public Problem problemOf(StagingStep step) throws InterruptedException {
        try {
            StepReport report = move(step);
            throw new AssertionError("no problem, but " + report);
        } catch (ProblemException e) {
            return e.problem();
        }
    }

    public static SqlExtract extract(String sql, String file) {
        return extract(sql, file, Optional.empty());
    }

    public static SqlExtract extract(String sql, String file, Optional<ParameterRows> parameters) {
        Compression compression = file.endsWith(".gz") ? Compression.BGZF : Compression.NONE;
        return new SqlExtract(
                new StepHead.In("extract", 1, new RunPath(file), CreationFlag.OVERWRITE, compression),
                "risk",
                sql,
                parameters);
    }

    public static Optional<ParameterRows> rows(String file, String... columns) {
        return Optional.of(new ParameterRows(new RunPath(file), List.of(columns)));
    }

    public static SqlStore store(String sql, String file, StoreParameter... parameters) {
        return new SqlStore(new StepHead.Out("store", 1, new RunPath(file), false), "risk", sql, List.of(parameters));
    }

    public String text(String file) throws IOException {
        return Files.readString(runFolder.resolve(file));
    }

    public void write(String file, String text) throws IOException {
        Files.writeString(runFolder.resolve(file), text);
    }

    /** Returns the names in the run folder, hidden names too. */
    public List<String> names() throws IOException {
        try (var paths = Files.list(runFolder)) {
            return paths.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    /** Runs statements as the database's owner. */
    public static void run(PostgresDatabase database, String... statements) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Returns the first column of the first row as text. */
    public static String ask(PostgresDatabase database, String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    @Override
    public void close() {
        gateway.close();
    }
}
