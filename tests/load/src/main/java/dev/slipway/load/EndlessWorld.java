package dev.slipway.load;

import dev.slipway.effect.KillPoint;
import dev.slipway.problem.Problem;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.run.Launcher;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunSighting;
import dev.slipway.staging.StagingGateway;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** A gateway and a launcher with steps and runs that never end. They keep jobs where the desk benchmark needs them. */
final class EndlessWorld implements StagingGateway, Launcher {
    private final Set<String> running = ConcurrentHashMap.newKeySet();
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    /** Returns how many different runs were looked at since {@link #forgetLooks}. */
    int looked() {
        return seen.size();
    }

    void forgetLooks() {
        seen.clear();
    }

    @Override
    public List<KillPoint> killPoints() {
        return List.of(new KillPoint("hold", "for ever"));
    }

    /** Reports that every place can be reached. */
    @Override
    public Optional<Problem> probe(Place place) {
        return Optional.empty();
    }

    @Override
    public StepReport move(StagingStep step, StepContext context) throws InterruptedException {
        new CountDownLatch(1).await();
        throw new IllegalStateException("nobody opens this latch");
    }

    /** Reports that there is no effect to settle, because no step here has one. */
    @Override
    public Optional<StepReport> settle(StagingStep step, StepContext context) {
        return Optional.empty();
    }

    @Override
    public LaunchPlan plan(RunOrder order) {
        return new LaunchPlan(List.of("hold", order.name()), "here");
    }

    @Override
    public void start(RunOrder order) {
        running.add(order.name());
    }

    @Override
    public RunSighting look(RunOrder order) {
        if (!running.contains(order.name())) {
            return new RunSighting.Unclaimed();
        }
        seen.add(order.name());
        return new RunSighting.Running(Optional.empty());
    }

    /** Asks the file system, as a real launcher does. */
    @Override
    public boolean hasNews(RunOrder order) {
        return Files.exists(order.folder().root().resolve("ended.json"));
    }

    @Override
    public void kill(RunOrder order) {
        running.remove(order.name());
    }
}
