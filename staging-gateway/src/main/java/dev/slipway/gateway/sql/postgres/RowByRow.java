package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.files.CsvRow;
import dev.slipway.gateway.files.CsvWriter;
import dev.slipway.gateway.files.ParameterFile;
import dev.slipway.gateway.sql.BoundColumns;
import dev.slipway.gateway.sql.ExtractRows;
import dev.slipway.gateway.sql.FetchPace;
import dev.slipway.gateway.sql.RowSink;
import dev.slipway.gateway.sql.StatementDigest;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;

/**
 * Runs a statement once per parameter row, in the file's order. Any statement can run this way, and a refused row is
 * known.
 */
record RowByRow(BoundExtract extract, int fetchRows) implements ExtractRows {

    @Override
    public void writeTo(RowSink out, StatementDigest digest) throws SQLException, IOException, InterruptedException {
        CsvWriter csv = new CsvWriter(out.data());
        out.moved().add(csv.row(extract.query().columns()), 0);
        try (ParameterFile rows = extract.open();
                PreparedStatement statement =
                        extract.connection().prepareStatement(extract.query().sql())) {
            FetchPace pace = new FetchPace(fetchRows);
            BoundColumns columns = new BoundColumns(extract.columns(rows));
            for (CsvRow row = rows.next(); row != null; row = rows.next()) {
                extract.cancellation().check();
                columns.bind(statement, row, ProblemCode.PARAMETER_INVALID);
                digest.row(columns.columns().values(row));
                try {
                    write(statement, pace, csv, out);
                } catch (SQLException e) {
                    extract.cancellation().check();
                    throw problem(row, columns, e);
                }
            }
        }
    }

    /** Writes the result. Copies the bytes of each value without making a text, which would be another copy. */
    static void write(PreparedStatement statement, FetchPace pace, CsvWriter csv, RowSink out)
            throws SQLException, IOException {
        statement.setFetchSize(pace.rows());
        try (ResultSet result = statement.executeQuery()) {
            ResultSetMetaData columns = result.getMetaData();
            while (result.next()) {
                csv.begin(columns.getColumnCount());
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    // For all types but this one, the driver gives the very bytes that the server sent.
                    if (columns.getColumnType(i) == Types.BINARY) {
                        csv.hex(result.getBytes(i));
                    } else {
                        csv.utf8(result.getBytes(i));
                    }
                }
                long bytes = csv.end();
                out.wrote(bytes);
                pace.saw(bytes);
                result.setFetchSize(pace.rows());
            }
        }
    }

    private ProblemException problem(CsvRow row, BoundColumns columns, SQLException e) {
        return PostgresProblems.rejectsValue(e)
                ? columns.refused(ProblemCode.PARAMETER_INVALID, row, e, PostgresProblems.FAULTS)
                : extract.problem(row.line(), e);
    }
}
