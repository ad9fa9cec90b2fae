package dev.slipway.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Figures that a job has stored in the database of the demo: a line for each row of one query, and a summary out of the
 * single row of another. The only parameter of both queries is the job's token.
 *
 * @param heading line above those of the rows
 * @param rows text of the first query
 * @param line makes the line of a row
 * @param total resource that holds the second query
 * @param summary prints the summary
 */
record StoredFigures(String heading, String rows, Line line, String total, Summary summary) {
    /** Makes a line of a row. */
    interface Line {
        String of(ResultSet row) throws SQLException;
    }

    /** Prints a summary. Returns false without a print if the row says that the job has stored no rows. */
    interface Summary {
        boolean print(ResultSet row) throws SQLException;
    }

    /** Prints the figures of a job; ends the program with status 1 if the database holds no figures. */
    void print(RiskDatabase database, String token) throws SQLException {
        try (Connection connection = database.connect(RiskDatabase.WRITER);
                PreparedStatement each = connection.prepareStatement(rows);
                PreparedStatement all = connection.prepareStatement(RiskDatabase.resource(total))) {
            each.setString(1, token);
            System.out.println(heading);
            try (ResultSet row = each.executeQuery()) {
                while (row.next()) {
                    System.out.println(line.of(row));
                }
            }
            all.setString(1, token);
            try (ResultSet row = all.executeQuery()) {
                row.next();
                if (!summary.print(row)) {
                    System.err.println("the database holds nothing of job " + token);
                    System.exit(1);
                }
            }
        }
    }
}
