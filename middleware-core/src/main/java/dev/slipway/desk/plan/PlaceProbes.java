package dev.slipway.desk.plan;

import dev.slipway.desk.RefusedLogins;
import dev.slipway.desk.status.Quantities;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.problem.InternalProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StagingProbe;
import dev.slipway.staging.StepLook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Asks several places at once how steps would fare there, and waits for their answers for a bounded time.
 *
 * @param places the port through which places are asked
 * @param patience time after which places that have not answered are given up
 * @param logins remembers logins that a place refused
 */
record PlaceProbes(StagingProbe places, Duration patience, RefusedLogins logins) {

    /**
     * Returns the findings for each step. A step with a problem from {@code obstacles} gets that problem; the places of
     * all other steps are asked.
     */
    Map<StagingStep, StepLook> at(
            ProbePermits.Permit permit, List<StagingStep> steps, Function<StagingStep, Optional<Problem>> obstacles) {
        Map<StagingStep, StepLook> told = new ConcurrentHashMap<>();
        Map<Place, List<StagingStep>> asked = new LinkedHashMap<>();
        steps.forEach(step -> {
            Optional<Problem> obstacle = obstacles.apply(step);
            if (obstacle.isPresent()) {
                told.put(step, StepLook.of(obstacle.get()));
            } else {
                asked.computeIfAbsent(step.place(), place -> new ArrayList<>()).add(step);
            }
        });
        ask(permit, asked, told);
        // A late answer of a place must not change the result that is being assembled.
        Map<StagingStep, StepLook> looks = new HashMap<>(told);
        asked.forEach((place, late) ->
                late.forEach(step -> looks.computeIfAbsent(step, one -> StepLook.of(unanswered(place)))));
        return looks;
    }

    private void ask(ProbePermits.Permit permit, Map<Place, List<StagingStep>> asked, Map<StagingStep, StepLook> told) {
        List<Callable<Void>> looks = new ArrayList<>();
        asked.forEach((place, steps) -> looks.add(() -> {
            look(place, steps, permit.user(), told);
            return null;
        }));
        run(permit, looks);
    }

    /** Runs the looks; interrupts those that have not ended after the patience. */
    private <T> List<Future<T>> run(ProbePermits.Permit permit, List<Callable<T>> looks) {
        if (looks.isEmpty()) {
            return List.of();
        }
        ExecutorService threads = permit.threads(looks.size());
        try {
            return threads.invokeAll(looks, patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw brokenOff(e);
        } finally {
            threads.shutdownNow();
        }
    }

    private static JournalUnavailable brokenOff(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new JournalUnavailable("a look was broken off by the end of the service", e);
    }

    private void look(Place place, List<StagingStep> steps, String owner, Map<StagingStep, StepLook> told)
            throws InterruptedException {
        try {
            places.look(place, steps, owner, (step, look) -> {
                logins.heard(owner, step, look);
                told.put(step, look);
            });
        } catch (ProblemException e) {
            steps.forEach(step -> told.putIfAbsent(step, StepLook.of(e.problem())));
        } catch (RuntimeException e) {
            Problem problem = unexpected(place, e);
            steps.forEach(step -> told.putIfAbsent(step, StepLook.of(problem)));
        }
    }

    /**
     * Returns the answer of {@code place} to one question.
     *
     * @throws ProblemException the exception of the question, or a problem that says that the place did not answer in
     *     time
     */
    <T> T at(ProbePermits.Permit permit, Place place, Callable<T> question) {
        try {
            return run(permit, List.of(question)).get(0).get();
        } catch (CancellationException e) {
            throw new ProblemException(unanswered(place));
        } catch (InterruptedException e) {
            throw brokenOff(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ProblemException problem
                    ? problem
                    : new ProblemException(unexpected(place, e.getCause()));
        }
    }

    private static Problem unexpected(Place place, Throwable failure) {
        return InternalProblem.of("the look at " + place, failure);
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
                away(place), place + " has not answered all that was asked within " + Quantities.seconds(patience));
    }
}
