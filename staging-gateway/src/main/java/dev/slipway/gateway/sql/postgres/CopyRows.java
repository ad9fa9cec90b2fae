package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.files.CsvRow;
import dev.slipway.gateway.files.CsvWriter;
import dev.slipway.gateway.files.ParameterColumns;
import dev.slipway.gateway.sql.BoundColumns;
import dev.slipway.gateway.sql.StoreBatch;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;

/** Sends rows of a store by COPY. The server reads the rows as CSV, as in the file. */
record CopyRows(CopyManager copies, String copy, ParameterColumns columns) implements StoreBatch.Sending {

    static CopyRows into(CopyTarget target, Connection connection, BoundColumns columns) throws SQLException {
        return new CopyRows(connection.unwrap(BaseConnection.class).getCopyAPI(), target.copy(), columns.columns());
    }

    @Override
    public long send(List<CsvRow> rows) throws SQLException, IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CsvWriter csv = new CsvWriter(bytes);
        for (CsvRow row : rows) {
            csv.row(columns.values(row));
        }
        return copies.copyIn(copy, new ByteArrayInputStream(bytes.toByteArray()));
    }
}
