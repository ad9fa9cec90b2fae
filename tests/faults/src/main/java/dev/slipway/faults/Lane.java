package dev.slipway.faults;

import dev.slipway.servers.MariaDbDatabase;
import dev.slipway.servers.PostgresDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Supplier;

/**
 * Runs one middleware with a store and folders of its own, and the means to stop jobs: locked tables, a gate file, a
 * cut line.
 */
final class Lane implements AutoCloseable {
    private static final String BROKEN_GUARD = """
            #!/bin/sh
            flaw='%s.flaw-'$1
            [ -e "$flaw" ] && rm "$flaw" && exit 9
            exec '%s' "$@"
            """;

    final String name;
    final Path folder;
    final Path runs;
    final Path gate;
    final Path remote;
    final PostgresDatabase source;
    final MariaDbDatabase ledger;
    final RestartingClient client;
    final CuttableLine line;
    final CuttableLine far;
    private final Places places;
    private final Path placesFile;
    private final Supplier<PostgresDatabase> stores;
    private Connection lock;

    Lane(String name, World world) throws IOException, SQLException {
        this.name = name;
        folder = passable(Files.createDirectories(world.folder().resolve(name)));
        runs = shared(folder.resolve("runs"));
        gate = folder.resolve("gate");
        remote = Files.createDirectories(folder.resolve("remote"));
        source = world.source();
        ledger = world.ledger();
        Files.copy(world.curve(), remote.resolve("curve.csv"), StandardCopyOption.REPLACE_EXISTING);
        Book.write(remote.resolve("book.xlsx"), 20_000);
        Files.createFile(runs.resolve("log"));
        Files.setPosixFilePermissions(runs.resolve("log"), PosixFilePermissions.fromString("rw-rw-rw-"));
        line = new CuttableLine(World.port(source.jdbcUrl()));
        far = new CuttableLine(world.host().port());
        makeGates();
        placesFile = folder.resolve("places");
        places = world.places()
                .with("folder", folder)
                .with("remote", remote)
                .with("runs", runs.resolve("log"))
                .with("gate-in", gateIn())
                .with("gate-out", gateOut())
                .with("line-url", source.jdbcUrl().replaceFirst(":\\d+/", ":" + line.port() + "/"))
                .with("staging-in", 1)
                .with("guard", folder.resolve("slipway-guard"))
                .with("hosts", "archive,far")
                .with("far-port", far.port())
                .with("far-known", known(world));
        giveGuard();
        stores = world.stores();
        freshStore();
        client = new RestartingClient(world.classPath(), placesFile, folder.resolve("victim.log"));
    }

    private void freshStore() throws IOException {
        PostgresDatabase store = stores.get();
        places.with("store-url", store.jdbcUrl())
                .with("store-user", store.user())
                .with("store-password", store.password());
        offer("local,narrow,passing");
    }

    private Path known(World world) throws IOException {
        String host = Files.readString(world.host().knownHosts());
        return Files.writeString(
                folder.resolve("known-far"), host.replace("]:" + world.host().port(), "]:" + far.port()));
    }

    /** Installs the right guard program. */
    void giveGuard() throws IOException {
        takeGuard();
        Files.createSymbolicLink(folder.resolve("slipway-guard"), World.guard());
    }

    /** Removes the guard program. */
    void takeGuard() throws IOException {
        Files.deleteIfExists(folder.resolve("slipway-guard"));
    }

    /** Installs a guard program that fails at its next call with {@code verb}. */
    void breakGuard(String verb) throws IOException {
        takeGuard();
        Path broken = folder.resolve("slipway-guard");
        Files.writeString(folder.resolve("slipway-guard.flaw-" + verb), "");
        Files.writeString(broken, BROKEN_GUARD.formatted(broken, World.guard()));
        Files.setPosixFilePermissions(broken, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Makes the next victims keep run folders and results for these numbers of seconds, and starts a victim. */
    void keepFor(int folders, int results) throws IOException {
        places.with("keep-folders", folders).with("keep-results", results).write(placesFile);
        client.restart();
    }

    /** Copies the kernel under this name into the application folder. */
    Path program(String name) throws IOException {
        Path kernel = Path.of(places.text("applications")).resolve("kernel");
        return Files.copy(
                kernel,
                kernel.resolveSibling(name),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.COPY_ATTRIBUTES);
    }

    /** Removes the uploads of earlier plays, because the same bytes would not be written again. */
    void removeUploads() throws IOException {
        try (var files = Files.walk(folder.resolve("uploads"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Waits until no file of the job is kept any more. */
    void swept(String token) {
        if (!client.askUntil("swept " + token, "true"::equals).equals("true")) {
            throw new AssertionError("something is still kept of job " + token);
        }
    }

    /** Waits until a file of the job is on the way to the host. */
    void awaitTemporary(String token) throws IOException {
        while (temporary(token).isEmpty()) {
            client.await(token, "a transfer", seen -> true);
        }
    }

    /** Waits until the line to the far host has reached the limit. */
    void awaitFull(String token) {
        while (!far.full()) {
            client.await(token, "a full line", seen -> true);
        }
    }

    private List<Path> temporary(String token) throws IOException {
        try (var files = Files.list(remote)) {
            return files.filter(file -> file.getFileName().toString().contains(token))
                    .toList();
        }
    }

    /** Cleans up after an unfinished play, so that the next one is not disturbed. */
    void reset() throws IOException, SQLException {
        client.disarm();
        client.kill();
        unlock();
        line.join();
        far.flow();
        giveGuard();
        Files.deleteIfExists(gate);
        places.with("keep-folders", 0).with("keep-results", 86_400);
        freshStore();
        client.start();
    }

    private static Path passable(Path made) throws IOException {
        return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwx--x--x"));
    }

    private static Path shared(Path made) throws IOException {
        return Files.setPosixFilePermissions(
                Files.createDirectories(made), PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    private void makeGates() throws SQLException {
        execute("CREATE TABLE " + gateIn() + " AS SELECT book FROM book");
        execute("CREATE TABLE " + gateOut() + " (job text, n int, v bigint)");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = source.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    String gateIn() {
        return "gate_in_" + name;
    }

    String gateOut() {
        return "gate_out_" + name;
    }

    /** Sets the partitions of the next victim. */
    void offer(String partitions) throws IOException {
        places.with("partitions", partitions).write(placesFile);
    }

    /** Locks {@code table}, so that every reader and writer waits. */
    void lock(String table) throws SQLException {
        lock = source.dataSource().getConnection();
        lock.setAutoCommit(false);
        try (Statement statement = lock.createStatement()) {
            statement.execute("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
        }
    }

    void unlock() throws SQLException {
        if (lock != null) {
            lock.close();
        }
    }

    /** Submits a job, described in the words of {@link CrashJobs}. */
    String submit(String words) {
        return client.ask("submit " + words);
    }

    ReportedJob await(String token, String state) {
        return client.await(token, state, seen -> seen.state().equals(state));
    }

    ReportedJob closed(String token) {
        return await(token, "CLOSED");
    }

    /** Waits until the job's program runs. */
    void awaitRun(String token) {
        while (!Files.exists(runs.resolve(token))) {
            client.await(token, "a run", seen -> true);
        }
    }

    /** Waits until an extract of the job waits for the locked table. */
    void awaitAtGate(String token) throws SQLException {
        while (ask("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%" + gateIn()
                        + "%' AND query NOT LIKE 'LOCK%'")
                == 0) {
            client.await(token, "an extract", seen -> true);
        }
    }

    /** Ends the sessions that hold a snapshot of the source for others. */
    void endSnapshots() throws SQLException {
        execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'slipway snapshot'");
    }

    private long ask(String sql) throws SQLException {
        try (Connection connection = source.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(sql)) {
            answer.next();
            return answer.getLong(1);
        }
    }

    /** Kills the guard of the job's run, as an operator could by mistake. */
    void killGuard(String token) throws IOException {
        for (String process : ClosedJobCheck.marked(token)) {
            if (process.contains("slipway-guard run")) {
                ProcessHandle.of(Long.parseLong(process.split(" ")[0])).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    /** Makes a change that a user asks for, which must succeed. */
    void change(String verb, String token) {
        String answer = client.ask(verb + " " + token);
        if (!answer.equals("done")) {
            throw new AssertionError(verb + " of job " + token + ": " + answer);
        }
    }

    @Override
    public void close() throws IOException, SQLException {
        takeGuard();
        client.close();
        line.close();
        far.close();
        if (lock != null) {
            lock.close();
        }
    }
}
