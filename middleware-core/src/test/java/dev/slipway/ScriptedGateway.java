package dev.slipway;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.servers.Await;
import dev.slipway.staging.Expectation;
import dev.slipway.staging.Place;
import dev.slipway.staging.RowSample;
import dev.slipway.staging.StagedFile;
import dev.slipway.staging.StagingGateway;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepLook;
import dev.slipway.staging.StepReport;
import dev.slipway.staging.TransferMeter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Writes and reads small files in the run folder; holds or fails steps on demand. Outlives the middleware as the world does. */
final class ScriptedGateway implements StagingGateway {
    private final Map<String, Problem> problems = new ConcurrentHashMap<>();
    private final Map<Place, Problem> away = new ConcurrentHashMap<>();
    private final Map<Place, Problem> answers = new ConcurrentHashMap<>();
    private final List<Place> probed = new CopyOnWriteArrayList<>();
    private final Map<String, Problem> found = new ConcurrentHashMap<>();
    private final List<Place> looked = new CopyOnWriteArrayList<>();
    private final Map<String, Gate> gates = new ConcurrentHashMap<>();
    private final Map<String, String> words = new ConcurrentHashMap<>();
    private final List<String> tried = new CopyOnWriteArrayList<>();
    private final List<String> moved = new CopyOnWriteArrayList<>();
    private final List<String> settled = new CopyOnWriteArrayList<>();
    private final Set<String> done = ConcurrentHashMap.newKeySet();
    private volatile boolean indexes = true;
    private final Map<String, Long> rooms = new ConcurrentHashMap<>();
    private final Map<String, Optional<Expectation>> expectations = new ConcurrentHashMap<>();
    private final Map<String, Consumer<TransferMeter>> meters = new ConcurrentHashMap<>();
    private final Map<String, Optional<String>> intents = new ConcurrentHashMap<>();
    private final Map<String, RowSample> samples = new ConcurrentHashMap<>();

    /** Holds every try of one step until it is opened. */
    static final class Gate {
        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);
        private final boolean firm;

        private Gate(boolean firm) {
            this.firm = firm;
        }

        private void pass() throws InterruptedException {
            entered.countDown();
            boolean interrupted = false;
            while (true) {
                try {
                    opened.await();
                    break;
                } catch (InterruptedException e) {
                    if (!firm) {
                        throw e;
                    }
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        void awaitEntered() {
            Await.open(entered);
        }

        void open() {
            opened.countDown();
        }
    }

    /** Writes no index beside what it fetches from now on. */
    void withoutIndex() {
        indexes = false;
    }

    Gate hold(String step) {
        return hold(step, false);
    }

    /** As {@link #hold}, but no interrupt gets a try out. */
    Gate holdFirmly(String step) {
        return hold(step, true);
    }

    private Gate hold(String step, boolean firm) {
        Gate gate = new Gate(firm);
        gates.put(step, gate);
        return gate;
    }

    void fail(String step, Problem problem) {
        problems.put(step, problem);
    }

    void heal(String step) {
        problems.remove(step);
    }

    /** Takes a place away: steps there fail by the outage, and so does the probe. */
    void takeAway(Place place, Problem outage) {
        away.put(place, outage);
    }

    void bringBack(Place place) {
        away.remove(place);
    }

    /** Lets a probe of the place find {@code answer}, whatever its steps meet. */
    void probed(Place place, Problem answer) {
        answers.put(place, answer);
    }

    /** Places probed, with repetitions. */
    List<Place> probed() {
        return probed;
    }

    @Override
    public Optional<Problem> probe(Place place) {
        probed.add(place);
        return Optional.ofNullable(answers.getOrDefault(place, away.get(place)));
    }

    /** Lets looks at this step find this. */
    void find(String step, Problem problem) {
        found.put(step, problem);
    }

    /** As a place that has nothing against any step but what it was told to find; held by a gate as a try would be, under the name of the place. */
    @Override
    public void look(Place place, List<StagingStep> steps, String owner, BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException {
        looked.add(place);
        Gate gate = gates.get(place.name());
        if (gate != null) {
            gate.pass();
        }
        steps.forEach(step -> told.accept(
                step,
                Optional.ofNullable(found.get(step.name())).map(StepLook::of).orElse(StepLook.NOTHING)));
    }

    /** Lets samples of the source be this one from now on. */
    void answer(String source, RowSample sample) {
        samples.put(source, sample);
    }

    /** One row that repeats the statement, unless it was told another answer; held as a look is. */
    @Override
    public RowSample sample(Place.Source source, String statement, int rows, String owner) throws InterruptedException {
        looked.add(source);
        Gate gate = gates.get(source.name());
        if (gate != null) {
            gate.pass();
        }
        Problem problem = problems.get(source.name());
        if (problem != null) {
            throw new ProblemException(problem);
        }
        RowSample usual = new RowSample(
                List.of(new RowSample.Column(owner, "text")),
                List.of(List.of(Optional.of(statement))),
                false,
                List.of());
        return samples.getOrDefault(source.name(), usual);
    }

    /** Places that plans and probes have looked at. */
    List<Place> looked() {
        return looked;
    }

    /** What the step writes from now on. */
    void say(String step, String text) {
        words.put(step, text);
    }

    /** Steps tried, with repetitions. */
    List<String> tried() {
        return tried;
    }

    /** The bytes that the last try of the step was allowed. */
    long room(String step) {
        return rooms.get(step);
    }

    /** What the last try of the step was told to hold its data to. */
    Optional<Expectation> expectation(String step) {
        return expectations.get(step);
    }

    /** What tries of the step tell their meter from now on, instead of 7 bytes and a row. */
    void meter(String step, Consumer<TransferMeter> told) {
        meters.put(step, told);
    }

    /** Steps that ended well. */
    List<String> moved() {
        return moved;
    }

    /** The intent that the last try of the step found. */
    Optional<String> intentFound(String step) {
        return intents.get(step);
    }

    @Override
    public StepReport move(StagingStep step, StepContext context) throws InterruptedException {
        tried.add(step.name());
        rooms.put(step.name(), context.room());
        expectations.put(step.name(), context.expectation());
        intents.put(step.name(), context.ledger().intended());
        if (!away.containsKey(Place.of(step))) {
            context.ledger().intend("try of " + step.name());
        }
        meters.getOrDefault(step.name(), meter -> meter.moved(7, 1)).accept(context.meter());
        Gate gate = gates.get(step.name());
        if (gate != null) {
            gate.pass();
        }
        Problem problem = problems.getOrDefault(step.name(), away.get(Place.of(step)));
        if (problem != null) {
            throw new ProblemException(problem);
        }
        StepReport report = report(step, context.runFolder());
        moved.add(step.name());
        return report;
    }

    /** Steps settled, with repetitions. */
    List<String> settled() {
        return settled;
    }

    /** Lets it come out that a try of the step did all, though nobody heard of it. */
    void didAll(String step) {
        done.add(step);
    }

    @Override
    public Optional<StepReport> settle(StagingStep step, StepContext context) {
        settled.add(step.name());
        Problem problem = away.get(Place.of(step));
        if (problem != null) {
            throw new ProblemException(problem);
        }
        return done.contains(step.name()) ? Optional.of(report(step, context.runFolder())) : Optional.empty();
    }

    private StepReport report(StagingStep step, Path runFolder) {
        RunPath file = step.file();
        try {
            if (step.direction() == StagingStep.Direction.IN) {
                Files.createDirectories(file.in(runFolder).getParent());
                boolean appends = step instanceof SshFetch fetch && fetch.creation() == CreationFlag.APPEND;
                Files.writeString(
                        file.in(runFolder),
                        words.getOrDefault(step.name(), "rows of " + step.name() + "\n"),
                        StandardOpenOption.CREATE,
                        appends ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
            }
            byte[] content = Files.readAllBytes(file.in(runFolder));
            String digest = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content));
            List<StagedFile> files = new ArrayList<>(List.of(new StagedFile(file, content.length, digest)));
            if (indexes && step instanceof SshFetch fetch && fetch.compression() == Compression.BGZF) {
                files.add(index(new RunPath(file + ".gzi"), runFolder));
            }
            return new StepReport(content.length, 1, files);
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static StagedFile index(RunPath file, Path runFolder) throws IOException, NoSuchAlgorithmException {
        byte[] content = "index".getBytes(StandardCharsets.UTF_8);
        Files.write(file.in(runFolder), content);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
        return new StagedFile(file, content.length, HexFormat.of().formatHex(digest));
    }
}
