package dev.slipway.gateway.sql;

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
 * {@link SourceLook}: the session only reads, is rolled back, and gives a statement the time of a look.
 */
public final class SourceSample {
    static final String CALL = "not run: what a CALL does is known only when it runs";
    static final String PARAMETERS = "not run: a job takes the values of its parameters from a file";

    /** The longest answer in characters, approximately, whatever the columns hold. */
    private static final int LONGEST_ANSWER = 4 << 20;

    private final Databases databases;
    private final Duration patience;

    public SourceSample(Databases databases, SqlLimits limits) {
        this.databases = databases;
        this.patience = limits.connectTimeout();
    }

    /**
     * @param rows the most rows to return
     * @param owner the user who asks
     */
    public RowSample sample(String source, String statement, int rows, String owner, Cancellation cancellation)
            throws InterruptedException {
        if (databases.byDriver(source)) {
            return new DriverSample(databases.driverDatabase(source, owner), tooLong(patience))
                    .sample(statement, rows, cancellation);
        }
        try (Session session = databases.look(source, owner, cancellation)) {
            BaseConnection connection = session.postgres();
            UserStatement query = UserStatement.query(connection, statement, source);
            List<RowSample.Column> columns = columns(connection, query);
            if (query.isCall()) {
                return RowSample.of(columns, notes(query.parameterTypes(), CALL));
            } else if (query.parameters() > 0) {
                return RowSample.of(columns, notes(query.parameterTypes(), PARAMETERS));
            }
            return rows(connection, query, columns, rows, cancellation);
        } catch (SQLException e) {
            cancellation.check();
            throw SqlProblems.running("the statement", source, e);
        }
    }

    static List<String> notes(List<String> parameterTypes, String notRun) {
        List<String> notes = new ArrayList<>(SourceLook.described(parameterTypes, List.of()));
        notes.add(notRun);
        return notes;
    }

    static String tooLong(Duration patience) {
        return "no rows, for there were none within " + patience.toSeconds() + " s; a job waits for longer";
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
            if (SqlProblems.state(e).equals(SqlProblems.QUERY_CANCELED)) {
                return RowSample.of(columns, List.of(tooLong(patience)));
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
