package dev.slipway.gateway.step;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import java.util.Optional;
import java.util.function.Predicate;

/** The places of one kind: databases, hosts, sites or folders. */
public interface PlaceKind {

    /**
     * Returns the problem of a place that the operator has not named; empty for a known place.
     *
     * @param tellable the known places that the problem may name
     */
    Optional<Problem> unknown(String name, Predicate<Place> tellable);

    /**
     * Returns the problem that a step would meet at the place now; empty if the place lets the service in.
     *
     * @throws ProblemException in place of the problem
     */
    Optional<Problem> probe(String name) throws InterruptedException;

    /**
     * Returns why no job of {@code owner} can ever log in for {@code step} at a known place; empty if no reason is
     * known. Makes no connection.
     */
    default Optional<Problem> obstacle(StagingStep step, String owner) {
        return Optional.empty();
    }
}
