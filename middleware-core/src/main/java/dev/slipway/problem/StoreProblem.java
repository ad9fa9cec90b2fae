package dev.slipway.problem;

import java.sql.SQLException;
import java.sql.SQLTransientException;

/** Translates a failed call to the service's own database into a problem for the caller. */
public final class StoreProblem {
    private StoreProblem() {}

    /**
     * Returns an outage if the database could not be reached, and an internal problem if the database answered and
     * refused, which no waiting cures. The database's own message is left to the log.
     */
    public static Problem of(Throwable cause) {
        return isOutage(cause)
                ? Problem.of(ProblemCode.STORE_UNREACHABLE, "the service's own database does not answer")
                : Problem.of(ProblemCode.INTERNAL, "the service's own database refused a statement");
    }

    private static boolean isOutage(Throwable cause) {
        if (!(cause instanceof SQLException failure) || cause instanceof SQLTransientException) {
            return true;
        }
        String state = failure.getSQLState();
        if (state == null || state.length() < 2) {
            return true;
        }
        // PostgreSQL, appendix A: connection, serialization, resources, operator intervention, system error.
        return switch (state.substring(0, 2)) {
            case "08", "40", "53", "57", "58" -> true;
            default -> false;
        };
    }
}
