package dev.slipway.gateway.sql;

import dev.slipway.gateway.files.CsvRow;
import dev.slipway.gateway.files.CsvWriter;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The statement once per parameter row, in the file's order. Any statement can be run so, and the row that the server refuses is known. */
record RowByRow(BoundExtract extract, int fetchRows) implements ExtractRows {

    @Override
    public void writeTo(RowSink out, StatementDigest digest) throws SQLException, IOException, InterruptedException {
        CsvWriter csv = new CsvWriter(out.data());
        out.moved().add(csv.row(extract.query().columns()), 0);
        try (ParameterFile rows = extract.open();
                PreparedStatement statement =
                        extract.connection().prepareStatement(extract.query().sql())) {
            statement.setFetchSize(fetchRows);
            ParameterColumns columns = extract.columns(rows);
            for (CsvRow row = rows.next(); row != null; row = rows.next()) {
                extract.cancellation().check();
                columns.bind(statement, row, ProblemCode.PARAMETER_INVALID);
                digest.row(columns.values(row));
                try {
                    write(statement, csv, out);
                } catch (SQLException e) {
                    extract.cancellation().check();
                    throw problem(row, columns, e);
                }
            }
        }
    }

    /** Writes what the statement gives. */
    static void write(PreparedStatement statement, CsvWriter csv, RowSink out) throws SQLException, IOException {
        try (ResultSet result = statement.executeQuery()) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                out.moved().add(csv.row(texts(result, columns)), 1);
            }
        }
    }

    private static List<String> texts(ResultSet result, int columns) throws SQLException {
        List<String> texts = new ArrayList<>(columns);
        for (int i = 1; i <= columns; i++) {
            texts.add(result.getString(i));
        }
        return texts;
    }

    private ProblemException problem(CsvRow row, ParameterColumns columns, SQLException e) {
        return SqlProblems.rejectsValue(e)
                ? columns.refused(ProblemCode.PARAMETER_INVALID, row, e, SqlProblems.FAULTS)
                : extract.problem(row.line(), e);
    }
}
