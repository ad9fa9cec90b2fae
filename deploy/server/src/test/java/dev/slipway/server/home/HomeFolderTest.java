package dev.slipway.server.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.slipway.postgres.SystemUser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class HomeFolderTest {
    private static final List<String> NAMES = List.of("localhost", "127.0.0.1");
    private static final Clock NOW = Clock.systemUTC();
    private static final SystemUser STRANGER = new SystemUser("stranger", 54321, 54321, true);

    @TempDir
    Path temporary;

    private HomeFolder home;

    @BeforeEach
    void prepare() {
        home = HomeFolder.prepare(temporary.resolve("home"), SystemUser.forDatabase(null));
    }

    @Test
    void closes_its_data_and_lets_runs_pass_to_their_folders() throws IOException {
        assertThat(rights(home.root())).isEqualTo("rwx--x--x");
        assertThat(rights(home.scratch())).isEqualTo("rwx--x--x");
        assertThat(rights(home.data())).endsWith("---").startsWith("rwx");
        assertThat(rights(home.results())).isEqualTo("rwx------");
        assertThat(rights(home.tls())).isEqualTo("rwx------");
        assertThat(rights(home.log())).isEqualTo("rwx------");
        assertThat(STRANGER.barrier(home.data())).contains(home.data());
    }

    @Test
    void names_the_folder_that_keeps_runs_out() throws IOException {
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx------"));
        assertThatThrownBy(() -> home.requireRunsReach(STRANGER.uid()))
                .isInstanceOf(SetUpFailure.class)
                .hasMessageContaining("the folder " + temporary + " is closed to ");

        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx--x--x"));
        home.requireRunsReach(STRANGER.uid());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/tmp", "/var/tmp", "/dev/shm"})
    void warns_of_a_home_folder_in_which_runs_can_write_beside_their_run_folder(String shared) {
        assertThat(warnings(Path.of(shared, "slipway", "home")))
                .singleElement()
                .asString()
                .contains(shared + "/slipway/home lies in " + shared + ",", "quota", "slipway.home");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/var/lib/slipway", "/tmpfiles/slipway", "/home/ann/tmp/slipway"})
    void warns_of_no_other_home_folder(String root) {
        assertThat(warnings(Path.of(root))).isEmpty();
    }

    private static List<String> warnings(Path root) {
        Logger log = (Logger) LoggerFactory.getLogger(HomeFolder.class);
        ListAppender<ILoggingEvent> written = new ListAppender<>();
        written.start();
        log.addAppender(written);
        try {
            new HomeFolder(root).warnOfTemporaryPlace();
        } finally {
            log.detachAppender(written);
        }
        assertThat(written.list).allMatch(event -> event.getLevel() == Level.WARN);
        return written.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void makes_a_private_key_and_a_certificate_for_its_names() throws Exception {
        TlsKey key = TlsKey.in(home, NAMES, NOW);

        X509Certificate certificate = key.certificate();
        certificate.verify(certificate().getPublicKey());
        assertThat(certificate().getBasicConstraints()).as("an authority's").isZero();
        assertThat(Duration.between(
                        certificate.getNotBefore().toInstant(),
                        certificate.getNotAfter().toInstant()))
                .isLessThanOrEqualTo(Duration.ofDays(825));
        assertThat(certificate.getSubjectAlternativeNames())
                .extracting(name -> (Object) name.get(1))
                .containsExactlyInAnyOrder("localhost", "127.0.0.1");
        assertThat(certificate.getPublicKey()).isInstanceOfSatisfying(ECPublicKey.class, ec -> assertThat(
                        ec.getParams().getCurve().getField().getFieldSize())
                .isEqualTo(256));
        assertThat(rights(key.keyStore())).isEqualTo("rw-------");
        assertThat(rights(home.tls().resolve("keystore.password"))).isEqualTo("rw-------");
        assertThat(rights(home.certificate())).isEqualTo("rw-r--r--");
        assertThat(key.password()).hasSize(24);
        assertThat(key.toString()).doesNotContain(key.password());
    }

    @Test
    void keeps_its_key_and_restores_a_lost_certificate_file() throws Exception {
        TlsKey first = TlsKey.in(home, NAMES, NOW);
        X509Certificate before = certificate();
        Files.delete(home.certificate());

        TlsKey second = TlsKey.in(home, NAMES, NOW);

        assertThat(second).isEqualTo(first);
        assertThat(certificate()).isEqualTo(before);
    }

    @Test
    void renews_the_certificate_before_it_ends_for_the_same_key_and_by_the_same_authority() throws Exception {
        TlsKey first = TlsKey.in(home, NAMES, NOW);
        X509Certificate authority = certificate();
        Instant end = first.certificate().getNotAfter().toInstant();

        assertThat(TlsKey.in(home, NAMES, at(end.minus(TlsKey.AHEAD).minusSeconds(1))))
                .isEqualTo(first);
        TlsKey second = TlsKey.in(home, NAMES, at(end.minus(TlsKey.AHEAD).plusSeconds(1)));

        assertThat(second.certificate()).isNotEqualTo(first.certificate());
        assertThat(second.certificate().getPublicKey())
                .isEqualTo(first.certificate().getPublicKey());
        assertThat(second.certificate().getSubjectAlternativeNames())
                .hasSameElementsAs(first.certificate().getSubjectAlternativeNames());
        second.certificate().verify(authority.getPublicKey());
        assertThat(certificate()).isEqualTo(authority);
        assertThat(rights(second.keyStore())).isEqualTo("rw-------");
        assertThat(TlsKey.in(home, NAMES, NOW)).as("what is kept").isEqualTo(second);
    }

    @Test
    void keeps_the_self_signed_certificate_of_an_older_home_until_it_ends_soon_and_its_key_after_that()
            throws Exception {
        TlsKey made = TlsKey.in(home, NAMES, NOW);
        Files.delete(made.keyStore());
        Keytool keytool = new Keytool(made.keyStore(), home.tls().resolve("keystore.password"));
        keytool.run(
                new byte[0],
                "-genkeypair",
                "-alias",
                TlsKey.ALIAS,
                "-keyalg",
                "EC",
                "-dname",
                "CN=old",
                "-validity",
                "3653");

        TlsKey older = TlsKey.in(home, NAMES, NOW);
        assertThat(certificate()).isEqualTo(older.certificate());
        TlsKey renewed =
                TlsKey.in(home, NAMES, at(older.certificate().getNotAfter().toInstant()));

        assertThat(renewed.certificate().getPublicKey())
                .isEqualTo(older.certificate().getPublicKey());
        renewed.certificate().verify(certificate().getPublicKey());
    }

    @Test
    void says_so_when_the_key_store_cannot_be_opened() throws IOException {
        TlsKey.in(home, NAMES, NOW);
        Files.writeString(home.tls().resolve("keystore.password"), "another");

        assertThatThrownBy(() -> TlsKey.in(home, NAMES, NOW))
                .isInstanceOf(SetUpFailure.class)
                .hasMessageContaining("the TLS key in " + home.tls());
    }

    private static Clock at(Instant time) {
        return Clock.fixed(time, ZoneOffset.UTC);
    }

    /** Returns the certificate that clients trust. */
    private X509Certificate certificate() throws Exception {
        try (InputStream in = Files.newInputStream(home.certificate())) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    private static String rights(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
