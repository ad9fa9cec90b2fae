package dev.slipway.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
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
    void gives_every_caller_a_copy_of_a_model_that_is_made_once() throws SQLException {
        PostgresDatabase first = PostgresDatabase.copyOf("model", PostgresDatabaseTest::fill);
        PostgresDatabase second = PostgresDatabase.copyOf("model", PostgresDatabaseTest::refuse);

        assertThat(value(first, "DELETE FROM filled; SELECT count(*) FROM filled"))
                .isEqualTo("0");
        assertThat(value(second, "SELECT n FROM filled")).isEqualTo("7");
    }

    private static void fill(DataSource model) {
        try (Connection connection = model.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE filled AS SELECT 7 AS n");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static void refuse(DataSource model) {
        throw new AssertionError("made again: " + model);
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
