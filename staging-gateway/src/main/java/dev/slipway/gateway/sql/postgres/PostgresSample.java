package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.sql.SampleRows;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.staging.RowSample;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.postgresql.core.BaseConnection;

/**
 * Runs a reading statement for its first rows, after the checks of an extract, in a session like that of a
 * {@link PostgresLook}: the session only reads, is rolled back, and gives a statement the time of a look.
 */
final class PostgresSample {
    /** The longest answer in characters, approximately, whatever the columns hold. */
    private static final int LONGEST_ANSWER = 4 << 20;

    private final Duration patience;

    PostgresSample(SqlLimits limits) {
        this.patience = limits.connectTimeout();
    }

    /**
     * @param rows the most rows to return
     * @param owner the user who asks
     */
    RowSample sample(Sessions sessions, String statement, int rows, String owner, Cancellation cancellation)
            throws InterruptedException {
        String source = sessions.source();
        try (Session session = sessions.look(owner, cancellation)) {
            BaseConnection connection = session.postgres();
            UserStatement query = UserStatement.query(connection, statement, source);
            List<RowSample.Column> columns = columns(connection, query);
            if (query.isCall()) {
                return RowSample.of(columns, SampleRows.notRun(query.parameterTypes(), SampleRows.CALL));
            } else if (query.parameters() > 0) {
                return RowSample.of(columns, SampleRows.notRun(query.parameterTypes(), SampleRows.PARAMETERS));
            }
            return rows(connection, query, columns, rows, cancellation);
        } catch (SQLException e) {
            cancellation.check();
            throw PostgresProblems.running("the statement", source, e);
        }
    }

    private static List<RowSample.Column> columns(BaseConnection connection, UserStatement query) throws SQLException {
        try (PreparedStatement described = connection.prepareStatement(query.sql())) {
            return SampleRows.columns(described.getMetaData());
        }
    }

    private RowSample rows(
            BaseConnection connection,
            UserStatement query,
            List<RowSample.Column> columns,
            int most,
            Cancellation cancellation)
            throws SQLException, InterruptedException {
        if (AsOf.isIn(query.sql())) {
            AsOf.set(connection, Optional.empty());
        }
        int bounded = Math.max(1, Math.min(most, LONGEST_ANSWER / (columns.size() * SampleRows.BEGINNING)));
        // A cursor would renew the time limit at each fetch, and the statement may have changed the limit.
        try (PreparedStatement statement = connection.prepareStatement(beginnings(query, columns.size(), bounded + 1));
                ResultSet answer = statement.executeQuery()) {
            SampleRows sample = new SampleRows(bounded);
            boolean room = true;
            while (room && answer.next()) {
                room = sample.take(values(answer, columns.size()));
            }
            return sample.sample(columns);
        } catch (SQLException e) {
            cancellation.check();
            if (PostgresProblems.state(e).equals(PostgresProblems.QUERY_CANCELED)) {
                return RowSample.of(columns, List.of(SampleRows.tooLong(patience)));
            }
            throw e;
        }
    }

    private static List<String> values(ResultSet row, int columns) throws SQLException {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
            values.add(row.getString(i));
        }
        return values;
    }

    /**
     * Returns the query with values cut by the server, because whole values may be too long to send. The text is as
     * safe as in a COPY, since the server has accepted the query as a subquery. Uses the server's output format for
     * each value; a cast would give {@code true} for {@code t}.
     */
    private static String beginnings(UserStatement query, int columns, int rows) {
        String names = numbered(columns, "c%d");
        String cut = numbered(
                columns,
                "CASE WHEN pg_catalog.num_nulls(c%d) = 0" + " THEN pg_catalog.left(pg_catalog.format('%%s', c%<d), "
                        + SampleRows.BEGINNING + ") END");
        return "SELECT " + cut + " FROM (\n" + query.sql() + "\n) slipway_rows(" + names + ") LIMIT " + rows;
    }

    private static String numbered(int columns, String form) {
        return IntStream.rangeClosed(1, columns).mapToObj(form::formatted).collect(Collectors.joining(", "));
    }
}
