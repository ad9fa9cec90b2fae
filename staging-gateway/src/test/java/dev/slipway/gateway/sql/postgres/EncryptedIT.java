package dev.slipway.gateway.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.postgres.EmbeddedPostgres;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.servers.Await;
import dev.slipway.servers.PostgresDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a database reached by TLS: a real server with its own certificate. */
class EncryptedIT {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private static Path folder;

    private static EmbeddedPostgres server;
    private static PostgresDatabase plain;

    @TempDir
    private Path job;

    @BeforeAll
    static void start() throws Exception {
        // As root, the server runs as another user.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        server = EmbeddedPostgres.start(Files.createDirectory(folder.resolve("server")));
        plain = new PostgresDatabase(server.jdbcUrl("postgres"), server.user(), server.password());
        KeyStore keys = keys("keys");
        String certificate = pem("CERTIFICATE", keys.getCertificate("server").getEncoded());
        Files.writeString(folder.resolve("root.crt"), certificate);
        give("server.crt", certificate);
        give("server.key", pem("PRIVATE KEY", keys.getKey("server", PASSWORD).getEncoded()));
        GatewayTestBed.run(plain, "ALTER SYSTEM SET ssl = on");
        GatewayTestBed.run(plain, "SELECT pg_reload_conf()");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static KeyStore keys(String name) throws IOException, InterruptedException, GeneralSecurityException {
        Path file = folder.resolve(name);
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "RSA",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String said = Await.output(keytool);
        assertThat(keytool.waitFor()).as(said).isZero();
        return KeyStore.getInstance(file.toFile(), PASSWORD);
    }

    private static String pem(String what, byte[] encoded) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        return "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n";
    }

    /** Makes the server write a file into its own folder, where the server finds the file by name. */
    private static void give(String name, String text) throws Exception {
        try (Connection connection = plain.dataSource().getConnection();
                PreparedStatement hold = connection.prepareStatement("SELECT set_config('test.lines', ?, false)")) {
            hold.setString(1, text.strip());
            hold.execute();
            connection
                    .createStatement()
                    .execute("COPY (SELECT string_to_table(current_setting('test.lines'), E'\\n'))"
                            + " TO PROGRAM 'umask 077 && cat > " + name + "'");
        }
    }

    private GatewayTestBed bed(String options) throws IOException {
        PostgresDatabase encrypted =
                new PostgresDatabase(plain.jdbcUrl() + "?" + options, plain.user(), plain.password());
        return GatewayTestBed.on(encrypted, job, GatewayLimits.STANDARD);
    }

    @Test
    void rows_pass_encrypted_and_whole() throws Exception {
        try (GatewayTestBed bed = bed("sslmode=verify-full&sslrootcert=" + folder.resolve("root.crt"))) {
            bed.move(GatewayTestBed.extract("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()", "tls.csv"));
            assertThat(bed.text("tls.csv")).isEqualTo("ssl\nt\n");

            bed.move(GatewayTestBed.extract(
                    "SELECT i, md5(i::text) AS hash FROM generate_series(1, 300000) i", "many.csv"));
            assertThat(bed.text("many.csv"))
                    .hasLineCount(300_001)
                    .endsWith("\n300000,1ded704ce9ba546acc563f4c9ef0eb52\n");
        }
    }

    @Test
    void a_server_with_a_certificate_of_nobody_known_is_not_believed() throws Exception {
        String another =
                pem("CERTIFICATE", keys("other").getCertificate("server").getEncoded());
        Path root = Files.writeString(job.resolve("other.crt"), another);
        try (GatewayTestBed bed = bed("sslmode=verify-full&sslrootcert=" + root)) {
            Problem problem = bed.problemOf(GatewayTestBed.extract("SELECT 1 AS one", "one.csv"));
            assertThat(problem.code()).isEqualTo(ProblemCode.DATABASE_LOGIN);
            assertThat(problem.message()).isEqualTo("source risk shows a certificate that is not believed");
            assertThat(problem.detail()).startsWith("PKIX path");
            assertThat(bed.names()).doesNotContain("one.csv");
        }
    }
}
