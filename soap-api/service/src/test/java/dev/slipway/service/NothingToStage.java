package dev.slipway.service;

import dev.slipway.problem.Problem;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StagingGateway;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Stages nothing. Its places let the service in until a test takes them away. */
final class NothingToStage implements StagingGateway {
    private final Map<Place, Problem> away = new ConcurrentHashMap<>();

    void takeAway(Place place, Problem problem) {
        away.put(place, problem);
    }

    void bringBack(Place place) {
        away.remove(place);
    }

    @Override
    public StepReport move(StagingStep step, StepContext context) {
        return new StepReport(0, 0, List.of());
    }

    @Override
    public Optional<StepReport> settle(StagingStep step, StepContext context) {
        return Optional.empty();
    }

    @Override
    public Optional<Problem> probe(Place place) {
        return Optional.ofNullable(away.get(place));
    }
}
