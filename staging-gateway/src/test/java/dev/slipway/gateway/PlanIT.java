package dev.slipway.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.desk.Caller;
import dev.slipway.desk.IntakeSettings;
import dev.slipway.desk.plan.JobPlan;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.effect.Witness;
import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.ssh.SshHost;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.queue.QueueSettings;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.RunSettings;
import dev.slipway.run.StorageSettings;
import dev.slipway.secret.Secrets;
import dev.slipway.servers.Ports;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.SshServer;
import dev.slipway.upload.UploadFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests plans over a real database and a real host: their findings, and that a plan has no effect. */
@Timeout(300)
class PlanIT {
    private static final Caller ALICE = new Caller("alice", Set.of(Caller.Role.USER), "local");
    private static final String POOR = "slipway_poor_reader";

    @TempDir
    private static Path serverFolder;

    private static SshServer sshd;
    private static PostgresDatabase risk;

    @TempDir
    private Path folder;

    private Path remote;
    private PostgresDatabase store;
    private StepGateway gateway;
    private Middleware middleware;
    private ServerSocket mute;

    @BeforeAll
    static void start_the_places() throws Exception {
        sshd = SshServer.start(serverFolder);
        risk = PostgresDatabase.fresh();
        GatewayTestBed.run(
                risk,
                "CREATE TABLE books(book_id int PRIMARY KEY, name text)",
                "INSERT INTO books SELECT n, 'book ' || n FROM generate_series(1, 40) n",
                "CREATE TABLE positions(position_id int, book_id int, quantity numeric)",
                "INSERT INTO positions SELECT n, n % 40 + 1, n FROM generate_series(1, 4000) n",
                "CREATE TABLE pnl(token text, pnl float8)",
                "CREATE TABLE touched(n int)",
                "CREATE SEQUENCE tickets",
                "CREATE FUNCTION touch() RETURNS int LANGUAGE sql VOLATILE"
                        + " AS 'INSERT INTO touched VALUES (1) RETURNING n'",
                "CREATE PROCEDURE book(t text) LANGUAGE sql AS 'INSERT INTO pnl VALUES (t, 0)'",
                "ANALYZE",
                "DROP ROLE IF EXISTS " + POOR,
                "CREATE ROLE " + POOR + " LOGIN PASSWORD 'poor'",
                "GRANT SELECT ON books TO " + POOR);
    }

    @AfterAll
    static void stop_the_places() throws Exception {
        GatewayTestBed.run(risk, "DROP OWNED BY " + POOR, "DROP ROLE " + POOR);
        sshd.close();
    }

    @BeforeEach
    void start() throws Exception {
        remote = Files.createDirectory(folder.resolve("remote"));
        mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        gateway = new StepGateway(
                List.of(
                        source("risk", risk.jdbcUrl(), risk.user(), risk.password()),
                        source("poor", risk.jdbcUrl(), POOR, "poor"),
                        source("mute", "jdbc:postgresql://127.0.0.1:" + mute.getLocalPort() + "/x", "x", "x")),
                List.of(host("archive", sshd.port()), host("gone", Ports.kept())),
                new UploadFolder(folder.resolve("uploads"), Witness.NONE),
                Secrets.NONE,
                new GatewayLimits(
                        new SqlLimits(2, Duration.ofSeconds(5), Duration.ofSeconds(30), 100, 100),
                        new SshLimits(Duration.ofMinutes(1), Duration.ofSeconds(20)),
                        FileSettings.STANDARD));
        store = PostgresDatabase.fresh();
        middleware = Middleware.start(
                settings(), store.dataSource(), gateway, Optional.of(new PlainRuns()), Clock.systemUTC());
    }

    private MiddlewareSettings settings() {
        return new MiddlewareSettings(
                folder.resolve("results"),
                folder.resolve("scratch"),
                List.of(new Partition("local", 2, Duration.ofMinutes(1))),
                QueueSettings.overlap(2),
                DispatchSettings.DEFAULTS,
                new RunSettings(new MpirunSettings(
                        Path.of("/nowhere/slipway-guard"),
                        "mpirun",
                        List.of(Path.of("/nowhere")),
                        Optional.empty(),
                        Duration.ofSeconds(1),
                        "here")),
                StorageSettings.DEFAULTS,
                IntakeSettings.usual(folder.resolve("uploads")));
    }

    private DatabaseSource source(String name, String url, String user, String password) throws IOException {
        return new DatabaseSource(
                name, url, user, Files.writeString(folder.resolve("password-" + name), password + "\n"));
    }

    private SshHost host(String name, int port) {
        return new SshHost(
                name,
                "127.0.0.1",
                port,
                sshd.user(),
                new SshHost.Login.Key(sshd.clientKey(), Optional.empty()),
                sshd.knownHosts(),
                false,
                remote.toString());
    }

    @AfterEach
    void stop() throws IOException {
        middleware.close();
        gateway.close();
        mute.close();
    }

    private static SqlExtract extract(String name, int group, String source, String sql, ParameterRows rows) {
        return new SqlExtract(
                new StepHead.In(name, group, new RunPath(name + ".csv")), source, sql, Optional.ofNullable(rows));
    }

    private static SqlExtract extract(String name, String source, String sql) {
        return extract(name, 1, source, sql, null);
    }

    private static SqlStore store(String name, String source, String sql) {
        return new SqlStore(new StepHead.Out(name, 1, new RunPath("pnl.csv"), false), source, sql, List.of());
    }

    private static SshFetch fetch(String name, String host, String path) {
        return new SshFetch(new StepHead.In(name, 1, new RunPath("in-" + name)), host, path);
    }

    private static SshDeliver deliver(String name, String path) {
        return new SshDeliver(new StepHead.Out(name, 1, new RunPath("stdout.txt"), false), "archive", path);
    }

    private static JobRequest request(List<StagingStep> in, List<StagingStep> out) {
        LaunchRequest launch = LaunchRequest.of(
                MpiProgram.of("program", List.of(), Map.of(), 1), new RunPath("stdout.txt"), new RunPath("stderr.txt"));
        return new JobRequest(
                "planned", Optional.empty(), Optional.empty(), launch, in, out, List.of(), Map.of(), List.of());
    }

    private JobPlan plan(List<StagingStep> in, List<StagingStep> out) {
        return middleware.plans().plan(ALICE, List.of(request(in, out)));
    }

    private static JobPlan.Step step(JobPlan plan, String name) {
        return plan.steps().stream()
                .filter(step -> step.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<ProblemCode> codes(JobPlan plan, String name) {
        return step(plan, name).problems().stream().map(Problem::code).toList();
    }

    /** Returns all rows of all tables, and the positions of all sequences. */
    private static String content(PostgresDatabase database) throws Exception {
        return GatewayTestBed.ask(
                database,
                "SELECT string_agg(name || ' ' || hash, E'\\n' ORDER BY name) FROM (SELECT"
                        + " c.oid::regclass::text AS name,"
                        + " md5(query_to_xml('SELECT * FROM ' || c.oid::regclass || CASE c.relkind WHEN 'r'"
                        + " THEN ' AS t ORDER BY t::text' ELSE '' END, true, false, '')::text)"
                        + " AS hash FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE c.relkind IN ('r', 'S') AND n.nspname NOT IN ('pg_catalog',"
                        + " 'information_schema')) t");
    }

    /** Returns everything below a folder: names, sizes, times of change, rights and bytes. */
    private static Map<String, String> tree(Path root) throws IOException {
        Map<String, String> tree = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.toList()) {
                String bytes = Files.isRegularFile(path) ? Files.readString(path) : "";
                tree.put(
                        root.relativize(path).toString(),
                        Files.getLastModifiedTime(path) + " " + Files.getAttribute(path, "unix:ctime") + " "
                                + Files.getPosixFilePermissions(path) + " " + bytes.hashCode() + "/" + bytes.length());
            }
        }
        return tree;
    }

    @Test
    void tells_of_all_steps_at_once_and_changes_nothing() throws Exception {
        Files.writeString(remote.resolve("usd.csv"), "tenor,rate\n0.5,0.03\n");
        Files.createDirectory(remote.resolve("inbox"));
        Files.createDirectory(remote.resolve("folder.csv"));
        List<Object> before = new ArrayList<>(List.of(content(risk), content(store), tree(folder)));

        JobPlan plan = plan(
                List.of(
                        extract("books", "risk", "SELECT book_id, name FROM books"),
                        extract(
                                "positions",
                                2,
                                "risk",
                                "SELECT * FROM positions WHERE book_id = ?",
                                new ParameterRows(new RunPath("books.csv"), List.of("book_id"))),
                        extract("writes", "risk", "WITH gone AS (DELETE FROM books RETURNING *) SELECT * FROM gone"),
                        extract("program", "risk", "SELECT 1) TO PROGRAM 'touch /tmp/x' --"),
                        extract("function", "risk", "SELECT touch(), nextval('tickets'), pg_sleep(1000)"),
                        extract("absent", "risk", "SELECT * FROM no_such_table"),
                        fetch("curve", "archive", "usd.csv"),
                        fetch("missing", "archive", "gone.csv"),
                        fetch("directory", "archive", "folder.csv"),
                        fetch("upwards", "archive", "../secret")),
                List.of(
                        store("store", "risk", "INSERT INTO pnl VALUES (?, ?)"),
                        store("call", "risk", "CALL book(?)"),
                        store("nowhere", "risk", "INSERT INTO no_such_table VALUES (?)"),
                        deliver("log", "inbox/log.txt"),
                        deliver("astray", "no-such-folder/log.txt"),
                        deliver("onto", "folder.csv")));

        assertThat(List.of(content(risk), content(store), tree(folder))).isEqualTo(before);
        assertThat(plan.ready()).isFalse();
        assertThat(plan.problems()).isEmpty();
        for (String good : List.of("books", "positions", "function", "curve", "store", "call", "log")) {
            assertThat(step(plan, good).problems()).as(good).isEmpty();
        }
        for (String refused : List.of("writes", "program", "absent", "nowhere")) {
            assertThat(codes(plan, refused)).as(refused).containsExactly(ProblemCode.STATEMENT_REFUSED);
        }
        for (String file : List.of("missing", "directory", "upwards", "astray", "onto")) {
            assertThat(codes(plan, file)).as(file).containsExactly(ProblemCode.REMOTE_FILE);
        }
    }

    @Test
    void says_how_much_each_step_moves_where_that_comes_from_and_how_long_it_takes() throws Exception {
        Files.writeString(remote.resolve("usd.csv"), "tenor,rate\n0.5,0.03\n");

        JobPlan plan = plan(
                List.of(
                        extract("books", "risk", "SELECT book_id, name FROM books"),
                        extract(
                                "positions",
                                2,
                                "risk",
                                "SELECT position_id, quantity FROM positions WHERE book_id = ?",
                                new ParameterRows(new RunPath("books.csv"), List.of("book_id"))),
                        fetch("curve", "archive", "usd.csv")),
                List.of(deliver("log", "log.txt")));

        assertThat(plan.ready()).as("%s", plan).isTrue();
        assertThat(step(plan, "books").rows()).hasValue(40);
        assertThat(step(plan, "books").basis()).isEqualTo("what the planner of source risk expects");
        // 40 books of 100 positions each; for a value that is not known, the planner takes the mean.
        assertThat(step(plan, "positions").rows()).hasValue(4000);
        assertThat(step(plan, "positions").notes())
                .containsExactly(
                        "parameters: book_id as int4", "needs books.csv of step books, which is not there yet");
        assertThat(step(plan, "curve").bytes()).hasValue(20);
        assertThat(step(plan, "curve").time().orElseThrow().words())
                .isEqualTo("under 2 s, from a guess of 20 MB/s, for nothing was moved of host archive yet");
        assertThat(step(plan, "log").notes()).anyMatch(note -> note.matches("host archive has .* free there"));
        assertThat(plan.stageIn().left()).isPresent();
    }

    @Test
    void a_right_that_is_missing_in_the_database_is_found_though_nothing_runs() {
        JobPlan plan = plan(
                List.of(
                        extract("books", "poor", "SELECT * FROM books"),
                        extract("positions", "poor", "SELECT * FROM positions")),
                List.of(store("store", "poor", "INSERT INTO pnl VALUES (?, ?)")));

        assertThat(codes(plan, "books")).isEmpty();
        assertThat(codes(plan, "positions")).containsExactly(ProblemCode.DATABASE_RIGHT);
        assertThat(codes(plan, "store")).containsExactly(ProblemCode.DATABASE_RIGHT);
    }

    @Test
    void parameters_that_do_not_fit_the_statement_are_found() {
        JobPlan plan = plan(
                List.of(
                        extract("books", "risk", "SELECT book_id FROM books"),
                        extract("none", "risk", "SELECT * FROM positions WHERE book_id = ?"),
                        extract(
                                "many",
                                2,
                                "risk",
                                "SELECT * FROM positions WHERE book_id = ?",
                                new ParameterRows(new RunPath("books.csv"), List.of("book_id", "book_id")))),
                List.of());

        assertThat(codes(plan, "none")).containsExactly(ProblemCode.PARAMETER_INVALID);
        assertThat(codes(plan, "many")).containsExactly(ProblemCode.PARAMETER_INVALID);
    }

    @Test
    void a_place_that_is_away_or_mute_takes_no_other_place_its_answer() {
        JobPlan plan = plan(
                List.of(
                        extract("mute", "mute", "SELECT 1"),
                        fetch("gone", "gone", "x.csv"),
                        extract("books", "risk", "SELECT * FROM books"),
                        extract("unknown", "nobody", "SELECT 1")),
                List.of());

        assertThat(codes(plan, "mute")).containsExactly(ProblemCode.DATABASE_UNREACHABLE);
        assertThat(codes(plan, "gone")).containsExactly(ProblemCode.HOST_UNREACHABLE);
        assertThat(codes(plan, "books")).isEmpty();
        assertThat(codes(plan, "unknown")).containsExactly(ProblemCode.SOURCE_UNKNOWN);
        assertThat(plan.problems()).isEmpty();
    }
}
