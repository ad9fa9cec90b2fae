package dev.slipway.gateway.sql.driver;

import static dev.slipway.gateway.GatewayTestBed.extract;
import static dev.slipway.gateway.GatewayTestBed.rows;
import static dev.slipway.gateway.GatewayTestBed.store;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.gateway.sql.BroughtDriver;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.RowSample;
import dev.slipway.staging.StepLook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.Driver;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests H2, which has no read-only transactions, by its driver in a folder. */
class UnguardedReadsTest {
    @TempDir
    private Path folder;

    private String url;

    @BeforeEach
    void fill_the_database() throws Exception {
        url = "jdbc:h2:" + folder.resolve("ledger");
        run("CREATE USER reader PASSWORD 'reader'");
        run("CREATE TABLE book (id int, name varchar(20), opened date)");
        run("INSERT INTO book VALUES (1, 'rates', DATE '2026-01-02'), (2, '', NULL), (3, NULL, NULL)");
        run("GRANT ALL ON SCHEMA public TO reader");
        Path jar = Path.of(
                Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Files.copy(jar, Files.createDirectories(folder.resolve("drivers")).resolve("h2.jar"));
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, "sa", "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String ask(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, "sa", "");
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(sql)) {
            answer.next();
            return answer.getString(1);
        }
    }

    private GatewayTestBed bed(boolean readOnlyUser) throws IOException {
        return DriverSource.bed(
                new DatabaseSource(
                        "risk",
                        url,
                        "reader",
                        Files.writeString(folder.resolve("password"), "reader"),
                        Optional.of(new BroughtDriver(
                                folder.resolve("drivers"), Optional.of("org.h2.Driver"), readOnlyUser))),
                folder);
    }

    @Test
    void refuses_to_read_unless_the_operator_vouches_for_the_user() throws Exception {
        try (GatewayTestBed bed = bed(false)) {
            Problem problem = bed.problemOf(extract("SELECT id FROM book", "o.csv"));

            assertThat(problem.code()).as(problem.toString()).isEqualTo(ProblemCode.DATABASE_NOT_SET_UP);
            assertThat(problem.detail()).contains("read-only-user: true");
        }
    }

    @Test
    void reads_by_rows_of_an_earlier_file_and_calls_nothing() throws Exception {
        try (GatewayTestBed bed = bed(true)) {
            bed.write("books.csv", "id\n3\n1\n2\n");

            bed.move(extract("SELECT id, name, opened FROM book WHERE id = ?", "o.csv", rows("books.csv", "id")));

            assertThat(bed.text("o.csv")).isEqualTo("ID,NAME,OPENED\n3,,\n1,rates,2026-01-02\n2,\"\",\n");
            for (String sql : new String[] {"CALL 1", "DELETE FROM book", "SELECT 1; DELETE FROM book"}) {
                assertThat(bed.problemOf(extract(sql, "p.csv")).code())
                        .as(sql)
                        .isEqualTo(ProblemCode.STATEMENT_REFUSED);
            }
        }
        assertThat(ask("SELECT count(*) FROM book")).isEqualTo("3");
    }

    @Test
    void names_the_column_of_a_value_that_does_not_fit_its_type() throws Exception {
        try (GatewayTestBed bed = bed(true)) {
            bed.write("books.csv", "id\n1\nmany\n");

            Problem problem =
                    bed.problemOf(extract("SELECT id FROM book WHERE id = ?", "o.csv", rows("books.csv", "id")));

            assertThat(problem.code()).isEqualTo(ProblemCode.PARAMETER_INVALID);
            assertThat(problem.message()).contains("line 3 of books.csv, column id");
            assertThat(problem.detail()).contains("\"many\" is no integer");
            assertThat(bed.names()).containsExactly("books.csv");
        }
    }

    @Test
    void a_plan_shows_the_server_s_own() throws Exception {
        try (GatewayTestBed bed = bed(true)) {
            Map<StagingStep, StepLook> looks = new ConcurrentHashMap<>();
            StagingStep step = extract("SELECT id FROM book", "o.csv");

            bed.gateway.look(new Place.Source("risk"), List.of(step), GatewayTestBed.OWNER, looks::put);

            assertThat(looks.get(step).problems()).isEmpty();
            assertThat(looks.get(step).notes())
                    .anySatisfy(note ->
                            assertThat(note).startsWith("the server's plan: ").contains("tableScan"));
        }
    }

    @Test
    void shows_first_rows_of_one_reading_query_only() throws Exception {
        try (GatewayTestBed bed = bed(true)) {
            RowSample sample = bed.gateway.sample(
                    new Place.Source("risk"), "SELECT id, name FROM book ORDER BY id", 2, GatewayTestBed.OWNER);

            assertThat(sample.columns())
                    .containsExactly(
                            new RowSample.Column("ID", "INTEGER"), new RowSample.Column("NAME", "CHARACTER VARYING"));
            assertThat(sample.rows())
                    .containsExactly(
                            List.of(Optional.of("1"), Optional.of("rates")),
                            List.of(Optional.of("2"), Optional.of("")));
            assertThat(sample.more()).isTrue();
            for (String sql : new String[] {"CALL 1", "DELETE FROM book", "SELECT 1; DELETE FROM book"}) {
                assertThatThrownBy(() -> bed.gateway.sample(new Place.Source("risk"), sql, 2, GatewayTestBed.OWNER))
                        .as(sql)
                        .isInstanceOf(ProblemException.class);
            }
        }
        assertThat(ask("SELECT count(*) FROM book")).isEqualTo("3");
    }

    @Test
    void stores_once() throws Exception {
        run(DriverMarkers.DEFINITION);
        try (GatewayTestBed bed = bed(false)) {
            bed.write("books.csv", "id,opened\n7,2026-11-22\n8,\n");
            MemoryLedger ledger = new MemoryLedger();
            var step = store("INSERT INTO book (id, opened) VALUES (?, ?)", "books.csv");

            assertThat(bed.move(step, ledger)).isEqualTo(bed.move(step, ledger));
        }
        assertThat(ask("SELECT count(*) || ' ' || max(opened) FROM book WHERE id > 3"))
                .isEqualTo("2 2026-11-22");
    }
}
