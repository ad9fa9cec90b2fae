package dev.slipway.gateway.sql.sources;

import dev.slipway.gateway.sql.driver.DriverLook;
import dev.slipway.gateway.sql.postgres.PostgresLook;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StepLook;
import java.util.List;
import java.util.function.BiConsumer;

/** Looks at one source of any kind as steps would find the source. */
public final class SourceLook {
    private final Databases databases;
    private final PostgresLook postgres;

    public SourceLook(Databases databases) {
        this.databases = databases;
        this.postgres = new PostgresLook(databases.sessions());
    }

    /**
     * Reports each step of {@code source}, in a job of {@code owner}, as soon as its look is known.
     *
     * @throws ProblemException the problem of all steps that were not reported
     */
    public void look(
            String source,
            List<StagingStep> steps,
            String owner,
            Cancellation cancellation,
            BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException {
        if (databases.byDriver(source)) {
            new DriverLook(databases.driverDatabase(source, owner)).look(steps, cancellation, told);
        } else {
            postgres.look(source, steps, owner, cancellation, told);
        }
    }
}
