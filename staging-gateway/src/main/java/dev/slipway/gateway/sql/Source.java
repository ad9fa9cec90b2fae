package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.Cancellation;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.RowSample;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepLook;
import dev.slipway.staging.StepReport;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * A database that the operator lets documents name, with all its logins. Each way to reach a database has one class of
 * sources.
 */
public interface Source {

    /** Returns the logins of this source. */
    SourceLogins<?> logins();

    /** Writes the rows of a query into a CSV file. */
    StepReport extract(SqlExtract step, StepContext context, Cancellation cancellation) throws InterruptedException;

    /** Stores the rows of a CSV file in one transaction. */
    StepReport store(SqlStore step, StepContext context, Cancellation cancellation) throws InterruptedException;

    /** Finds out whether an interrupted store was committed. */
    Optional<StepReport> settle(SqlStore step, StepContext context, Cancellation cancellation)
            throws InterruptedException;

    /** Refuses, by its text alone, a statement that can never be an extract. @throws ProblemException the refusal */
    void requireReading(String statement);

    /** Refuses, by its text alone, a statement that can never be a store. @throws ProblemException the refusal */
    void requireStoring(String statement);

    /** Returns why extracts of this source can share no snapshot; empty if they can. */
    Optional<Problem> unshareable();

    /**
     * Reports each step, in a job of {@code owner}, as soon as its look is known.
     *
     * @throws ProblemException the problem of all steps that were not reported
     */
    void look(List<StagingStep> steps, String owner, Cancellation cancellation, BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException;

    /**
     * Runs a reading statement for its first rows.
     *
     * @param rows the most rows to return
     * @param owner the user who asks
     */
    RowSample sample(String statement, int rows, String owner, Cancellation cancellation) throws InterruptedException;
}
