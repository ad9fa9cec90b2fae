package dev.slipway.desk.plan;

import dev.slipway.desk.Caller;
import dev.slipway.desk.GroupWords;
import dev.slipway.desk.Intake;
import dev.slipway.desk.status.RecentJobs;
import dev.slipway.dispatch.TransferRates;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.run.Storage;
import dev.slipway.staging.StagingPlan;
import dev.slipway.staging.StagingProbe;
import dev.slipway.staging.StepLook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The entry to plans. A plan asks every place that a request names, all at once and for a bounded time, and reports how
 * the job would fare. No call submits, moves or writes anything.
 */
public final class PlanDesk {
    /** The longest time for the answers of places; a toolkit waits two minutes. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Intake intake;
    private final PlaceProbes probes;
    private final Storage storage;
    private final TransferRates rates;
    private final RecentJobs recent;
    private final int stepsPerJob;
    private final ProbePermits permits = new ProbePermits("plan");

    /** @param stepsPerJob the most steps of one job that move at once */
    public PlanDesk(
            Intake intake,
            StagingProbe places,
            Storage storage,
            TransferRates rates,
            RecentJobs recent,
            int stepsPerJob) {
        this.intake = intake;
        this.probes = new PlaceProbes(places, PATIENCE, intake.logins());
        this.storage = storage;
        this.rates = rates;
        this.recent = recent;
        this.stepsPerJob = stepsPerJob;
    }

    /**
     * Plans the jobs; for a sweep, with the steps of its first job.
     *
     * @param elements at least one
     * @throws ProblemException PLAN_BUSY while another plan of the caller is made; NOT_AUTHORISED for a caller who may
     *     not submit
     */
    public JobPlan plan(Caller caller, List<JobRequest> elements) {
        intake.requireSubmitter(caller);
        try (ProbePermits.Permit permit = permits.take(caller.user())) {
            return looked(permit, caller, elements);
        }
    }

    private JobPlan looked(ProbePermits.Permit permit, Caller caller, List<JobRequest> elements) {
        JobRequest request = elements.get(0);
        Map<StagingStep, StepLook> looked = probes.at(permit, request.steps().toList(), intake.stepObstacles(caller));
        PlanAnalysis analysis = new PlanAnalysis(request, looked, past(caller.user()));
        List<JobPlan.Step> steps = analysis.steps();
        List<Problem> problems = new ArrayList<>();
        intake.obstacles(caller, elements).stream()
                .filter(problem -> looked.values().stream()
                        .flatMap(look -> look.problems().stream())
                        .noneMatch(told -> told.message().equals(problem.message())))
                .forEach(problems::add);
        if (problems.isEmpty()) {
            problems.addAll(intake.trial(caller, request));
        }
        problems.addAll(storage.obstacles(analysis.certainBytes()));
        return new JobPlan(
                elements.size(),
                problems,
                notes(elements, steps),
                steps,
                StagingTime.of(StagingPlan.of(request.stageIn()), steps, stepsPerJob),
                recent.run(intake.partition(request), request, input(steps)));
    }

    /** Returns the bytes that stage-in would move; empty if they are not known of each step. */
    private static OptionalLong input(List<JobPlan.Step> steps) {
        List<JobPlan.Step> in = steps.stream()
                .filter(step -> step.head().direction() == Direction.IN)
                .toList();
        return in.stream().allMatch(step -> step.bytes().isPresent())
                ? OptionalLong.of(
                        in.stream().mapToLong(step -> step.bytes().getAsLong()).sum())
                : OptionalLong.empty();
    }

    private List<String> notes(List<JobRequest> elements, List<JobPlan.Step> steps) {
        List<String> notes = new ArrayList<>();
        if (elements.size() > 1) {
            notes.add("the steps are those of the first of " + GroupWords.jobs(elements.size()));
        }
        notes.addAll(intake.shortfalls(elements));
        notes.addAll(intake.stoppages(elements.get(0)));
        long guessed = steps.stream()
                .filter(step -> step.head().direction() == Direction.IN)
                .mapToLong(step -> step.bytes().orElse(0))
                .sum();
        storage.tight(guessed).ifPresent(notes::add);
        return notes;
    }

    private PlanAnalysis.Past past(String user) {
        return new PlanAnalysis.Past() {
            @Override
            public Optional<Long> bytes(StagingStep step) {
                return recent.bytes(user, step);
            }

            @Override
            public Optional<TransferRates.TransferTime> transferTime(Place place, boolean in, long bytes) {
                return rates.of(place, in, bytes);
            }
        };
    }
}
