package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.sql.StatementParameters;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.request.SqlStore;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StepLook;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.postgresql.core.BaseConnection;

/**
 * Looks at one PostgreSQL as steps would find the database. The server describes and explains each statement, and runs
 * no statement. Uses one read-only session that is rolled back after each statement and takes no step's turn.
 */
final class PostgresLook {
    private static final String CALL =
            "a CALL is described and cannot be explained: its rights are not known before it runs";

    private PostgresLook() {}

    /**
     * Reports each step, in a job of {@code owner}, as soon as its look is known.
     *
     * @throws ProblemException the problem of all steps that were not reported
     */
    static void look(
            Sessions sessions,
            List<StagingStep> steps,
            String owner,
            Cancellation cancellation,
            BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException {
        try (Session session = sessions.look(owner, cancellation)) {
            boolean standby = isStandby(session.connection());
            for (StagingStep step : steps) {
                cancellation.check();
                told.accept(step, look(session, step, standby));
                session.connection().rollback();
            }
        } catch (SQLException e) {
            cancellation.check();
            throw PostgresProblems.running("the look", sessions.source(), e);
        }
    }

    private static StepLook look(Session session, StagingStep step, boolean standby) throws SQLException {
        try {
            if (step instanceof SqlExtract extract) {
                return extract(session.postgres(), extract);
            } else if (step instanceof SqlStore store) {
                return store(session.postgres(), store, standby);
            }
            return StepLook.NOTHING;
        } catch (ProblemException e) {
            return StepLook.of(e.problem());
        } catch (SQLException e) {
            return StepLook.of(PostgresProblems.running("the statement of " + step.name(), step.placeName(), e)
                    .problem());
        }
    }

    private static StepLook extract(BaseConnection connection, SqlExtract step) throws SQLException {
        UserStatement query = UserStatement.query(connection, step.statement(), step.source());
        StatementParameters.requireRows(step, query.parameters());
        if (AsOf.isIn(query.sql())) {
            // The planner evaluates the setting.
            AsOf.set(connection, Optional.empty());
        }
        Optional<ParameterRows> rows = step.parameters();
        List<String> types = query.parameterTypes();
        List<String> notes = new ArrayList<>(StatementParameters.described(
                types, rows.map(ParameterRows::columns).orElse(List.of())));
        if (query.isCall()) {
            notes.add(CALL);
        }
        return new StepLook(
                List.of(),
                notes,
                query.isCall() ? Optional.empty() : Optional.of(size(connection, query, step)),
                OptionalLong.empty(),
                Optional.of(new StepLook.Statement(types, query.columns())));
    }

    private static StepLook.Size size(BaseConnection connection, UserStatement query, SqlExtract step)
            throws SQLException {
        PlannerEstimate plan = PlannerEstimate.of(connection, query.sql(), query.parameters());
        return new StepLook.Size(
                (long) ((double) plan.rows() * (plan.width() + query.columns().size())),
                OptionalLong.of(plan.rows()),
                false,
                "what the planner of source " + step.source() + " expects");
    }

    private static StepLook store(BaseConnection connection, SqlStore step, boolean standby) throws SQLException {
        UserStatement statement = UserStatement.store(connection, step.statement(), step.source());
        if (!step.parameters().isEmpty()) {
            StatementParameters.requireAll(step.parameters().size(), statement.parameters());
        }
        List<String> types = statement.parameterTypes();
        List<String> notes = new ArrayList<>(StatementParameters.described(types, List.of()));
        if (statement.isCall()) {
            notes.add(CALL);
        } else {
            PlannerEstimate.of(connection, statement.sql(), types.size());
        }
        List<Problem> problems = standby
                ? List.of(Problem.of(
                        ProblemCode.DATABASE_UNREACHABLE, "source " + step.source() + " is read-only at the moment"))
                : List.of();
        return new StepLook(
                problems,
                notes,
                Optional.empty(),
                OptionalLong.empty(),
                Optional.of(new StepLook.Statement(types, statement.columns())));
    }

    private static boolean isStandby(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery("SELECT pg_is_in_recovery()")) {
            answer.next();
            return answer.getBoolean(1);
        }
    }
}
