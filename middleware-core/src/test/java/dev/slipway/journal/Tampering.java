package dev.slipway.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Changes what must not be changed, as somebody with all rights on the database can: triggers and foreign keys are off. */
public final class Tampering {
    private Tampering() {}

    /** Runs one statement, which must change something. */
    public static void with(DataSource dataSource, String sql, String... parameters) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement role = connection.createStatement();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            role.execute("SET session_replication_role = replica");
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            assertThat(statement.executeUpdate()).isPositive();
            role.execute("SET session_replication_role = DEFAULT");
        }
    }
}
