package dev.slipway.toolkit.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.service.JobsServer;
import dev.slipway.service.ServerKey;
import dev.slipway.toolkit.ScriptedGroups;
import dev.slipway.toolkit.ScriptedJobs;
import dev.slipway.toolkit.Shell;
import dev.slipway.toolkit.answer.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the verbs on a sweep's group, and on an upload. */
class GroupVerbsTest {
    private static final String GROUP = ScriptedGroups.GROUP;
    private static final ScriptedJobs JOBS = new ScriptedJobs();

    @TempDir
    static Path folder;

    private static ServerKey key;
    private static JobsServer server;
    private Shell shell;

    @BeforeAll
    static void start() throws Exception {
        key = ServerKey.in(folder, "server");
        server = JobsServer.secured(JOBS, folder, key, 0);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @BeforeEach
    void profile() throws Exception {
        shell = new Shell(folder).profile(server.address(), "ann", "ann-pw", key.certificate());
    }

    @Test
    void status_of_a_group_counts_its_jobs_and_names_the_first_that_failed() {
        assertThat(shell.run("status", GROUP)).isZero();
        assertThat(shell.out)
                .contains(
                        "group     WORKING, 1,000 jobs",
                        "jobs      997 QUEUED",
                        "jobs      1 CLOSED FAILED",
                        "held      3 of them",
                        "failed    element 17, job " + ScriptedGroups.MEMBER
                                + ", in RUNNING: the program ended with status 3");

        assertThat(shell.run("status", "--json", GROUP)).isZero();
        assertThat(shell.out)
                .contains(
                        "\"jobs\":1000",
                        "\"counts\":[{\"state\":\"QUEUED\",\"jobs\":997}",
                        "\"failures\":[{\"token\":\"" + ScriptedGroups.MEMBER + "\",\"element\":17");
    }

    @Test
    void list_of_a_group_tells_numbers_and_values_of_the_sweep() {
        assertThat(shell.run("list", "--group", GROUP)).isZero();
        assertThat(shell.out.lines().findFirst().orElseThrow()).matches("ELEMENT +TOKEN +STATE +ACCEPTED +VALUES");
        assertThat(shell.out).containsPattern("17 +" + ScriptedJobs.TOKEN + "  DONE .* 0\\.99, a long x{32}\u2026\n");

        assertThat(shell.run("list", "--json", "--group", GROUP)).isZero();
        assertThat(shell.out).contains("\"element\":17,\"swept\":[\"0.99\",\"a\\nlong x");
        assertThat(shell.run("list")).isZero();
        assertThat(shell.out).doesNotContain("ELEMENT");
    }

    @Test
    void results_of_a_group_say_which_job_has_them_over_all_pages() {
        assertThat(shell.run("results", GROUP)).isZero();
        assertThat(shell.out.lines()).hasSize(3).allMatch(line -> line.contains("JOB") || line.contains("pnl"));
        assertThat(shell.out).contains("1 ", "501 ", ScriptedGroups.MEMBER);

        assertThat(shell.run("results", "--json", GROUP)).isZero();
        assertThat(shell.out).contains("\"element\":501", "\"job\":\"" + ScriptedGroups.MEMBER + "\"");
    }

    @Test
    void watch_of_a_group_tells_its_counts_once_and_ends_with_the_last_job() {
        JOBS.closing = 2;

        assertThat(shell.run("watch", "--interval", "0.05", GROUP)).isEqualTo(ExitStatus.JOB_FAILED);
        assertThat(shell.out.lines()).hasSize(2);
        assertThat(shell.out).contains("997 QUEUED, 2 RUNNING, 1 CLOSED FAILED", "1,000 CLOSED FAILED");
    }

    @Test
    void what_is_asked_of_a_group_says_so_and_to_how_many_jobs_it_is_done() {
        for (String verb : List.of("cancel", "delete", "kill", "hold", "release")) {
            assertThat(shell.run(verb, GROUP)).isZero();
            assertThat(shell.out).startsWith("group " + GROUP + " (999 jobs that it fits) is ");

            assertThat(shell.run(verb, "--json", GROUP)).isZero();
            assertThat(shell.out).isEqualTo("{\"token\":\"" + GROUP + "\",\"jobs\":999}\n");

            assertThat(shell.run(verb, ScriptedJobs.TOKEN)).isZero();
            assertThat(shell.out).startsWith("job " + ScriptedJobs.TOKEN + " is ");
        }
    }

    @Test
    void upload_prints_what_a_document_names_it_by() throws Exception {
        Path file = Files.writeString(folder.resolve("books.csv"), "book_id\n7\n");

        assertThat(shell.run("upload", file.toString())).isZero();
        assertThat(shell.out).isEqualTo("cd".repeat(32) + "\n");
        assertThat(JOBS.uploaded).isEqualTo("books.csv book_id\n7\n");

        assertThat(shell.run("upload", "--json", file.toString())).isZero();
        assertThat(shell.out).startsWith("{\"sha256\":\"" + "cd".repeat(32) + "\",\"bytes\":10,");
        assertThat(shell.run("upload", "nowhere.csv")).isEqualTo(ExitStatus.CALL);
    }
}
