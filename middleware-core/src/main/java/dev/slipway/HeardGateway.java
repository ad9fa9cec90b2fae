package dev.slipway;

import dev.slipway.health.AnswerLog;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.Place;
import dev.slipway.staging.PlaceHealth.Answer;
import dev.slipway.staging.RowSample;
import dev.slipway.staging.StagingGateway;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepLook;
import dev.slipway.staging.StepReport;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** A gateway that keeps the answer of each probed place in a log, and passes all calls on to another gateway. */
record HeardGateway(StagingGateway gateway, AnswerLog answers, Clock clock) implements StagingGateway {

    @Override
    public Optional<Problem> probe(Place place) throws InterruptedException {
        long begun = System.nanoTime();
        try {
            Optional<Problem> found = gateway.probe(place);
            heard(place, begun, found);
            return found;
        } catch (RuntimeException e) {
            heard(place, begun, Optional.of(Problem.of(ProblemCode.INTERNAL, place + " cannot be probed")));
            throw e;
        }
    }

    private void heard(Place place, long begun, Optional<Problem> found) {
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        answers.heard(place.word(), new Answer(clock.instant(), took, found));
    }

    @Override
    public StepReport move(StagingStep step, StepContext context) throws InterruptedException {
        return gateway.move(step, context);
    }

    @Override
    public void release(JobToken token) {
        gateway.release(token);
    }

    @Override
    public Optional<StepReport> settle(StagingStep step, StepContext context) throws InterruptedException {
        return gateway.settle(step, context);
    }

    @Override
    public Optional<Problem> unknown(Place place, Predicate<Place> tellable) {
        return gateway.unknown(place, tellable);
    }

    @Override
    public Optional<Problem> obstacle(StagingStep step, String owner) {
        return gateway.obstacle(step, owner);
    }

    @Override
    public Optional<Problem> refusal(StagingStep step) {
        return gateway.refusal(step);
    }

    @Override
    public Optional<Problem> unshareable(String source) {
        return gateway.unshareable(source);
    }

    @Override
    public void look(Place place, List<StagingStep> steps, String owner, BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException {
        gateway.look(place, steps, owner, told);
    }

    @Override
    public RowSample sample(Place.Source source, String statement, int rows, String owner) throws InterruptedException {
        return gateway.sample(source, statement, rows, owner);
    }
}
