package dev.slipway.staging;

import dev.slipway.problem.Problem;
import dev.slipway.request.StagingStep;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Looks at places; changes nothing. */
public interface StagingProbe {

    /**
     * The problem of a place that the operator has not named; empty for one that is known, whether it answers or not. Connects nowhere.
     *
     * @param tellable which of the places that are known the problem may name
     */
    default Optional<Problem> unknown(Place place, Predicate<Place> tellable) {
        return Optional.empty();
    }

    /**
     * Why no job of {@code owner} can ever log in for {@code step}, whatever the time; empty if nothing is known. The same for all steps of
     * one place and one credential. Connects nowhere.
     */
    default Optional<Problem> obstacle(StagingStep step, String owner) {
        return Optional.empty();
    }

    /**
     * Returns why {@code step}, whose place is known, can never be done as its own words are, whatever the time; empty
     * if nothing is known. Connects nowhere.
     */
    default Optional<Problem> refusal(StagingStep step) {
        return Optional.empty();
    }

    /** Why extracts of {@code source} can share no snapshot, whatever the time; empty if nothing is known. Connects nowhere. */
    default Optional<Problem> unshareable(String source) {
        return Optional.empty();
    }

    /**
     * Whether {@code place} lets us in now, in the time that a step gives it to connect. Only the dispatcher asks, for one place not
     * oftener than one call at a time.
     *
     * @return empty if it does; else what a step there would meet, an outage or a permanent problem
     * @throws InterruptedException when the calling thread is interrupted
     */
    Optional<Problem> probe(Place place) throws InterruptedException;

    /**
     * Looks at what {@code steps} of one place would meet there now, and tells of each as soon as it is known. Runs no statement of a
     * document, changes nothing, and takes no step's turn.
     *
     * @param steps at least one; all of {@code place}, which is known
     * @param owner whose job they would be of
     * @throws dev.slipway.problem.ProblemException what all steps would meet that were not told of
     * @throws InterruptedException when the calling thread is interrupted
     */
    default void look(Place place, List<StagingStep> steps, String owner, BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException {
        steps.forEach(step -> told.accept(step, StepLook.NOTHING));
    }

    /**
     * Runs one statement that reads, and gives its first rows: in a transaction that only reads and is rolled back, for a few seconds at
     * most. Of a statement with parameters, columns only.
     *
     * @param rows the most that are given
     * @param owner who wants to see them
     * @throws dev.slipway.problem.ProblemException what a step with this statement would meet
     * @throws InterruptedException when the calling thread is interrupted
     */
    default RowSample sample(Place.Source source, String statement, int rows, String owner)
            throws InterruptedException {
        return RowSample.NOTHING;
    }
}
