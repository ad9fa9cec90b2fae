package dev.slipway.testbed;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.servers.Await;
import dev.slipway.staging.Expectation;
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

/**
 * A gateway that writes and reads small files in the run folder and holds or fails steps on demand. Like the outside
 * world, it outlives the middleware.
 */
public final class ScriptedGateway implements StagingGateway {
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
    public static final class Gate {
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

        public void awaitEntered() {
            Await.open(entered);
        }

        public void open() {
            opened.countDown();
        }
    }

    /** Makes later fetches write no index beside their files. */
    public void withoutIndex() {
        indexes = false;
    }

    public Gate hold(String step) {
        return hold(step, false);
    }

    /** Holds every try of one step as {@link #hold} does, but an interrupt does not end the try. */
    public Gate holdFirmly(String step) {
        return hold(step, true);
    }

    private Gate hold(String step, boolean firm) {
        Gate gate = new Gate(firm);
        gates.put(step, gate);
        return gate;
    }

    public void fail(String step, Problem problem) {
        problems.put(step, problem);
    }

    public void heal(String step) {
        problems.remove(step);
    }

    /** Takes a place away: steps there and the probe fail with the outage. */
    public void takeAway(Place place, Problem outage) {
        away.put(place, outage);
    }

    public void bringBack(Place place) {
        away.remove(place);
    }

    /** Makes probes of the place find {@code answer}, independent of its steps. */
    public void probed(Place place, Problem answer) {
        answers.put(place, answer);
    }

    /** Returns the probed places, with repetitions. */
    public List<Place> probed() {
        return probed;
    }

    @Override
    public Optional<Problem> probe(Place place) {
        probed.add(place);
        return Optional.ofNullable(answers.getOrDefault(place, away.get(place)));
    }

    /** Makes looks at this step find the problem. */
    public void find(String step, Problem problem) {
        found.put(step, problem);
    }

    /**
     * Finds no problem except those set by {@link #find}. A gate with the name of the place holds a look as it would
     * hold a try.
     */
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

    /** Sets the sample that the source returns from now on. */
    public void answer(String source, RowSample sample) {
        samples.put(source, sample);
    }

    /**
     * Returns one row that repeats the statement, unless another answer was set; a gate holds this call like a look.
     */
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

    /** Returns the places at which plans and probes have looked. */
    public List<Place> looked() {
        return looked;
    }

    /** Sets the text that the step writes from now on. */
    public void say(String step, String text) {
        words.put(step, text);
    }

    /** Returns the steps tried, with repetitions. */
    public List<String> tried() {
        return tried;
    }

    /** Returns the bytes that the last try of the step was allowed. */
    public long room(String step) {
        return rooms.get(step);
    }

    /** Returns the requirements on the data that the last try of the step was given. */
    public Optional<Expectation> expectation(String step) {
        return expectations.get(step);
    }

    /** Sets the reports of the step's tries to their meter, instead of 7 bytes and a row. */
    public void meter(String step, Consumer<TransferMeter> told) {
        meters.put(step, told);
    }

    /** Returns the steps that ended well. */
    public List<String> moved() {
        return moved;
    }

    /** Returns the intent that the last try of the step found. */
    public Optional<String> intentFound(String step) {
        return intents.get(step);
    }

    @Override
    public StepReport move(StagingStep step, StepContext context) throws InterruptedException {
        tried.add(step.name());
        rooms.put(step.name(), context.room().bytes());
        expectations.put(step.name(), context.expectation());
        intents.put(step.name(), context.ledger().intended());
        if (!away.containsKey(step.place())) {
            context.ledger().intend("try of " + step.name());
        }
        meters.getOrDefault(step.name(), meter -> meter.moved(7, 1)).accept(context.meter());
        Gate gate = gates.get(step.name());
        if (gate != null) {
            gate.pass();
        }
        Problem problem = problems.getOrDefault(step.name(), away.get(step.place()));
        if (problem != null) {
            throw new ProblemException(problem);
        }
        StepReport report = report(step, context.runFolder());
        moved.add(step.name());
        return report;
    }

    /** Returns the steps settled, with repetitions. */
    public List<String> settled() {
        return settled;
    }

    /** Makes a later settlement find that a try of the step completed the work without a report. */
    public void didAll(String step) {
        done.add(step);
    }

    @Override
    public Optional<StepReport> settle(StagingStep step, StepContext context) {
        settled.add(step.name());
        Problem problem = away.get(step.place());
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
