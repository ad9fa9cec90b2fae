package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StepHead;
import dev.slipway.servers.SshServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests each kind of key that OpenSSH makes, with and without a passphrase. */
@Timeout(300)
class KeysIT {
    @TempDir
    private static Path serverFolder;

    private static SshServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start_the_server() {
        server = SshServer.start(serverFolder);
    }

    @AfterAll
    static void stop_the_server() {
        server.close();
    }

    private GatewayTestBed bed(Path key, Optional<Path> passphrase) throws IOException {
        Files.writeString(folder.resolve("there"), "there");
        SshHost host = new SshHost(
                "market-data",
                "127.0.0.1",
                server.port(),
                server.user(),
                new SshHost.Login.Key(key, passphrase),
                server.knownHosts(),
                false,
                folder.toString());
        return GatewayTestBed.on(List.of(), List.of(host), folder, GatewayLimits.STANDARD);
    }

    private static SshFetch fetch() {
        return new SshFetch(new StepHead.In("fetch", 1, new RunPath("here")), "market-data", "/there");
    }

    @ParameterizedTest
    @CsvSource({"ed25519,", "ecdsa,", "rsa,", "ed25519,correct horse", "ecdsa,correct horse", "rsa,correct horse"})
    void logs_in_by(String type, String passphrase) throws Exception {
        String words = passphrase == null ? "" : passphrase;
        Path key = server.admit(folder.resolve("key"), type, words);
        Path file = Files.writeString(folder.resolve("words"), words + "\n");

        try (GatewayTestBed bed = bed(key, words.isEmpty() ? Optional.empty() : Optional.of(file))) {
            bed.move(fetch());
            assertThat(bed.text("here")).isEqualTo("there");
        }
    }

    @Test
    void a_passphrase_that_is_missing_or_wrong_is_told_as_such_and_never_shown() throws Exception {
        Path key = server.admit(folder.resolve("key"), "ed25519", "canary horse");
        Path wrong = Files.writeString(folder.resolve("wrong"), "canary cow\n");

        for (Optional<Path> passphrase :
                List.of(Optional.<Path>empty(), Optional.of(wrong), Optional.of(folder.resolve("absent")))) {
            try (GatewayTestBed bed = bed(key, passphrase)) {
                Problem problem = bed.problemOf(fetch());
                assertThat(problem.code()).isEqualTo(ProblemCode.HOST_LOGIN);
                assertThat(problem.message()).contains("passphrase");
                assertThat(problem.toString()).doesNotContain("canary");
            }
        }
    }
}
