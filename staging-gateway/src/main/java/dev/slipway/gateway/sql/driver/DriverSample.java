package dev.slipway.gateway.sql.driver;

import dev.slipway.gateway.sql.Access;
import dev.slipway.gateway.sql.FetchPace;
import dev.slipway.gateway.sql.SampleRows;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.staging.RowSample;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;

/**
 * Runs a statement at a {@link DriverDatabase} for its first rows. Makes differ in how they nest queries. The driver is
 * therefore asked for the beginnings of values, one row at a time, and the service cuts the rest.
 */
record DriverSample(DriverDatabase database) {

    /** Bytes read of a value: several for each character shown, so that no character is cut in half. */
    private static final int FIELD = 8 * SampleRows.BEGINNING;

    /** @param rows the most rows to return */
    RowSample sample(String text, int rows, Cancellation cancellation) throws InterruptedException {
        try (DriverSession session = database.open(Access.LOOK, cancellation)) {
            return DriverFailureException.told(() -> sample(session, text, rows));
        } catch (SQLException e) {
            cancellation.check();
            throw database.problems().running("the statement", e);
        }
    }

    private RowSample sample(DriverSession session, String text, int rows) throws SQLException, InterruptedException {
        DriverStatement query = DriverStatement.query(session, text);
        try (PreparedStatement statement = session.statement(query.sql())) {
            List<RowSample.Column> columns = columns(statement);
            if (query.isCall()) {
                return RowSample.of(columns, SampleRows.notRun(query.typeNames(), SampleRows.CALL));
            } else if (!query.types().isEmpty()) {
                return RowSample.of(columns, SampleRows.notRun(query.typeNames(), SampleRows.PARAMETERS));
            }
            return run(statement, columns, rows, session);
        }
    }

    private static List<RowSample.Column> columns(PreparedStatement statement) throws SQLException {
        try {
            return SampleRows.columns(statement.getMetaData());
        } catch (SQLFeatureNotSupportedException e) {
            return List.of();
        }
    }

    private RowSample run(
            PreparedStatement statement, List<RowSample.Column> described, int rows, DriverSession session)
            throws SQLException, InterruptedException {
        DriverSession.granted(() -> statement.setMaxRows(rows + 1));
        DriverSession.granted(() -> statement.setMaxFieldSize(FIELD));
        statement.setFetchSize(session.fetchSize(new FetchPace(1)));
        try (ResultSet answer = statement.executeQuery()) {
            return read(answer, rows, session);
        } catch (SQLException e) {
            session.cancellation().check();
            if (database.problems().isTooLong(e)) {
                return RowSample.of(
                        described, List.of(SampleRows.tooLong(database.limits().connectTimeout())));
            }
            throw e;
        }
    }

    /** Reads the rows. The connection is cut first, because some drivers read a result to its end on close. */
    private RowSample read(ResultSet answer, int rows, DriverSession session) throws SQLException {
        try {
            SampleRows sample = new SampleRows(rows);
            DriverValues values = new DriverValues(database.name(), session.make(), answer.getMetaData());
            boolean room = true;
            while (room && answer.next()) {
                room = sample.take(values.beginnings(answer, SampleRows.BEGINNING));
            }
            return sample.sample(SampleRows.columns(answer.getMetaData()));
        } finally {
            session.abandon();
        }
    }
}
