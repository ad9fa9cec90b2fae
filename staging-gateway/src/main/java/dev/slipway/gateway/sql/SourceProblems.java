package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.Map;
import java.util.Optional;

/** Words the problems of sources of any kind, and looks up SQLSTATEs in the table of one kind. */
public final class SourceProblems {
    private static final String TIME_LIMITS =
            "The operator sets how long a statement may take: slipway.limits.statement-timeout, for a plan or a sample"
                    + " slipway.limits.connect-timeout. ";

    private SourceProblems() {}

    /** Returns the entry of {@code table} for the longest prefix of {@code state}. */
    public static Optional<ProblemCode> longest(Map<String, ProblemCode> table, String state) {
        for (int length = state.length(); length >= 0; length--) {
            ProblemCode code = table.get(state.substring(0, length));
            if (code != null) {
                return Optional.of(code);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the problem of a failed connection, to any kind of database.
     *
     * @param crowded whether the database has no free connection
     */
    public static ProblemException connecting(ProblemCode code, boolean crowded, String source, String detail) {
        String what =
                switch (code) {
                    case DATABASE_LOGIN -> "source " + source + " refuses the operator's login";
                    case DATABASE_UNREACHABLE ->
                        "source " + source + (crowded ? " has no connection to spare" : " cannot be reached");
                    default -> "source " + source + " cannot be used";
                };
        return StepProblem.of(code, what, detail);
    }

    /** Returns the problem of a database of any kind that accepts no rows for now. */
    public static ProblemException readOnly(String source, String words) {
        return StepProblem.of(
                ProblemCode.DATABASE_UNREACHABLE, "source " + source + " is read-only at the moment", words);
    }

    /** Returns the problem of a statement that exceeded its time limit, on any kind of database. */
    public static ProblemException tooLong(String what, String source, String words) {
        return StepProblem.of(
                ProblemCode.STATEMENT_REFUSED,
                what + " ran into the time limit of source " + source,
                TIME_LIMITS + words);
    }

    /** Returns the problem of a failure while {@code what} ran on a connection to any kind of database. */
    public static ProblemException running(ProblemCode code, String what, String source, String words) {
        return switch (code) {
            case DATABASE_UNREACHABLE -> StepProblem.of(code, "source " + source + " broke off " + what, words);
            case DATABASE_LOGIN -> StepProblem.of(code, "source " + source + " refuses the operator's login", words);
            case STEP_MEMORY ->
                StepProblem.of(
                        code,
                        "a row of " + what + " is too large for source " + source + ", or for the service's memory",
                        words);
            case DATABASE_RIGHT ->
                StepProblem.of(code, "the user of source " + source + " has no right to " + what, words);
            default -> StepProblem.of(code, "source " + source + " refuses " + what, words);
        };
    }
}
