package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MarketData;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.servers.SshServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that staged bytes are compared with the host's own hashes, where the host computes hashes. */
@Timeout(300)
class VerifiedIT {
    private static final String NAME = "it's \\ a $(name) \n.csv";

    @TempDir
    private Path folder;

    private GatewayTestBed bed(SshServer server) throws IOException {
        Files.createDirectories(folder.resolve("remote"));
        SshHost host = MarketData.at(server, folder.resolve("remote"));
        return GatewayTestBed.on(List.of(), List.of(host), folder, GatewayLimits.STANDARD);
    }

    private static StagingStep fetch(Compression compression) {
        String file = compression == Compression.BGZF ? "in.csv.gz" : "in.csv";
        return new SshFetch(
                new StepHead.In("fetch", 1, new RunPath(file), CreationFlag.OVERWRITE, compression),
                "market-data",
                "/" + NAME);
    }

    private static StagingStep deliver() {
        return new SshDeliver(
                new StepHead.Out("deliver", 1, new RunPath("out.csv"), false), "market-data", "/out " + NAME);
    }

    /** Starts a host with one hash program, which gives a right hash for the empty file only. */
    private SshServer liar(String program) throws IOException {
        return liar(program, "");
    }

    /** @param before commands that the program runs before its output */
    private SshServer liar(String program, String before) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        for (String needed : List.of("sh", "xargs", "head")) {
            program(bin.resolve(needed), "exec /usr/bin/" + needed + " \"$@\"");
        }
        program(bin.resolve(program), """
                sum=$(/usr/bin/%s "$@")
                case "$sum" in e3b0c442*) echo "$sum"; exit;; esac
                %s
                echo "%s  x"
                """.formatted(program, before, "0123456789abcdef".repeat(4)));
        return SshServer.start(folder.resolve("liar"), "SetEnv PATH=" + bin);
    }

    private static void program(Path file, String script) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    @ParameterizedTest
    @CsvSource({"openssl,NONE", "sha256sum,NONE", "openssl,BGZF"})
    void a_fetch_that_is_not_what_the_host_has_gets_no_name(String program, Compression compression) throws Exception {
        try (SshServer server = liar(program);
                GatewayTestBed bed = bed(server)) {
            Files.writeString(folder.resolve("remote").resolve(NAME), "a,b\n1,2\n");

            Problem problem = bed.problemOf(fetch(compression));

            assertThat(problem.code()).isEqualTo(ProblemCode.REMOTE_FILE);
            assertThat(problem.message()).contains("are not those on host market-data");
            assertThat(problem.detail()).contains("SHA-256 there 0123456789abcdef");
            assertThat(bed.names()).isEmpty();
        }
    }

    @Test
    void a_host_whose_line_broke_while_it_hashed_is_asked_again() throws Exception {
        String once = """
                if [ ! -e %1$s ]; then
                  : > %1$s
                  /usr/bin/sleep 0.5
                  parent=$PPID
                  until [ "$(/usr/bin/cat /proc/$parent/comm)" = sshd ]; do
                    parent=$(/usr/bin/cut -d' ' -f4 /proc/$parent/stat)
                  done
                  kill -9 $parent
                fi
                """.formatted(folder.resolve("asked"));
        try (SshServer server = liar("openssl", once);
                GatewayTestBed bed = bed(server)) {
            Files.writeString(folder.resolve("remote").resolve(NAME), "a,b\n1,2\n");

            assertThat(bed.problemOf(fetch(Compression.NONE)).code()).isEqualTo(ProblemCode.REMOTE_FILE);

            assertThat(server.logins()).isEqualTo(2);
            assertThat(bed.names()).isEmpty();
        }
    }

    @Test
    void a_host_that_can_and_does_not_say_it_is_an_outage() throws Exception {
        try (SshServer server = liar("openssl", "exit 1");
                GatewayTestBed bed = bed(server)) {
            Files.writeString(folder.resolve("remote").resolve(NAME), "a,b\n1,2\n");

            Problem problem = bed.problemOf(fetch(Compression.NONE));

            assertThat(problem.code()).isEqualTo(ProblemCode.HOST_UNREACHABLE);
            assertThat(problem.message()).contains("does not say any more what the SHA-256");
            assertThat(bed.runFolder.resolve("in.csv")).doesNotExist();
        }
    }

    @Test
    void a_host_whose_openssl_does_not_work_is_asked_by_the_other_program() throws Exception {
        try (SshServer server = liar("sha256sum");
                GatewayTestBed bed = bed(server)) {
            program(folder.resolve("bin/openssl"), "exit 127");
            Files.writeString(folder.resolve("remote").resolve(NAME), "a,b\n1,2\n");

            assertThat(bed.problemOf(fetch(Compression.NONE)).code()).isEqualTo(ProblemCode.REMOTE_FILE);
        }
    }

    @Test
    void a_delivery_that_the_host_has_otherwise_gets_no_name() throws Exception {
        try (SshServer server = liar("openssl");
                GatewayTestBed bed = bed(server)) {
            bed.write("out.csv", "a,b\n1,2\n");

            assertThat(bed.problemOf(deliver()).code()).isEqualTo(ProblemCode.REMOTE_FILE);

            assertThat(folder.resolve("remote")).isEmptyDirectory();
        }
    }

    @Test
    void a_host_tells_the_truth_of_files_with_any_name() throws Exception {
        try (SshServer server = SshServer.start(folder.resolve("server"));
                GatewayTestBed bed = bed(server)) {
            roundTrip(bed);
            assertThat(server.log()).contains("Starting session: command");
        }
    }

    @Test
    void a_host_that_runs_no_commands_is_verified_by_size() throws Exception {
        try (SshServer server = SshServer.start(folder.resolve("server"), "ForceCommand internal-sftp");
                GatewayTestBed bed = bed(server)) {
            roundTrip(bed);
        }
    }

    private void roundTrip(GatewayTestBed bed) throws Exception {
        Files.writeString(folder.resolve("remote").resolve(NAME), "a,b\n1,2\n");
        bed.move(fetch(Compression.NONE));
        bed.move(fetch(Compression.BGZF));
        bed.write("out.csv", "c\n3\n");
        bed.move(deliver());

        assertThat(bed.text("in.csv")).isEqualTo("a,b\n1,2\n");
        assertThat(folder.resolve("remote").resolve("out " + NAME)).hasContent("c\n3\n");
    }
}
