package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.postgres.SystemUser;
import dev.slipway.server.home.GivenTlsKey;
import dev.slipway.server.home.HomeFolder;
import dev.slipway.server.home.SetUpFailure;
import dev.slipway.server.login.KnownCallers;
import dev.slipway.server.settings.ServerSettings;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.core.env.MapPropertySource;

class WebServerTest {
    private static final String PASSWORD = "a password of a test";

    @TempDir
    Path folder;

    private HomeFolder home;

    @BeforeEach
    void prepare() {
        home = HomeFolder.prepare(folder.resolve("home"), SystemUser.forDatabase(null));
    }

    @Test
    void serves_the_certificate_that_the_operator_gives_and_tells_clients_to_trust_it() throws Exception {
        X509Certificate given = make("service", 365);
        WebServer server = server(Clock.systemUTC(), "service.pem", "service.key");

        assertThat(served(server)).isEqualTo(given);
        assertThat(server.name()).isEqualTo("risk.example.org");
        assertThat(server.hasName("RISK.example.org")).isTrue();
        assertThat(server.hasName("made.up.example.org")).isFalse();
        assertThat(trusted()).containsExactly(given);
    }

    @Test
    void serves_the_key_of_the_home_folder_when_none_is_given() throws Exception {
        WebServer server = server(Clock.systemUTC(), "", "");

        served(server).verify(trusted().get(0).getPublicKey());
        assertThat(server.name()).isEqualTo("127.0.0.1");
    }

    @Test
    void shows_a_renewed_certificate_while_it_runs_to_clients_that_trust_what_they_trusted_before() throws Exception {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
        WebServer server = server(clock(now), "", "");
        org.springframework.boot.web.server.WebServer web = started(server);
        try {
            SSLContext client = trusting();
            Path pinned = Files.copy(home.certificate(), folder.resolve("pinned.pem"));
            X509Certificate before = shown(client, web);
            server.renewCertificate();
            assertThat(shown(client, web)).as("nothing is due").isEqualTo(before);

            now.set(before.getNotAfter().toInstant().minus(Duration.ofDays(1)));
            server.renewCertificate();

            assertThat(shown(client, web)).isNotEqualTo(before);
            assertThat(shown(client, web).getPublicKey()).isEqualTo(before.getPublicKey());
            assertThat(openssl(web, "-CAfile", pinned.toString(), "-verify_return_error"))
                    .contains("Verify return code: 0 (ok)");
        } finally {
            web.stop();
            server.close();
        }
    }

    @Test
    void takes_no_cipher_suite_with_cbc_or_sha_1_under_tls_1_2() throws Exception {
        WebServer server = server(Clock.systemUTC(), "", "");
        org.springframework.boot.web.server.WebServer web = started(server);
        try {
            for (String suite :
                    List.of("ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA", "ECDHE-ECDSA-AES128-SHA256")) {
                assertThat(openssl(web, "-tls1_2", "-cipher", suite + ":@SECLEVEL=0"))
                        .as(suite)
                        .contains("Cipher is (NONE)");
            }
            for (String suite : List.of("ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305")) {
                assertThat(openssl(web, "-tls1_2", "-cipher", suite)).contains("Cipher is " + suite);
            }
            assertThat(openssl(web, "-tls1_3")).contains("Cipher is TLS_AES_256_GCM_SHA384");
        } finally {
            web.stop();
            server.close();
        }
    }

    @Test
    void has_the_names_that_the_operator_lists_also_addresses_as_a_url_writes_them() {
        WebServer server = server(Clock.systemUTC(), "", "");

        assertThat(List.of("127.0.0.1", "LOCALHOST", "[::1]", "[0:0:0:0:0:0:0:1]"))
                .allMatch(server::hasName);
        assertThat(List.of("[::2]", "made.up.example.org", "[made:up]", "")).noneMatch(server::hasName);
    }

    @Test
    void a_wildcard_in_a_certificate_stands_for_one_word() {
        GivenTlsKey key = new GivenTlsKey(folder, folder, List.of("*.example.org"));

        assertThat(key.holdsFor("a.example.org")).isTrue();
        assertThat(key.holdsFor("a.b.example.org")).isFalse();
        assertThat(key.holdsFor("example.org")).isFalse();
    }

    @Test
    void tells_clients_of_every_certificate_after_the_services_own() throws Exception {
        X509Certificate own = make("service", 365);
        X509Certificate authority = make("authority", 365);
        Files.writeString(
                folder.resolve("chain.pem"),
                Files.readString(folder.resolve("service.pem")) + Files.readString(folder.resolve("authority.pem")));

        server(Clock.systemUTC(), "chain.pem", "service.key");

        assertThat(trusted()).containsExactly(own, authority);
    }

    @Test
    void refuses_a_key_of_another_certificate_and_files_that_hold_neither() throws Exception {
        make("service", 365);
        make("other", 365);

        refused("service.pem", "other.key", "slipway.tls.key: the key in ", "is not that of the first certificate in ");
        refused("service.key", "service.key", "slipway.tls.certificate: no certificate can be read from ");
        refused("service.pem", "service.pem", "slipway.tls.key: no private key can be read from ");
        refused("none.pem", "service.key", "slipway.tls.certificate: no certificate can be read from ");
    }

    @Test
    void refuses_a_certificate_that_has_ended() throws Exception {
        make("service", 5);
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofDays(6));

        assertThat(server(Clock.systemUTC(), "service.pem", "service.key").name())
                .isEqualTo("risk.example.org");
        assertThatThrownBy(() -> server(later, "service.pem", "service.key"))
                .isInstanceOf(SetUpFailure.class)
                .hasMessageContaining("which is not now");
    }

    private void refused(String certificate, String key, String... words) {
        assertThatThrownBy(() -> server(Clock.systemUTC(), certificate, key))
                .isInstanceOf(SetUpFailure.class)
                .hasMessageContainingAll(words);
    }

    private WebServer server(Clock clock, String certificate, String key) {
        Map<String, Object> given = Map.of(
                "slipway.home",
                home.root().toString(),
                "slipway.port",
                "0",
                "slipway.tls-names",
                "localhost,127.0.0.1,::1",
                "slipway.tls.certificate",
                certificate.isEmpty() ? "" : folder.resolve(certificate),
                "slipway.tls.key",
                key.isEmpty() ? "" : folder.resolve(key));
        return new WebServer(
                new Binder(ConfigurationPropertySources.from(new MapPropertySource("given", given)))
                        .bindOrCreate("slipway", ServerSettings.class),
                home,
                clock,
                new StaticListableBeanFactory().getBeanProvider(KnownCallers.class));
    }

    private static org.springframework.boot.web.server.WebServer started(WebServer server) {
        TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory();
        server.customize(factory);
        org.springframework.boot.web.server.WebServer web = factory.getWebServer();
        web.start();
        return web;
    }

    /** Returns the certificate that the server shows to a client that trusts the home's certificates. */
    private X509Certificate served(WebServer server) throws Exception {
        org.springframework.boot.web.server.WebServer web = started(server);
        try {
            return shown(trusting(), web);
        } finally {
            web.stop();
            server.close();
        }
    }

    private static X509Certificate shown(SSLContext client, org.springframework.boot.web.server.WebServer web)
            throws Exception {
        try (SSLSocket socket = (SSLSocket) client.getSocketFactory().createSocket("127.0.0.1", web.getPort())) {
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    private static Clock clock(AtomicReference<Instant> now) {
        return new Clock() {
            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                throw new UnsupportedOperationException("nobody asks for the zone");
            }

            @Override
            public Instant instant() {
                return now.get();
            }
        };
    }

    /** Returns the output of openssl s_client for one connection. */
    private static String openssl(org.springframework.boot.web.server.WebServer web, String... options)
            throws Exception {
        List<String> line = new ArrayList<>(List.of("openssl", "s_client", "-connect", "127.0.0.1:" + web.getPort()));
        line.addAll(List.of(options));
        Process client = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private SSLContext trusting() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("service", trusted().get(0));
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private List<X509Certificate> trusted() throws Exception {
        try (InputStream in = Files.newInputStream(home.certificate())) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
        }
    }

    /** Makes NAME.pem and NAME.key, as an authority issues them. */
    private X509Certificate make(String name, int days) throws Exception {
        Path keyStore = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=risk.example.org",
                        "-ext",
                        "SAN=dns:*.example.org,dns:risk.example.org",
                        "-validity",
                        String.valueOf(days),
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        keyStore.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore store = KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray());
        X509Certificate certificate = (X509Certificate) store.getCertificate(name);
        write(name + ".pem", "CERTIFICATE", certificate.getEncoded());
        write(
                name + ".key",
                "PRIVATE KEY",
                store.getKey(name, PASSWORD.toCharArray()).getEncoded());
        return certificate;
    }

    private void write(String file, String kind, byte[] der) throws Exception {
        Files.writeString(
                folder.resolve(file),
                "-----BEGIN " + kind + "-----\n"
                        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + kind
                        + "-----\n");
    }
}
