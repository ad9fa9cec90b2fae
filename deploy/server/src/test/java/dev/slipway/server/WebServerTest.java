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
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
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

        assertThat(served(server)).isEqualTo(trusted().get(0));
        assertThat(server.name()).isEqualTo("127.0.0.1");
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

    /** What a client that trusts the home's certificates is shown. */
    private X509Certificate served(WebServer server) throws Exception {
        TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory();
        server.customize(factory);
        var web = factory.getWebServer();
        web.start();
        try (SSLSocket socket = (SSLSocket) trusting().getSocketFactory().createSocket("127.0.0.1", web.getPort())) {
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        } finally {
            web.stop();
        }
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

    /** NAME.pem and NAME.key, as an authority gives them. */
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
