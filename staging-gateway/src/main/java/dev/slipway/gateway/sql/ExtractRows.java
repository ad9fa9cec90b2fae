package dev.slipway.gateway.sql;

import java.io.IOException;
import java.sql.SQLException;

/** One way to get the rows of an extract. All ways give the same bytes. */
@FunctionalInterface
public interface ExtractRows {

    /**
     * Writes header and rows.
     *
     * @param digest takes each row of bound values, in their order
     */
    void writeTo(RowSink out, StatementDigest digest) throws SQLException, IOException, InterruptedException;
}
