package dev.slipway.dispatch;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Place;
import dev.slipway.staging.StagingProbe;
import java.util.Optional;

/**
 * Finds the places of accepted jobs that the settings do not name any more. The steps of these jobs wait, because the
 * operator can bring the place back.
 */
record RemovedPlaces(StagingProbe places) {

    /** Returns the outage of a place that the settings do not name; empty for a place that they name. */
    Optional<Problem> outage(Place place) {
        return places.unknown(place, any -> false)
                .map(unknown -> Problem.of(ProblemCode.PLACE_REMOVED, place + " is not in the settings any more"));
    }

    /** Probes a place, if the settings name the place. */
    Optional<Problem> probe(Place place) throws InterruptedException {
        Optional<Problem> removed = outage(place);
        return removed.isPresent() ? removed : places.probe(place);
    }
}
