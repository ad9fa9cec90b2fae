package dev.slipway.desk;

import dev.slipway.dispatch.Paces;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.run.Storage;
import dev.slipway.staging.Place;
import dev.slipway.staging.StagingPlan;
import dev.slipway.staging.StagingProbe;
import dev.slipway.staging.StepLook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The door for plans: looks at every place that a request names, all at once and for a bounded time, and says what the job would meet.
 * Nothing is submitted, moved or written.
 */
public final class PlanDesk {
    private static final Logger LOG = LoggerFactory.getLogger(PlanDesk.class);
    private static final int PLANS_AT_ONCE = 8;
    private static final int PLACES_AT_ONCE = 8;

    private final Intake intake;
    private final StagingProbe places;
    private final Storage storage;
    private final Paces paces;
    private final RecentJobs recent;
    private final Settings settings;
    private final Set<String> planning = ConcurrentHashMap.newKeySet();
    private final Semaphore turns = new Semaphore(PLANS_AT_ONCE);

    /**
     * How plans are made.
     *
     * @param patience after which places that have not answered are left
     * @param stepsPerJob that move at once
     */
    public record Settings(Duration patience, int stepsPerJob) {}

    public PlanDesk(
            Intake intake, StagingProbe places, Storage storage, Paces paces, RecentJobs recent, Settings settings) {
        this.intake = intake;
        this.places = places;
        this.storage = storage;
        this.paces = paces;
        this.recent = recent;
        this.settings = settings;
    }

    /**
     * Looks at what the jobs would meet now; of a sweep, at the steps of its first.
     *
     * @param elements at least one
     * @throws ProblemException PLAN_BUSY while another plan of the caller is made; NOT_AUTHORISED for who may not submit
     */
    public JobPlan plan(Caller caller, List<JobRequest> elements) {
        intake.requireSubmitter(caller);
        try (Turn turn = new Turn(caller.user())) {
            return looked(turn, caller, elements);
        }
    }

    /** One plan at once of a user, some of all; over when all its looks have ended, which may be after the answer. */
    private final class Turn implements AutoCloseable {
        private final String user;
        private ExecutorService looks;

        Turn(String user) {
            this.user = user;
            if (!planning.add(user)) {
                throw busy("another plan of user " + user + " is being made");
            }
            if (!turns.tryAcquire()) {
                planning.remove(user);
                throw busy(PLANS_AT_ONCE + " plans are being made");
            }
        }

        /** Threads for so many looks. */
        ExecutorService looks(int count) {
            looks = Executors.newFixedThreadPool(Math.min(count, PLACES_AT_ONCE), work -> daemon("slipway-plan", work));
            return looks;
        }

        @Override
        public void close() {
            if (looks == null || looks.isTerminated()) {
                end();
            } else {
                daemon("slipway-plan-end", this::endLater).start();
            }
        }

        private void endLater() {
            try {
                while (!looks.awaitTermination(1, TimeUnit.HOURS)) {
                    LOG.warn("a look of the last plan of user {} has not ended yet", user);
                }
                end();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void end() {
            planning.remove(user);
            turns.release();
        }
    }

    private static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    private static ProblemException busy(String words) {
        return new ProblemException(Problem.of(ProblemCode.PLAN_BUSY, words));
    }

    private JobPlan looked(Turn turn, Caller caller, List<JobRequest> elements) {
        JobRequest request = elements.get(0);
        Map<StagingStep, StepLook> looks = looks(turn, caller, request);
        Outlook outlook = new Outlook(request, looks, past(caller.user()));
        List<JobPlan.Step> steps = outlook.steps();
        List<Problem> problems = new ArrayList<>();
        intake.obstacles(caller, elements).stream()
                .filter(problem -> looks.values().stream()
                        .flatMap(look -> look.problems().stream())
                        .noneMatch(told -> told.message().equals(problem.message())))
                .forEach(problems::add);
        problems.addAll(storage.obstacles(outlook.certainBytes()));
        return new JobPlan(
                elements.size(),
                problems,
                notes(elements, steps),
                steps,
                StagingTime.of(StagingPlan.of(request.stageIn()), steps, settings.stepsPerJob()));
    }

    private List<String> notes(List<JobRequest> elements, List<JobPlan.Step> steps) {
        List<String> notes = new ArrayList<>();
        if (elements.size() > 1) {
            notes.add("the steps are those of the first of " + GroupWords.jobs(elements.size()));
        }
        notes.addAll(intake.shortfalls(elements));
        long guessed = steps.stream()
                .filter(step -> step.direction() == Direction.IN)
                .mapToLong(step -> step.bytes().orElse(0))
                .sum();
        storage.tight(guessed).ifPresent(notes::add);
        return notes;
    }

    private Outlook.Past past(String user) {
        return new Outlook.Past() {
            @Override
            public Optional<Long> bytes(StagingStep step) {
                return recent.bytes(user, step);
            }

            @Override
            public Optional<Paces.Pace> pace(Place place, boolean in, long bytes) {
                return paces.of(place, in, bytes);
            }
        };
    }

    /** What each step would meet: what the names say first, and of those that may go there, what the places say. */
    private Map<StagingStep, StepLook> looks(Turn turn, Caller caller, JobRequest request) {
        Function<StagingStep, Optional<Problem>> obstacles = intake.stepObstacles(caller, request);
        Map<StagingStep, StepLook> told = new ConcurrentHashMap<>();
        Map<Place, List<StagingStep>> asked = new LinkedHashMap<>();
        request.steps().forEach(step -> {
            Optional<Problem> obstacle = obstacles.apply(step);
            if (obstacle.isPresent()) {
                told.put(step, StepLook.of(obstacle.get()));
            } else {
                asked.computeIfAbsent(Place.of(step), place -> new ArrayList<>())
                        .add(step);
            }
        });
        ask(turn, asked, told);
        // A place that answers late must not change what is being put together.
        Map<StagingStep, StepLook> looks = new HashMap<>(told);
        asked.forEach((place, steps) ->
                steps.forEach(step -> looks.computeIfAbsent(step, late -> StepLook.of(unanswered(place)))));
        return looks;
    }

    private void ask(Turn turn, Map<Place, List<StagingStep>> asked, Map<StagingStep, StepLook> told) {
        if (asked.isEmpty()) {
            return;
        }
        List<Callable<Void>> looks = new ArrayList<>();
        asked.forEach((place, steps) -> looks.add(() -> {
            look(place, steps, turn.user, told);
            return null;
        }));
        ExecutorService threads = turn.looks(asked.size());
        try {
            // Interrupts those that have not ended by then.
            threads.invokeAll(looks, settings.patience().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JournalUnavailable("a plan was broken off by the end of the service", e);
        } finally {
            threads.shutdownNow();
        }
    }

    private void look(Place place, List<StagingStep> steps, String owner, Map<StagingStep, StepLook> told)
            throws InterruptedException {
        try {
            places.look(place, steps, owner, told::put);
        } catch (ProblemException e) {
            steps.forEach(step -> told.putIfAbsent(step, StepLook.of(e.problem())));
        } catch (RuntimeException e) {
            LOG.error("a look at {} failed unexpectedly", place, e);
            Problem problem = Problem.of(ProblemCode.INTERNAL, "the look at " + place + " failed unexpectedly");
            steps.forEach(step -> told.putIfAbsent(step, StepLook.of(problem)));
        }
    }

    private static ProblemCode away(Place place) {
        if (place instanceof Place.Source) {
            return ProblemCode.DATABASE_UNREACHABLE;
        } else if (place instanceof Place.Site) {
            return ProblemCode.SITE_UNREACHABLE;
        }
        return place instanceof Place.Folder ? ProblemCode.FOLDER_UNREACHABLE : ProblemCode.HOST_UNREACHABLE;
    }

    private Problem unanswered(Place place) {
        return Problem.of(
                away(place),
                place + " has not answered all that was asked within " + Quantities.seconds(settings.patience()));
    }
}
