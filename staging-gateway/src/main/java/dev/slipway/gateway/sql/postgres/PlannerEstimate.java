package dev.slipway.gateway.sql.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.core.BaseConnection;

/**
 * The planner's expectation of a statement.
 *
 * @param rows estimated number of rows
 * @param width estimated bytes of one row, as the server keeps a row
 */
record PlannerEstimate(long rows, long width) {
    private static final String NAME = "slipway_look";
    private static final Pattern ROWS = Pattern.compile("\"Plan Rows\": (\\d+)");
    private static final Pattern WIDTH = Pattern.compile("\"Plan Width\": (\\d+)");

    /**
     * Makes the server plan {@code sql} for unknown values, and check the rights that the statement needs. Nothing
     * runs: EXPLAIN without ANALYZE plans only, and PREPARE keeps the statement for this session alone.
     *
     * @param sql one statement that the server has described before, so that nothing in the text can end the outer
     *     statement and begin another
     */
    static PlannerEstimate of(BaseConnection connection, String sql, int parameters) throws SQLException {
        String values = parameters == 0 ? "" : "(" + String.join(", ", Collections.nCopies(parameters, "NULL")) + ")";
        try (Statement statement = connection.createStatement()) {
            // Planned for NULL in each parameter, the statement would return no rows.
            statement.execute("SET LOCAL plan_cache_mode = force_generic_plan");
            statement.execute("PREPARE " + NAME + " AS\n" + connection.nativeSQL(sql));
            try {
                return explained(statement, values);
            } finally {
                // A failed transaction would refuse the DEALLOCATE.
                connection.rollback();
                statement.execute("DEALLOCATE " + NAME);
            }
        }
    }

    private static PlannerEstimate explained(Statement statement, String values) throws SQLException {
        try (ResultSet plan = statement.executeQuery("EXPLAIN (FORMAT JSON) EXECUTE " + NAME + values)) {
            plan.next();
            return parsed(plan.getString(1));
        }
    }

    /** Reads the estimate of the topmost node, which stands first in the plan. */
    private static PlannerEstimate parsed(String json) {
        return new PlannerEstimate(number(ROWS, json), number(WIDTH, json));
    }

    private static long number(Pattern pattern, String json) {
        Matcher found = pattern.matcher(json);
        // The cast limits an estimate that exceeds a long.
        return found.find() ? (long) Double.parseDouble(found.group(1)) : 0;
    }
}
