package dev.slipway.load;

import dev.slipway.effect.KillPoint;
import dev.slipway.problem.Problem;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.run.Launcher;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunProgress;
import dev.slipway.run.RunReport;
import dev.slipway.run.RunSighting;
import dev.slipway.staging.StagingGateway;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A gateway and a launcher with steps and runs that end at once. They fill a store with jobs that have run: program
 * {@link #FAILS} fails, {@link #VALUES} leaves a distribution of ten thousand scenarios and its figures.
 */
final class InstantWorld implements StagingGateway, Launcher {
    static final String FAILS = "fails";
    static final String VALUES = "values";

    private static final int SCENARIOS = 10_000;
    private static final double SPREAD = 180_000;
    private static final String FIGURES = """
            measure,confidence,value,lower,upper
            var_mean,0.95,296072.25,290114.5,302030.1
            var_mean,0.99,418742.11,407310.8,430173.4
            es_mean,0.95,371289.02,363118.3,379459.7
            es_mean,0.99,479736.4,465002.9,494469.9
            today_value,,48211930.55,,
            """;

    private final String distribution = distribution();
    private final Set<String> started = ConcurrentHashMap.newKeySet();

    private static String distribution() {
        Random random = new Random(1);
        StringBuilder csv = new StringBuilder("scenario,pnl\n");
        for (int i = 0; i < SCENARIOS; i++) {
            csv.append(i).append(',').append(SPREAD * random.nextGaussian()).append('\n');
        }
        return csv.toString();
    }

    @Override
    public List<KillPoint> killPoints() {
        return List.of(new KillPoint("finish", "at once"));
    }

    @Override
    public Optional<Problem> probe(Place place) {
        return Optional.empty();
    }

    /** Refuses, because jobs of this world have no steps. */
    @Override
    public StepReport move(StagingStep step, StepContext context) {
        throw new IllegalStateException("the jobs of this world have no steps");
    }

    @Override
    public Optional<StepReport> settle(StagingStep step, StepContext context) {
        return Optional.empty();
    }

    @Override
    public LaunchPlan plan(RunOrder order) {
        return new LaunchPlan(List.of("mpirun", order.request().application().title()), "here");
    }

    @Override
    public void start(RunOrder order) {
        Path files = order.folder().files();
        boolean fails = order.request().application().title().equals(FAILS);
        try {
            Files.createDirectories(files);
            Files.writeString(files.resolve("stdout.txt"), "positions 5000, scenarios " + SCENARIOS + ", ranks 2\n");
            Files.writeString(files.resolve("stderr.txt"), fails ? "no price for symbol 17\n" : "");
            if (order.request().application().title().equals(VALUES)) {
                Files.writeString(files.resolve("pnl.csv"), distribution);
                Files.writeString(files.resolve("figures.csv"), FIGURES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        started.add(order.name());
    }

    @Override
    public RunSighting look(RunOrder order) {
        if (!started.contains(order.name())) {
            return new RunSighting.Unclaimed();
        }
        int status = order.request().application().title().equals(FAILS) ? 1 : 0;
        Instant now = Instant.now();
        return new RunSighting.Ended(
                new RunReport(status, 0, "exited", now.minusSeconds(6), now, 11.2, 0.4, 143_654_912),
                Optional.empty(),
                Optional.of(new RunProgress(SCENARIOS, SCENARIOS, Map.of("var_mean_99", 418_742.11))));
    }

    @Override
    public void kill(RunOrder order) {
        started.add(order.name());
    }
}
