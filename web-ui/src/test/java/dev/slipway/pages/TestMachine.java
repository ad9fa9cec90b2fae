package dev.slipway.pages;

import dev.slipway.effect.KillPoint;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StreamApplication;
import dev.slipway.run.ClusterRun;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.Launcher;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunProgress;
import dev.slipway.run.RunReport;
import dev.slipway.run.RunSighting;
import dev.slipway.run.StreamCounts;
import dev.slipway.staging.RowSample;
import dev.slipway.staging.StagedFile;
import dev.slipway.staging.StagingGateway;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/**
 * A machine within the test. A program ends as soon as it is looked at, except {@code endless}, and except {@code
 * queued}, which waits at a cluster; {@code damaged} writes no CSV, and the figures of {@code bank} are by desk. Files
 * come from nowhere. Host {@code gone} is away, host {@code strict} refuses, and host {@code slow} never ends.
 */
final class TestMachine implements Launcher, StagingGateway {
    private static final Problem AWAY = Problem.of(ProblemCode.HOST_UNREACHABLE, "host gone does not answer");

    private static final Instant EXPECTED = Instant.parse("2026-11-27T12:03:00Z");

    private static final Map<String, Double> FIGURES = new LinkedHashMap<>();

    static {
        FIGURES.put("var_mean_99", 509_112.25);
        FIGURES.put("var_mean_99_lower", 480_000.5);
        FIGURES.put("var_mean_99_upper", 540_000.75);
        FIGURES.put("var_mean_97.5", 420_000.5);
        FIGURES.put("es_mean_99", 600_000.25);
        FIGURES.put("es_mean_99_lower", 580_000.5);
        FIGURES.put("paths_lower", 7.0);
        FIGURES.put("mean_value", -1_234.5);
    }

    private final Map<String, RunOrder> started = new ConcurrentHashMap<>();
    private final Set<String> killed = ConcurrentHashMap.newKeySet();

    @Override
    public List<KillPoint> killPoints() {
        return List.of();
    }

    @Override
    public Optional<StepReport> settle(StagingStep step, StepContext context) {
        return Optional.empty();
    }

    @Override
    public StepReport move(StagingStep step, StepContext context) throws InterruptedException {
        if (step.placeName().contains("slow")) {
            context.meter().moved(2_048, 1_234);
            // Waits until the job is cancelled.
            new CountDownLatch(1).await();
        }
        if (step.placeName().contains("gone")) {
            throw new ProblemException(AWAY);
        }
        if (step.placeName().contains("strict")) {
            throw new ProblemException(new Problem(
                    ProblemCode.REMOTE_FILE,
                    "step " + step.name() + " cannot read /curve.csv on host strict",
                    "permission denied for \"slipway\" <b>"));
        }
        byte[] bytes = "tenor_years,zero_rate\n1,0.04\n".getBytes(StandardCharsets.UTF_8);
        write(step.file().in(context.runFolder()), bytes);
        return new StepReport(bytes.length, 0, List.of(new StagedFile(step.file(), bytes.length, hash(bytes))));
    }

    @Override
    public Optional<Problem> probe(Place place) {
        return place.name().equals("gone") ? Optional.of(AWAY) : Optional.empty();
    }

    /** Returns two rows for any SELECT. */
    @Override
    public RowSample sample(Place.Source source, String statement, int rows, String owner) {
        if (!statement.startsWith("SELECT")) {
            throw new ProblemException(new Problem(
                    ProblemCode.STATEMENT_REFUSED,
                    "source risk refuses the statement",
                    "syntax error at <" + statement));
        }
        return new RowSample(
                List.of(new RowSample.Column("book", "int4"), new RowSample.Column("<b>name</b>", "text")),
                List.of(
                        List.of(Optional.of("1"), Optional.of("<i>Equity</i>")),
                        List.of(Optional.of("2"), Optional.empty())),
                true,
                List.of());
    }

    @Override
    public LaunchPlan plan(RunOrder order) {
        return new LaunchPlan(
                Stream.concat(
                                Stream.of(
                                        "mpirun", order.request().application().title()),
                                order.request().application().programs().get(0).arguments().stream())
                        .toList(),
                "test");
    }

    @Override
    public void start(RunOrder order) {
        if (started.putIfAbsent(order.name(), order) == null) {
            Path files = order.folder().files();
            write(
                    files.resolve("stdout.txt"),
                    bytes("run of " + order.request().processes() + " ranks\n<b>done</b>\n"));
            write(files.resolve("stderr.txt"), new byte[0]);
            write(order.folder().tmp().resolve(RunFolder.PROGRESS), bytes(Samples.progress()));
            boolean bank = order.request().application().title().equals("bank");
            write(
                    files.resolve("pnl.csv"),
                    order.request().application().title().equals("damaged")
                            ? bytes("\u001f\u008bno table")
                            : bytes(bank ? Samples.pnlOverTwoHorizons() : Samples.pnl()));
            write(files.resolve("figures.csv"), bytes(bank ? Samples.figuresByDesk() : Samples.figures()));
            write(files.resolve("trace.csv"), bytes(Samples.trace()));
            write(files.resolve("desks.csv"), bytes(Samples.desks()));
            write(files.resolve("slice.csv"), bytes(Samples.slice()));
            write(files.resolve("out/pnl \"x\".csv"), bytes("a\n=1\n"));
        }
    }

    @Override
    public RunSighting look(RunOrder order) {
        if (!started.containsKey(order.name())) {
            return new RunSighting.Unclaimed();
        }
        Optional<StreamCounts> streams = order.request().application() instanceof StreamApplication market
                ? Optional.of(Samples.counts(market))
                : Optional.empty();
        Optional<RunProgress> progress =
                Optional.of(new RunProgress(6_250, 10_000, FIGURES, Optional.of("pass 2 of 3 <b>"), streams));
        if (killed.contains(order.name())) {
            return new RunSighting.Ended(report("killed", 9), Optional.empty(), progress);
        }
        if (executable(order).equals("queued")) {
            return new RunSighting.Waiting(ClusterStage.PENDING, "Priority <b>", Optional.of(EXPECTED));
        }
        return executable(order).equals("endless")
                ? new RunSighting.Running(progress)
                : new RunSighting.Ended(report("exited", 0), Optional.empty(), progress);
    }

    @Override
    public Optional<Problem> check(String cluster) {
        return Optional.empty();
    }

    @Override
    public Optional<ClusterRun> given(RunOrder order) {
        return executable(order).equals("queued") ? Optional.of(new ClusterRun("main", "17<b>")) : Optional.empty();
    }

    private static String executable(RunOrder order) {
        return order.request().application().programs().get(0).executable();
    }

    @Override
    public void kill(RunOrder order) {
        killed.add(order.name());
    }

    private static RunReport report(String reason, int signal) {
        return new RunReport(0, signal, reason, Instant.EPOCH, Instant.EPOCH.plusSeconds(3), 24.31, 0.82, 143_654_912);
    }

    private static void write(Path file, byte[] bytes) {
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
