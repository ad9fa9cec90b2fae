package dev.slipway.gateway.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The statement of a store.
 *
 * @param prepared stores one row
 * @param bulk of a store that takes the rows together in another way
 * @param semantics the meaning of the count of changed rows
 * @param oneByOne whether rows must be sent one by one, because the driver reports no count per row of a batch
 */
public record RowStatement(
        PreparedStatement prepared, Optional<Bulk> bulk, RowCountSemantics semantics, boolean oneByOne) {

    /** Makes another way to send rows than by the prepared statement. */
    @FunctionalInterface
    public interface Bulk {
        StoreBatch.Sending over(Connection connection, BoundColumns columns) throws SQLException;
    }
}
