package dev.slipway.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.desk.Caller;
import dev.slipway.desk.IntakeSettings;
import dev.slipway.desk.Submission;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.dispatch.StallLimits;
import dev.slipway.dispatch.StepLimits;
import dev.slipway.effect.Witness;
import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.ssh.SshHost;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
import dev.slipway.queue.QueueSettings;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.RunSettings;
import dev.slipway.run.StorageSettings;
import dev.slipway.secret.Secrets;
import dev.slipway.servers.Await;
import dev.slipway.servers.BreakablePostgres;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.SshServer;
import dev.slipway.upload.UploadFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests whole jobs over two databases and a host, one of which goes away and comes back. */
@Timeout(300)
class OutageIT {
    private static final Caller ALICE = new Caller("alice", Set.of(Caller.Role.USER), "local");

    private static BreakablePostgres risk;

    @TempDir
    private Path folder;

    private final PlainRuns runs = new PlainRuns();
    private PostgresDatabase books;
    private SshServer sshd;
    private HikariDataSource store;
    private StepGateway gateway;
    private Middleware middleware;

    @BeforeAll
    static void start_the_one_that_goes_away() {
        risk = BreakablePostgres.start();
        risk.run("CREATE TABLE pnl (token text, n int)");
    }

    @AfterAll
    static void stop_it() {
        risk.close();
    }

    @BeforeEach
    void start() throws Exception {
        books = PostgresDatabase.fresh();
        GatewayTestBed.run(books, "CREATE TABLE pnl (token text, n int)");
        sshd = SshServer.start(folder.resolve("sshd"));
        HikariConfig pool = new HikariConfig();
        pool.setDataSource(PostgresDatabase.fresh().dataSource());
        pool.setMaximumPoolSize(6);
        store = new HikariDataSource(pool);
        open();
    }

    private void open() throws Exception {
        gateway = new StepGateway(
                List.of(source("risk", risk.database()), source("books", books)),
                List.of(new SshHost(
                        "archive",
                        "127.0.0.1",
                        sshd.port(),
                        sshd.user(),
                        new SshHost.Login.Key(sshd.clientKey(), Optional.empty()),
                        sshd.knownHosts(),
                        false,
                        folder.toString())),
                new UploadFolder(folder.resolve("uploads"), Witness.NONE),
                Secrets.NONE,
                new GatewayLimits(
                        new SqlLimits(2, Duration.ofSeconds(5), Duration.ofMinutes(1), 100, 100),
                        new SshLimits(Duration.ofSeconds(5), Duration.ofSeconds(3)),
                        FileSettings.STANDARD));
        middleware = Middleware.start(
                new MiddlewareSettings(
                        folder.resolve("results"),
                        folder.resolve("scratch"),
                        List.of(new Partition("local", 2, Duration.ofMinutes(1))),
                        QueueSettings.overlap(2),
                        new DispatchSettings(
                                StepLimits.of(2),
                                2,
                                1,
                                Duration.ofMillis(20),
                                Duration.ofMillis(100),
                                Duration.ofSeconds(1),
                                StallLimits.NONE,
                                Duration.ofHours(1)),
                        new RunSettings(new MpirunSettings(
                                Path.of("/nowhere/slipway-guard"),
                                "mpirun",
                                List.of(Path.of("/nowhere")),
                                Optional.empty(),
                                Duration.ofSeconds(1),
                                "here")),
                        StorageSettings.DEFAULTS,
                        IntakeSettings.usual(folder.resolve("uploads"))),
                store,
                gateway,
                Optional.of(runs),
                Clock.systemUTC());
    }

    private DatabaseSource source(String name, PostgresDatabase database) throws Exception {
        Path password = Files.writeString(folder.resolve("password-" + name), database.password());
        return new DatabaseSource(name, database.jdbcUrl(), database.user(), password);
    }

    @AfterEach
    void stop() {
        middleware.close();
        gateway.close();
        store.close();
        sshd.close();
        risk.revive();
    }

    /** Submits a job that extracts rows from the source, copies them in a run, and stores them in the source. */
    private JobToken submit(String source, StagingStep... alsoOut) {
        StagingStep in = new SqlExtract(
                new StepHead.In("rows", 1, new RunPath("in.csv")),
                source,
                "SELECT n FROM generate_series(1, 50) n",
                Optional.empty());
        StagingStep out = new SqlStore(
                new StepHead.Out("pnl", 1, new RunPath("in.csv"), false),
                source,
                "INSERT INTO pnl VALUES (?, ?::int)",
                List.of(new SqlStore.StoreParameter.Token(), new SqlStore.StoreParameter.Column("n")));
        LaunchRequest launch = LaunchRequest.of(
                MpiProgram.of("program", List.of(), Map.of(), 1), new RunPath("stdout.txt"), new RunPath("stderr.txt"));
        JobRequest request = new JobRequest(
                "job",
                Optional.empty(),
                Optional.empty(),
                launch,
                List.of(in),
                Stream.concat(Stream.of(out), Stream.of(alsoOut)).toList(),
                List.of(),
                Map.of(),
                List.of());
        return middleware.desk().submit(ALICE, new Submission("<job/>".getBytes(StandardCharsets.UTF_8), request));
    }

    @Test
    void jobs_at_a_database_that_is_away_wait_while_others_pass_and_end_by_themselves_each_once() throws Exception {
        risk.stop();
        JobToken first = submit("risk");
        JobToken second = submit("risk");
        blocked(first);
        blocked(second);
        JobToken passing = submit("books");

        assertThat(closed(passing).outcome()).contains(new JobOutcome.Done());
        assertThat(middleware.desk().status(ALICE, first).blocked())
                .hasValueSatisfying(problem -> assertThat(problem.code()).isEqualTo(ProblemCode.DATABASE_UNREACHABLE));
        middleware.close();
        gateway.close();
        open();
        blocked(first);
        risk.revive();

        for (JobToken token : List.of(first, second)) {
            assertThat(closed(token).outcome()).contains(new JobOutcome.Done());
            assertThat(GatewayTestBed.ask(risk.database(), "SELECT count(*) FROM pnl WHERE token = '" + token + "'"))
                    .isEqualTo("50");
            assertThat(events(token, "BLOCKED")).isEqualTo(1);
            assertThat(events(token, "UNBLOCKED")).isEqualTo(1);
        }
        assertThat(runs.started()).containsExactlyInAnyOrder(first.value(), second.value(), passing.value());
    }

    @Test
    void a_job_whose_host_is_paused_delivers_when_it_goes_on() throws Exception {
        sshd.pause();
        JobToken token = submit(
                "books",
                new SshDeliver(
                        new StepHead.Out("log", 2, new RunPath("stdout.txt"), false), "archive", "/delivered.txt"));
        JobToken passing = submit("books");

        blocked(token);
        assertThat(closed(passing).outcome()).contains(new JobOutcome.Done());
        assertThat(middleware.journal().load(token).orElseThrow().state()).isEqualTo(JobState.STAGING_OUT);
        sshd.resume();

        assertThat(closed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(folder.resolve("delivered.txt")).hasContent("hello\n");
        assertThat(GatewayTestBed.ask(books, "SELECT count(*) FROM pnl WHERE token = '" + token + "'"))
                .isEqualTo("50");
    }

    @Test
    void a_job_that_waits_for_a_database_is_cancelled_while_that_is_away() throws Exception {
        risk.stop();
        JobToken token = submit("risk");
        blocked(token);

        middleware.desk().cancel(ALICE, token);

        assertThat(closed(token).outcome()).contains(new JobOutcome.Cancelled("alice"));
    }

    private long events(JobToken token, String kind) {
        return middleware.desk().history(ALICE, token).stream()
                .filter(entry -> entry.event().equals(kind))
                .count();
    }

    private Job blocked(JobToken token) {
        return await(token, job -> job.blocked().isPresent());
    }

    private Job closed(JobToken token) {
        return await(token, job -> job.state() == JobState.CLOSED);
    }

    private Job await(JobToken token, Predicate<Job> wanted) {
        Await.until(() -> "the job is still " + stored(token), () -> wanted.test(stored(token)));
        return stored(token);
    }

    private Job stored(JobToken token) {
        return middleware.journal().load(token).orElseThrow();
    }
}
