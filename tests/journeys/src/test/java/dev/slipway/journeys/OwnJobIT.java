package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests jobs without a document, and jobs that bring their own program, at the shipped service. */
class OwnJobIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);

    private static Installation installation;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        installation = Installation.start();
        installation.offer("copy", "cp \"$1\" copied.txt; echo \"rank ${OMPI_COMM_WORLD_RANK-none}\"");
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    /** Runs the shipped command in the folder of the test. */
    private ShippedCommand slipway(String... words) {
        List<String> line = new ArrayList<>(List.of(
                "setsid",
                "env",
                "--chdir=" + folder,
                ShippedCommand.root().resolve("slipway").toString()));
        line.addAll(List.of(words));
        return ShippedCommand.run(
                Map.of("SLIPWAY_PROFILE", installation.home().resolve("profile").toString()), line, PATIENCE);
    }

    private static String token(ShippedCommand command) {
        return command.answer().lines().findFirst().orElseThrow();
    }

    @Test
    void a_program_runs_on_local_files_without_a_document() throws IOException {
        Files.writeString(folder.resolve("a <b> & c.txt"), "three < 4\n");

        String token = token(slipway(
                "run",
                "--in",
                "a <b> & c.txt",
                "--out",
                "copied.txt",
                "--time",
                "5m",
                "--watch",
                "copy",
                "a <b> & c.txt"));
        assertThat(slipway("results", token, "copied.txt").answer()).isEqualTo("three < 4");
        assertThat(slipway("output", token).answer()).isEqualTo("rank 0");
        assertThat(slipway("status", token, "--json").answer()).contains("\"name\":\"copy\"");

        byte[] large = new byte[100_000];
        Files.write(folder.resolve("large.bin"), large);
        String uploaded =
                token(slipway("run", "--in", "large.bin", "--out", "copied.txt", "--watch", "copy", "large.bin"));
        slipway("results", uploaded, "--all", "-o", "fetched").answer();
        assertThat(folder.resolve("fetched/copied.txt")).hasBinaryContent(large);
    }

    @Test
    void processes_are_ranks_of_mpirun() throws IOException {
        Files.writeString(folder.resolve("in.txt"), "1\n");

        String token = token(slipway("run", "--in", "in.txt", "--np", "2", "--watch", "copy", "in.txt"));
        assertThat(slipway("output", token).answer().lines()).containsExactlyInAnyOrder("rank 0", "rank 1");
    }

    @Test
    void print_shows_a_document_that_can_be_submitted_and_submits_nothing() throws IOException {
        Files.writeString(folder.resolve("in.txt"), "1\n");
        String before = slipway("list", "--json", "--limit", "1").answer();

        String document = slipway("run", "--print", "--in", "in.txt", "--out", "copied.txt", "copy", "in.txt")
                .answer();
        assertThat(slipway("list", "--json", "--limit", "1").answer()).isEqualTo(before);
        Files.writeString(folder.resolve("job.xml"), document);
        assertThat(slipway("validate", "--strict", "job.xml").answer()).contains("job.xml: valid");
        assertThat(slipway("submit", "--watch", "job.xml").exitStatus()).isZero();
    }

    @Test
    void a_job_that_is_submitted_held_waits_for_its_release() throws IOException {
        Files.writeString(folder.resolve("in.txt"), "1\n");
        String document = slipway("run", "--print", "--in", "in.txt", "--out", "copied.txt", "copy", "${file}")
                .answer();
        Files.writeString(folder.resolve("job.xml"), document);

        String held = token(slipway("submit", "--hold", "--set", "file=in.txt", "job.xml"));
        assertThat(slipway("explain", held).answer()).contains("held by operator");
        assertThat(slipway("history", held).answer()).doesNotContain("LAUNCH");
        slipway("release", held).answer();
        assertThat(slipway("watch", held).exitStatus()).isZero();
        ShippedCommand blank = slipway("submit", "--set", "files=in.txt", "job.xml");
        assertThat(blank.exitStatus()).isEqualTo(2);
        assertThat(blank.err()).contains("job.xml has no blank ${files}");
    }

    @Test
    void a_failed_job_that_is_watched_ends_with_1() {
        assertThat(slipway("run", "--watch", "--out", "never.txt", "copy", "absent.txt")
                        .exitStatus())
                .isEqualTo(1);
    }

    @Test
    void a_script_runs_only_where_the_operator_allows_it() throws IOException {
        script("my.sh", "echo mine");

        for (String[] call : new String[][] {{"run", "my.sh"}, {"submit", "my.sh"}}) {
            ShippedCommand refused = slipway(call);
            assertThat(refused.exitStatus()).as(refused.err()).isEqualTo(21);
            assertThat(refused.err())
                    .contains(
                            "partition local runs programs of the operator only, and ./my.sh is a file of the job",
                            "partitions that run users' programs: wide",
                            "users-programs");
        }
    }

    @Test
    void a_script_runs_as_a_user_of_its_own_without_network_and_sees_no_secret_of_the_service() throws IOException {
        script("my.sh", """
                id -u
                sed -n 's/^ *\\([a-z0-9]*\\):.*/\\1/p' /proc/net/dev
                ls /proc | grep -c '^[0-9]*$'
                cat "$2" 2>&1
                echo "$1" > out.txt
                """);

        ShippedCommand watched = slipway(
                "run",
                "--partition",
                "wide",
                "--out",
                "out.txt",
                "--watch",
                "my.sh",
                "--in",
                installation.home().resolve("operator.password").toString());
        String token = token(watched);
        List<String> said = slipway("output", token).answer().lines().toList();
        assertThat(Long.parseLong(said.get(0))).isBetween(1_900_000_000L, 1_900_000_999L);
        assertThat(said.get(1)).isEqualTo("lo");
        assertThat(Integer.parseInt(said.get(2))).isLessThan(20);
        assertThat(said.get(3)).contains("Permission denied").doesNotContain(installation.password());
        assertThat(slipway("results", token, "out.txt").answer()).isEqualTo("--in");
    }

    @Test
    void a_binary_of_ones_own_goes_with_the_job() throws IOException {
        Files.copy(Path.of("/usr/bin/id"), folder.resolve("solve"));

        String token = token(slipway("run", "--partition", "wide", "--watch", "./solve", "-u"));
        assertThat(slipway("output", token).answer()).startsWith("19000");
    }

    private void script(String name, String lines) throws IOException {
        Path script = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + lines);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rw-r--r--"));
    }
}
