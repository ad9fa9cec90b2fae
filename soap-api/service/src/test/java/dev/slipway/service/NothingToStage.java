package dev.slipway.service;

import dev.slipway.problem.Problem;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.Place;
import dev.slipway.staging.StagingGateway;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.util.List;
import java.util.Optional;

/** Stages nothing, and is never unreachable. */
final class NothingToStage implements StagingGateway {
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
        return Optional.empty();
    }
}
