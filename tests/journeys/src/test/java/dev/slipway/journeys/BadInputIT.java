package dev.slipway.journeys;

import static dev.slipway.journeys.Documents.bareJob;
import static dev.slipway.journeys.Documents.changed;
import static dev.slipway.journeys.Documents.smallJob;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.demo.RiskDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests mistakes of the first day. Each ends in a clear fault, or in a failed job with phase, thing and remedy. */
class BadInputIT {
    private static Installation installation;

    @BeforeAll
    static void start() {
        installation = Installation.start();
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    @AfterEach
    void the_service_stays_up_and_stores_nothing_of_it() throws SQLException {
        assertThat(installation.isServing()).isTrue();
        installation.slipway("list").answer();
        try (Connection connection = installation.database().connect(RiskDatabase.WRITER);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM risk.run_pnl")) {
            row.next();
            assertThat(row.getLong(1)).isZero();
        }
    }

    @AfterEach
    void no_half_written_file_is_left() throws IOException {
        try (var entries = Files.walk(installation.home().resolve("scratch"))) {
            // Whole staged files are kept for a retry.
            assertThat(entries.filter(Files::isRegularFile))
                    .allMatch(file -> file.toString().contains("/files/")
                            && !file.getFileName().toString().startsWith("."));
        }
    }

    @Test
    void a_malformed_document_is_refused_with_its_line() {
        ShippedCommand refused = refused(changed(smallJob(), "</jsdl:JobDefinition>", ""));

        assertThat(refused.exitStatus()).isEqualTo(10);
        assertThat(refused.err()).containsPattern("bad\\.xml:\\d+:\\d+: error").contains("[document.malformed]");
    }

    @Test
    void a_document_with_a_dtd_is_refused() {
        String document = changed(
                smallJob(),
                "<!-- The demo's job:",
                "<!DOCTYPE x [<!ENTITY f SYSTEM \"file:///etc/passwd\">]><!-- The demo's job:");
        ShippedCommand refused = refused(changed(document, ">equity-var<", ">&f;<"));

        assertThat(refused.exitStatus()).isEqualTo(10);
        assertThat(refused.err()).contains("[document.forbidden-xml]").doesNotContain("root:");
    }

    @Test
    void an_entity_bomb_is_refused_at_once() {
        StringBuilder bomb = new StringBuilder("<!DOCTYPE x [<!ENTITY a0 \"ha\">");
        for (int i = 1; i < 40; i++) {
            bomb.append("<!ENTITY a%d \"&a%d;&a%d;\">".formatted(i, i - 1, i - 1));
        }
        String document = changed(smallJob(), "<!-- The demo's job:", bomb + "]><!-- The demo's job:");

        ShippedCommand refused = refused(changed(document, ">equity-var<", ">&a39;<"));

        assertThat(refused.exitStatus()).isEqualTo(10);
        assertThat(refused.err()).contains("[document.forbidden-xml]");
    }

    @Test
    void all_problems_of_a_document_come_at_once() {
        String document = changed(smallJob(), ">overwrite<", ">sometimes<");
        ShippedCommand refused = refused(changed(document, ">2</spmd", ">none</spmd"));

        assertThat(refused.exitStatus()).isEqualTo(10);
        assertThat(refused.err())
                .contains("[document.invalid]")
                .contains("CreationFlag")
                .contains("NumberOfProcesses");
    }

    @Test
    void a_wrong_password_and_an_unknown_user_get_the_same_answer() throws IOException {
        ShippedCommand wrong = as("operator", "not the password");
        ShippedCommand unknown = as("nobody-here", "whatever");

        assertThat(wrong.exitStatus()).isEqualTo(20);
        assertThat(unknown.exitStatus()).isEqualTo(20);
        assertThat(wrong.err()).contains("[access.not-authenticated]");
        assertThat(unknown.err().replace("nobody-here", "operator"))
                .isEqualTo(wrong.err())
                .doesNotContain("not the password");
    }

    @Test
    void a_foreign_token_is_unknown() {
        for (String token : List.of("0".repeat(32), "no-token")) {
            ShippedCommand unknown = installation.slipway("status", token);
            assertThat(unknown.exitStatus()).isEqualTo(22);
            assertThat(unknown.err()).contains("[job.unknown]");
        }
    }

    @Test
    void a_missing_table_fails_the_job_in_stage_in_with_the_databases_words() {
        String status = failed(changed(smallJob(), "FROM risk.book WHERE", "FROM risk.no_such_table WHERE"));

        assertThat(status)
                .contains("\"phase\":\"STAGING_IN\"")
                .contains("sql.statement-refused")
                .contains("no_such_table");
    }

    @Test
    void a_statement_that_can_never_store_is_refused_before_the_job_runs() {
        String never =
                changed(smallJob(), "INSERT INTO risk.run_pnl (job, scenario, pnl) VALUES", "TRUNCATE risk.run_pnl --");
        ShippedCommand refused = refused(never);

        assertThat(refused.exitStatus()).isEqualTo(31);
        assertThat(refused.err())
                .contains("[sql.statement-refused]", "the statement for source risk-results stores nothing");
        String document = installation.write("never.xml", never).toString();
        assertThat(installation.slipway("plan", document).out()).contains("stores nothing");
    }

    @Test
    void data_that_break_their_contract_fail_the_job_before_it_is_launched() {
        String query =
                "WHERE desk = 'Equity' ORDER BY book_id</sw:Statement>\n        </sw:SqlExtract>\n      </jsdl:Source>";
        String status = failed(changed(smallJob(), query, query + "<sw:Contract minRows=\"1000000\"/>"));

        assertThat(status)
                .contains("\"phase\":\"STAGING_IN\"")
                .contains("data.contract")
                .contains("books.csv")
                .doesNotContain("\"state\":\"RUNNING\"");
    }

    @Test
    void every_wrong_name_is_refused_at_once_and_named() {
        String job = changed(smallJob(), "source=\"risk\" orderGroup=\"2\"", "source=\"riks\" orderGroup=\"2\"");
        ShippedCommand refused = refused(changed(job, "sftp://market-data/", "sftp://market/"));

        assertThat(refused.exitStatus()).isEqualTo(22);
        assertThat(refused.err()).contains("source.unknown").contains("riks").contains("no host is named market");
    }

    @Test
    void a_host_with_another_key_than_known_fails_the_job() {
        String status = failed(changed(smallJob(), "sftp://market-data/", "sftp://impostor/"));

        assertThat(status)
                .contains("\"phase\":\"STAGING_IN\"")
                .contains("ssh.host-key")
                .contains("impostor");
    }

    @Test
    void a_missing_remote_file_fails_the_job() {
        String status = failed(changed(smallJob(), "/curves/usd.csv", "/curves/eur.csv"));

        assertThat(status).contains("ssh.file").contains("eur.csv");
    }

    @Test
    void a_missing_executable_is_refused() {
        ShippedCommand refused = refused(bareJob("missing", "no-such-program"));

        assertThat(refused.exitStatus()).isEqualTo(22);
        assertThat(refused.err())
                .contains("[launch.executable-missing]", "no program no-such-program in the application folders");
    }

    @Test
    void a_program_outside_the_application_folders_is_refused() {
        ShippedCommand refused = refused(bareJob("outside", "/bin/sh", "-c", "true"));

        assertThat(refused.exitStatus()).isEqualTo(22);
        assertThat(refused.err()).contains("[launch.executable-missing]");
    }

    @Test
    void a_program_that_fails_fails_the_job_with_its_own_words() {
        String status = failed(bareJob("no-inputs", "var-mc", "--scenarios", "none"));

        assertThat(status)
                .contains("\"phase\":\"RUNNING\"")
                .contains("run.program-failed")
                .contains("--scenarios");
    }

    @Test
    void a_rank_that_crashes_fails_the_job() {
        // The program dies of a signal, as a broken kernel would.
        installation.offer("crash", "[ \"$OMPI_COMM_WORLD_RANK\" = 1 ] && kill -SEGV $$\nexec sleep 20\n");

        String status = failed(bareJob("crash", "crash"));

        assertThat(status).contains("\"phase\":\"RUNNING\"").contains("run.program-failed");
    }

    @Test
    void a_database_that_is_away_blocks_the_job_and_cancel_ends_it() {
        String token = installation.submit(
                changed(smallJob(), "source=\"risk\" orderGroup=\"1\"", "source=\"gone\" orderGroup=\"1\""));
        Installation.await(
                "the job is blocked",
                java.time.Duration.ofSeconds(180),
                () -> installation.slipway("status", token, "--json").answer().contains("sql.unreachable"));

        installation.slipway("cancel", token).answer();

        assertThat(installation.watched(token)).contains("\"word\":\"CANCELLED\"");
    }

    /**
     * Submits a document that is refused. A status call about the document ends with the same exit status as the
     * submission.
     */
    private static ShippedCommand refused(String document) {
        String file = installation.write("bad.xml", document).toString();
        ShippedCommand submit = installation.slipway("submit", file);
        assertThat(submit.out()).isEmpty();
        for (ShippedCommand asked :
                List.of(installation.slipway("validate", "--service", file), installation.slipway("plan", file))) {
            assertThat(asked.exitStatus()).as(asked.err()).isEqualTo(submit.exitStatus());
        }
        return submit;
    }

    private static String failed(String document) {
        String status = installation.watched(installation.submit(document));
        assertThat(status)
                .contains("\"state\":\"CLOSED\"")
                .contains("\"word\":\"FAILED\"")
                .contains("\"hint\":");
        return status;
    }

    /** Lists jobs as another user. */
    private static ShippedCommand as(String user, String password) throws IOException {
        Path secret = installation.write("password", password + "\n");
        Files.setPosixFilePermissions(secret, java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
        String profile = Files.readString(installation.home().resolve("profile"))
                .replaceAll("(?m)^user=.*$", "user=" + user)
                .replaceAll("(?m)^password-file=.*$", "password-file=" + secret);
        Path file = installation.write("profile", profile);
        Files.setPosixFilePermissions(file, java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
        return ShippedCommand.slipway(Map.of("SLIPWAY_PROFILE", file.toString()), List.of("list"));
    }
}
