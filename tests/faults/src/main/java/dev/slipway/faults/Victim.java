package dev.slipway.faults;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.RunWays;
import dev.slipway.desk.Caller;
import dev.slipway.desk.IntakeSettings;
import dev.slipway.desk.Receipt;
import dev.slipway.desk.Submission;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.dispatch.StallLimits;
import dev.slipway.dispatch.StepLimits;
import dev.slipway.effect.Effect;
import dev.slipway.effect.Witness;
import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayPlaces;
import dev.slipway.gateway.StepGateway;
import dev.slipway.gateway.files.SharedFolder;
import dev.slipway.gateway.http.HttpSite;
import dev.slipway.gateway.sql.BroughtDriver;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.ssh.SshHost;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.journal.ledger.KeptHeads;
import dev.slipway.problem.ProblemException;
import dev.slipway.queue.QueueSettings;
import dev.slipway.run.HostList;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.PartitionKind;
import dev.slipway.run.RunIdentities;
import dev.slipway.run.RunSettings;
import dev.slipway.run.StorageSettings;
import dev.slipway.secret.Secrets;
import dev.slipway.upload.UploadFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs core, gateway and launcher in a JVM without anything else: {@code Victim PLACES [ARMED-POINT]}. The victim takes
 * one numbered command a line and answers {@code = NUMBER ANSWER}. Between the answers it reports the standing of jobs
 * ({@code job ...}) and the points that are passed.
 */
public final class Victim {
    static final String READY = "ready";

    private static final Caller ALICE = new Caller("alice", Set.of(Caller.Role.USER), "local");

    private final PrintStream out;
    private final KillSwitch killSwitch;
    private final CrashJobs crashJobs;
    private final VictimClock clock;
    private final Middleware middleware;
    private final List<Effect> effects = new ArrayList<>();

    private Victim(Places places, String armed, PrintStream out) {
        this.out = out;
        killSwitch = new KillSwitch(this::say);
        killSwitch.arm(armed);
        crashJobs = new CrashJobs(places);
        clock = new VictimClock(places.path("folder").resolve("clock-ahead"));
        StepGateway gateway = gateway(places);
        middleware = Middleware.start(
                settings(places),
                store(places),
                new Middleware.World(
                        gateway,
                        Optional.empty(),
                        clock,
                        Optional.empty(),
                        killSwitch,
                        killSwitch::watch,
                        KeptHeads.NONE,
                        new RunWays(new VictimClusters(places).ways(), new VictimHosts(places).commands())));
        middleware.listen(job -> say(line(job)));
        effects.addAll(gateway.effects());
        effects.addAll(middleware.effects());
    }

    /** Serves until the standard input ends. */
    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Victim victim = new Victim(Places.read(Path.of(args[0])), args.length > 1 ? args[1] : "", out);
        victim.say(READY);
        ExecutorService threads = Executors.newCachedThreadPool();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", 3);
            threads.execute(() -> victim.answer(words[0], words[1], words.length > 2 ? words[2] : ""));
        }
        victim.middleware.close();
        System.exit(0);
    }

    private void say(String line) {
        synchronized (out) {
            out.println(line);
        }
    }

    private void answer(String number, String verb, String rest) {
        try {
            say("= " + number + " " + answered(verb, rest));
        } catch (ProblemException e) {
            say("= " + number + " problem " + e.problem().code());
        } catch (RuntimeException e) {
            say("= " + number + " error " + e);
        }
    }

    private String answered(String verb, String rest) {
        return switch (verb) {
            case "arm" -> armed(rest);
            case "go" -> done(killSwitch::letGo);
            case "submit" -> submitted(rest);
            case "sweep" -> together(rest);
            case "upload" ->
                middleware.desk().upload(ALICE, "books.csv", CrashJobs.UPLOAD).sha256();
            case "cancel" -> done(() -> middleware.desk().cancel(ALICE, new JobToken(rest)));
            case "hold" -> done(() -> middleware.desk().hold(ALICE, new JobToken(rest)));
            case "release" -> done(() -> middleware.desk().release(ALICE, new JobToken(rest)));
            case "retry" -> middleware.desk().retry(ALICE, new JobToken(rest)).value();
            case "swept" -> swept(new JobToken(rest));
            case "job" -> line(middleware.journal().load(new JobToken(rest)).orElseThrow());
            case "status" ->
                middleware.desk().status(ALICE, new JobToken(rest)).state().name();
            case "verify" -> middleware.journal().verify(new JobToken(rest)).toString();
            case "events" -> events(new JobToken(rest));
            case "clock" -> done(clock::read);
            case "effects" -> declared();
            default -> throw new IllegalArgumentException("no command " + verb);
        };
    }

    private String armed(String point) {
        killSwitch.arm(point);
        killSwitch.forget();
        return "armed";
    }

    private static String done(Runnable action) {
        action.run();
        return "done";
    }

    private String submitted(String line) {
        return middleware
                .desk()
                .submit(ALICE, new Submission(line.getBytes(StandardCharsets.UTF_8), crashJobs.request(line)))
                .value();
    }

    /** Submits a sweep and returns the tokens of its jobs. */
    private String together(String line) {
        Receipt receipt = middleware.desk().submit(ALICE, crashJobs.sweep(line));
        return middleware.desk().members(ALICE, receipt.group(), 0, receipt.jobs()).stream()
                .map(job -> job.token().value())
                .collect(Collectors.joining(" "));
    }

    private String events(JobToken token) {
        return middleware.journal().events(token).stream()
                .map(event -> event.event().kind().name())
                .collect(Collectors.joining(","));
    }

    /** Ends the retention of all jobs, and returns whether all files of this job are gone. */
    private String swept(JobToken token) {
        middleware.retention().sweep();
        Job job = middleware.journal().load(token).orElseThrow();
        return Boolean.toString(job.resultsRemoved() && !job.folderKept());
    }

    private String declared() {
        return effects.stream()
                .map(effect -> effect.getClass().getName() + "="
                        + effect.killPoints().stream().map(Object::toString).collect(Collectors.joining(";")))
                .collect(Collectors.joining("|"));
    }

    /** Returns {@code job TOKEN VERSION STATE OUTCOME PROBLEM BLOCKED HELD}. */
    private static String line(Job job) {
        String problem = job.outcome()
                .map(outcome -> outcome instanceof JobOutcome.Failed failed
                        ? failed.phase() + "/" + failed.problem().code()
                        : "-")
                .orElse("-");
        return "job " + job.token() + " " + job.version() + " " + job.state() + " "
                + job.outcome().map(JobOutcome::word).orElse("-") + " " + problem + " "
                + job.blocked().isPresent() + " " + job.held().isPresent();
    }

    private static StepGateway gateway(Places places) {
        List<DatabaseSource> sources =
                names(places, "sources").map(name -> source(places, name)).toList();
        List<SshHost> hosts =
                names(places, "hosts").map(name -> host(places, name)).toList();
        HttpSite site = new HttpSite(
                "site", URI.create(places.text("site-url")), new HttpSite.Login.None(), Optional.empty(), false);
        SharedFolder shared = new SharedFolder("shared", places.path("remote"));
        return new StepGateway(
                new GatewayPlaces(sources, hosts, List.of(site), List.of(shared)),
                new UploadFolder(places.path("folder").resolve("uploads"), Witness.NONE),
                Secrets.NONE,
                GatewayLimits.STANDARD);
    }

    private static Stream<String> names(Places places, String key) {
        return Arrays.stream(places.text(key).split(",")).filter(name -> !name.isEmpty());
    }

    /** Makes a source. The ledger is reached by a driver, the others are PostgreSQL. */
    private static DatabaseSource source(Places places, String name) {
        Optional<BroughtDriver> driver = name.equals("ledger")
                ? Optional.of(new BroughtDriver(places.path("drivers"), Optional.empty(), false))
                : Optional.empty();
        return new DatabaseSource(
                name, places.text(name + "-url"), places.text(name + "-user"), places.path(name + "-password"), driver);
    }

    private static SshHost host(Places places, String name) {
        return new SshHost(
                name,
                "127.0.0.1",
                places.number(name + "-port"),
                places.text("ssh-user"),
                new SshHost.Login.Key(places.path("ssh-key"), Optional.empty()),
                places.path(name + "-known"),
                false,
                places.text("remote"));
    }

    private static HikariDataSource store(Places places) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(places.text("store-url"));
        config.setUsername(places.text("store-user"));
        config.setPassword(places.text("store-password"));
        config.setMaximumPoolSize(4);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(10_000);
        return new HikariDataSource(config);
    }

    private static MiddlewareSettings settings(Places places) {
        Duration wallTime = Duration.ofMinutes(5);
        Path folder = places.path("folder");
        List<String> clusters = new VictimClusters(places).names();
        List<HostList> lists = new VictimHosts(places).lists();
        List<Partition> partitions = Stream.concat(
                        Arrays.stream(places.text("partitions").split(","))
                                .map(name -> new Partition(name, name.equals("narrow") ? 2 : 8, wallTime)
                                        .of(clusters.contains(name) ? PartitionKind.SLURM : PartitionKind.MACHINE)),
                        lists.stream().map(list -> new Partition(list.partition(), list.slots(), wallTime)
                                .of(PartitionKind.HOSTS)))
                .toList();
        boolean root = Files.isWritable(Path.of("/proc/1/oom_score_adj"));
        return new MiddlewareSettings(
                folder.resolve("results"),
                folder.resolve("scratch"),
                partitions,
                QueueSettings.overlap(places.number("staging-in")),
                new DispatchSettings(
                        StepLimits.of(8),
                        4,
                        4,
                        Duration.ofMillis(20),
                        Duration.ofMillis(100),
                        Duration.ofMillis(400),
                        StallLimits.NONE,
                        Duration.ofHours(1)),
                new RunSettings(
                        new MpirunSettings(
                                places.path("guard"),
                                "mpirun.openmpi",
                                List.of(places.path("applications")),
                                root ? Optional.of(new RunIdentities(61000, 61099)) : Optional.empty(),
                                Duration.ofSeconds(1),
                                "here"),
                        new VictimClusters(places).settings(),
                        lists),
                new StorageSettings(
                        Duration.ofSeconds(places.number("keep-folders")),
                        Duration.ofSeconds(places.number("keep-results")),
                        1L << 30,
                        1L << 20,
                        Optional.empty()),
                IntakeSettings.usual(folder.resolve("uploads")));
    }
}
