package dev.slipway.staging;

import dev.slipway.problem.Problem;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Examines places without changing them. */
public interface StagingProbe {

    /**
     * Returns the problem of a place that the operator has not named; empty for a known place, whether it answers or
     * not. Makes no connection.
     *
     * @param tellable the known places that the problem may name
     */
    default Optional<Problem> unknown(Place place, Predicate<Place> tellable) {
        return Optional.empty();
    }

    /**
     * Returns why no job of {@code owner} can ever log in for {@code step}, at any time; empty if no reason is known.
     * All steps of one place and one credential have the same answer. Makes no connection.
     */
    default Optional<Problem> obstacle(StagingStep step, String owner) {
        return Optional.empty();
    }

    /**
     * Returns why {@code step}, at a known place, can never be done as written, at any time; empty if no reason is
     * known. Makes no connection.
     */
    default Optional<Problem> refusal(StagingStep step) {
        return Optional.empty();
    }

    /**
     * Returns why extracts of {@code source} can share no snapshot, at any time; empty if no reason is known. Makes no
     * connection.
     */
    default Optional<Problem> unshareable(String source) {
        return Optional.empty();
    }

    /**
     * Probes whether {@code place} lets the service in now, within the time that a step has to connect. Only the
     * dispatcher calls this method, with one call at a time for each place.
     *
     * @return empty if the place lets the service in; else the problem that a step would meet there, an outage or a
     *     permanent one
     * @throws InterruptedException when the calling thread is interrupted
     */
    Optional<Problem> probe(Place place) throws InterruptedException;

    /**
     * Finds out how {@code steps} of one place would fare there now, and reports each step as soon as its result is
     * known. Runs no statement of a document, has no effect, and takes no step's turn.
     *
     * @param steps at least one step; all belong to {@code place}, which is known
     * @param owner the user who would own the job
     * @throws dev.slipway.problem.ProblemException the problem of all steps that were not reported
     * @throws InterruptedException when the calling thread is interrupted
     */
    default void look(Place place, List<StagingStep> steps, String owner, BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException {
        steps.forEach(step -> told.accept(step, StepLook.NOTHING));
    }

    /**
     * Runs one statement that reads and returns its first rows. The statement runs for a few seconds at most, in a
     * read-only transaction that is rolled back. A statement with parameters returns only its columns.
     *
     * @param rows the largest number of rows to return
     * @param owner the user who asks for the rows
     * @throws dev.slipway.problem.ProblemException the problem that a step with this statement would meet
     * @throws InterruptedException when the calling thread is interrupted
     */
    default RowSample sample(Place.Source source, String statement, int rows, String owner)
            throws InterruptedException {
        return RowSample.NOTHING;
    }
}
