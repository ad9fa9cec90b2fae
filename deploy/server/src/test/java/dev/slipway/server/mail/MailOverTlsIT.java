package dev.slipway.server.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.configuration.GreenMailConfiguration;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.slipway.servers.Await;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests mails over TLS, with a login, to a real mail server with a certificate. */
@Timeout(120)
class MailOverTlsIT {
    private static final String PASSWORD = "the secret of the mail server";

    @TempDir
    Path folder;

    private GreenMail server;
    private Path password;

    @BeforeEach
    void start() throws Exception {
        server = new GreenMail(ServerSetup.SMTP.dynamicPort());
        server.withConfiguration(GreenMailConfiguration.aConfig().withUser("slipway@example.org", "slipway", PASSWORD));
        server.start();
        password = Files.writeString(folder.resolve("password"), PASSWORD + "\n");
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"starttls", "tls"})
    void a_mail_goes_over_tls_to_a_server_with_a_trusted_certificate(String security) throws Exception {
        Path trusted = certificate("ip:127.0.0.1");

        try (TlsFront front = front(security)) {
            assertThat(send(front, security, trusted)).isEqualTo(OneMail.SENT);
            assertThat(front.handshakes()).hasSize(1).allMatch(version -> version.startsWith("TLSv1."));
        }

        assertThat(server.getReceivedMessages()).hasSize(1);
        assertThat(server.getReceivedMessages()[0].getSubject()).isEqualTo("Slipway: nightly is done");
    }

    @ParameterizedTest
    @ValueSource(strings = {"starttls", "tls"})
    void a_certificate_that_nobody_trusts_is_refused(String security) throws Exception {
        Path trusted = certificate("ip:127.0.0.1");
        certificate("ip:127.0.0.1");

        try (TlsFront front = front(security)) {
            assertThat(send(front, security, trusted)).contains(":" + front.port() + ": ", "certification path");
        }

        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"starttls", "tls"})
    void a_certificate_of_another_server_is_refused(String security) throws Exception {
        Path trusted = certificate("dns:mail.example.org");

        try (TlsFront front = front(security)) {
            assertThat(send(front, security, trusted)).contains("127.0.0.1");
        }

        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void a_server_without_starttls_gets_no_mail_and_no_password() throws Exception {
        assertThat(send(server.getSmtp().getPort(), "starttls", certificate("ip:127.0.0.1")))
                .contains("STARTTLS");

        assertThat(server.getReceivedMessages()).isEmpty();
    }

    private TlsFront front(String security) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(folder.resolve("server.p12"))) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        return new TlsFront(tls, security.equals("starttls"), server.getSmtp().getPort());
    }

    /** Makes the server's certificate for a name; returns a file with this certificate as the only trusted one. */
    private Path certificate(String name) throws Exception {
        Path keys = folder.resolve("server.p12");
        Files.deleteIfExists(keys);
        Path certificate = folder.resolve("server.pem");
        Path trusted = Files.createTempDirectory(folder, "trusted").resolve("trusted.p12");
        List<String> own = List.of("-keystore", keys.toString(), "-alias", "mail");
        List<String> made = new ArrayList<>(List.of(
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + trusted.getParent().getFileName()));
        made.addAll(List.of("-ext", "san=" + name));
        made.addAll(own);
        keytool(made);
        List<String> exported = new ArrayList<>(List.of("-exportcert", "-file", certificate.toString()));
        exported.addAll(own);
        keytool(exported);
        keytool(List.of("-importcert", "-noprompt", "-file", certificate.toString(), "-keystore", trusted.toString()));
        return trusted;
    }

    private static void keytool(List<String> arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(java("keytool"), "-storepass", PASSWORD, "-storetype", "PKCS12"));
        command.addAll(arguments);
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = Await.output(keytool);
        assertThat(Await.exit(keytool)).as(said).isZero();
    }

    private String send(TlsFront front, String security, Path trusted) throws Exception {
        return send(front.port(), security, trusted);
    }

    private String send(int port, String security, Path trusted) throws Exception {
        Process sender = new ProcessBuilder(
                        java("java"),
                        "-XX:TieredStopAtLevel=1",
                        "-Djavax.net.ssl.trustStore=" + trusted,
                        "-Djavax.net.ssl.trustStorePassword=" + PASSWORD,
                        "-cp",
                        System.getProperty("java.class.path"),
                        OneMail.class.getName(),
                        Integer.toString(port),
                        security,
                        password.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = Await.output(sender);
        assertThat(Await.exit(sender)).as(said).isZero();
        return said.strip();
    }

    private static String java(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }
}
