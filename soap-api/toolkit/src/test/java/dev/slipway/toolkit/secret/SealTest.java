package dev.slipway.toolkit.secret;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.crypto.RSADecrypter;
import dev.slipway.service.JobsServer;
import dev.slipway.service.ServerKey;
import dev.slipway.toolkit.ScriptedAccess;
import dev.slipway.toolkit.ScriptedJobs;
import dev.slipway.toolkit.Shell;
import dev.slipway.toolkit.answer.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the toolkit's own JWE with a JOSE library that opens it. */
class SealTest {
    @TempDir
    static Path folder;

    private static final ScriptedJobs JOBS = new ScriptedJobs();
    private static JobsServer server;
    private static Shell shell;
    private static Path secret;

    @BeforeAll
    static void start() throws Exception {
        ServerKey key = ServerKey.in(folder, "server");
        server = JobsServer.secured(JOBS, folder, key, 0);
        shell = new Shell(folder).profile(server.address(), "ann", "ann-pw", key.certificate());
        secret = Files.writeString(folder.resolve("md1"), "pass\"w\u00f6rd\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Test
    void a_sealed_password_opens_with_the_services_key_and_says_what_it_is_for() throws Exception {
        assertThat(shell.run(
                        "seal",
                        "--host",
                        "md1",
                        "--user",
                        "loader",
                        "--days",
                        "2",
                        "--password-file",
                        secret.toString()))
                .isZero();
        String sealed = shell.out.strip();
        JWEObject jwe = JWEObject.parse(sealed);
        jwe.decrypt(new RSADecrypter(ScriptedAccess.SEAL.getPrivate()));

        long now = ScriptedJobs.BEGUN.plusSeconds(60).getEpochSecond();
        assertThat(jwe.getHeader().toJSONObject())
                .isEqualTo(Map.of("alg", "RSA-OAEP-256", "enc", "A256GCM", "kid", "scripted"));
        assertThat(jwe.getPayload().toJSONObject())
                .isEqualTo(Map.of(
                        "pwd",
                        "pass\"w\u00f6rd",
                        "sub",
                        "ann",
                        "host",
                        "md1",
                        "user",
                        "loader",
                        "iat",
                        now,
                        "exp",
                        now + 2 * 86_400));
        assertThat(sealed).hasSizeLessThan(1_000);
    }

    @Test
    void no_two_seals_are_alike_and_nothing_of_the_password_is_told() {
        String[] call = {
            "seal", "--host", "md1", "--user", "x", "--submitter", "bob", "--json", "--password-file", secret.toString()
        };
        assertThat(shell.run(call)).isZero();
        String first = shell.out;
        assertThat(shell.run(call)).isZero();
        assertThat(shell.out).isNotEqualTo(first).startsWith("{\"sealed\":\"ey");
        assertThat(shell.err).isEmpty();
        assertThat(shell.run(
                        "seal", "--host", "md1", "--user", "x", "--days", "0", "--password-file", secret.toString()))
                .isEqualTo(ExitStatus.CALL);
    }
}
