package dev.slipway.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class PostgresDatabaseTest {

    @Test
    void gives_every_caller_an_empty_database() throws SQLException {
        PostgresDatabase first = PostgresDatabase.fresh();
        PostgresDatabase second = PostgresDatabase.fresh();

        assertThat(value(first, "CREATE TABLE t (a int); SELECT 1")).isEqualTo("1");

        assertThat(value(second, "SELECT count(*) FROM pg_tables WHERE tablename = 't'"))
                .isEqualTo("0");
    }

    @Test
    void is_a_postgresql_18() throws SQLException {
        assertThat(value(PostgresDatabase.fresh(), "SHOW server_version")).startsWith("18.");
    }

    private static String value(PostgresDatabase database, String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            boolean rows = statement.execute(sql);
            while (!rows) {
                rows = statement.getMoreResults();
            }
            var result = statement.getResultSet();
            result.next();
            return result.getString(1);
        }
    }
}
