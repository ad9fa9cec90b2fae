package dev.slipway.staging;

import dev.slipway.problem.Problem;
import java.util.Optional;

/** Looks whether places answer; changes nothing. Only the dispatcher calls it, for one place not oftener than one call at a time. */
public interface StagingProbe {

    /**
     * Whether {@code place} lets us in now, in the time that a step gives it to connect.
     *
     * @return empty if it does; else what a step there would meet, an outage or a permanent problem
     * @throws InterruptedException when the calling thread is interrupted
     */
    Optional<Problem> probe(Place place) throws InterruptedException;
}
