package dev.slipway.gateway.sql.driver;

import dev.slipway.gateway.sql.Access;
import dev.slipway.gateway.sql.StatementParameters;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.request.SqlStore;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.staging.StepLook;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/**
 * Looks at a {@link DriverDatabase} as steps would find the database. The driver describes each statement and runs
 * none.
 */
record DriverLook(DriverDatabase database) {
    private static final String NOTE =
            "the driver describes the statement; how much it returns is not known before it runs";

    private static final String UNTOLD =
            "this database tells no types of parameters: write CAST(? AS ...) where one must be other than text";

    private static final String STORE =
            "a store is described and not explained: its rights are not known before it runs";

    /** Reports each step as soon as its look is known. */
    void look(List<StagingStep> steps, Cancellation cancellation, BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException {
        for (boolean stores : new boolean[] {false, true}) {
            List<StagingStep> alike = steps.stream()
                    .filter(step -> stores == (step.direction() == Direction.OUT))
                    .toList();
            if (!alike.isEmpty()) {
                look(alike, stores, cancellation, told);
            }
        }
    }

    private void look(
            List<StagingStep> steps, boolean stores, Cancellation cancellation, BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException {
        try (DriverSession session = database.open(Access.LOOK, stores, cancellation)) {
            for (StagingStep step : steps) {
                cancellation.check();
                told.accept(step, look(session, step));
            }
        }
    }

    private static StepLook look(DriverSession session, StagingStep step) throws InterruptedException {
        try {
            return DriverFailureException.told(() -> told(session, step));
        } catch (ProblemException e) {
            return StepLook.of(e.problem());
        } catch (SQLException e) {
            return StepLook.of(session.problems()
                    .running("the statement of " + step.name(), e)
                    .problem());
        }
    }

    private static StepLook told(DriverSession session, StagingStep step) throws SQLException {
        if (step instanceof SqlExtract extract) {
            DriverStatement query = DriverStatement.query(session, extract.statement());
            StatementParameters.requireRows(extract, query.types().size());
            return described(
                    query,
                    extract.parameters().map(ParameterRows::columns).orElse(List.of()),
                    DriverExplanation.of(session, query));
        } else if (step instanceof SqlStore store) {
            DriverStatement statement = DriverStatement.store(session, store.statement());
            StatementParameters.requireAll(
                    store.parameters().size(), statement.types().size());
            List<String> notes = new ArrayList<>(List.of(STORE));
            DriverTable.of(statement.sql())
                    .flatMap(table -> table.withoutTransactions(session))
                    .ifPresent(notes::add);
            return described(statement, List.of(), notes);
        }
        return StepLook.NOTHING;
    }

    private static StepLook described(DriverStatement statement, List<String> columns, List<String> explained) {
        List<String> notes = new ArrayList<>(StatementParameters.described(statement.typeNames(), columns));
        if (statement.hasUntoldTypes()) {
            notes.add(UNTOLD);
        }
        notes.add(NOTE);
        notes.addAll(explained);
        return new StepLook(
                List.of(),
                notes,
                Optional.empty(),
                OptionalLong.empty(),
                Optional.of(new StepLook.Statement(statement.typeNames(), statement.columns())));
    }
}
