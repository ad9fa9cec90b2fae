package dev.slipway.server.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.CompressionAlgorithm;
import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.DirectEncrypter;
import com.nimbusds.jose.crypto.RSAEncrypter;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.secret.PublishedKey.Purpose;
import dev.slipway.secret.Sealer;
import dev.slipway.secret.SecretUse;
import dev.slipway.secret.Secrets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which sealed passwords are opened for which users. Any other form that another library writes is refused. */
class SealedSecretsTest {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final SecretUse USE = new SecretUse("ann", "md1", "loader");
    private static final String PASSWORD = "canary-of-the-sealed-password";

    @TempDir
    static Path folder;

    private static ServiceKeys keys;
    private final SealedSecrets secrets = new SealedSecrets(keys, Clock.fixed(NOW, ZoneOffset.UTC));
    private Map<String, Object> claims;

    @org.junit.jupiter.api.BeforeAll
    static void makeKeys() {
        keys = new ServiceKeys(folder);
    }

    @BeforeEach
    void fill() {
        claims = new HashMap<>(Map.of("pwd", PASSWORD, "sub", "ann", "host", "md1", "user", "loader"));
        claims.put("iat", NOW.getEpochSecond());
        claims.put("exp", NOW.plusSeconds(60).getEpochSecond());
    }

    @Test
    void opens_what_it_sealed_itself_for_this_use_alone_and_for_a_month() {
        String sealed = secrets.seal(PASSWORD, USE);

        assertThat(sealed).doesNotContain(PASSWORD).matches(Secrets::isSealed);
        assertThat(opened(secrets, sealed)).isEqualTo(PASSWORD);
        assertThatThrownBy(() -> secrets.open(sealed, new SecretUse("bob", "md1", "loader")))
                .hasMessageContaining("sealed for another submitter");
        SealedSecrets later =
                new SealedSecrets(keys, Clock.fixed(NOW.plus(Sealer.LASTS).plusSeconds(1), ZoneOffset.UTC));
        assertThatThrownBy(() -> later.open(sealed, USE)).hasMessageContaining("is over");
    }

    @Test
    void opens_what_was_sealed_for_this_use() throws Exception {
        assertThat(opened(secrets, sealed(ours().build()))).isEqualTo(PASSWORD);
    }

    @Test
    void opens_nothing_for_another_submitter_host_or_user_nor_out_of_its_time() throws Exception {
        String sealed = sealed(ours().build());
        refused(sealed, new SecretUse("bob", "md1", "loader"), "another submitter");
        refused(sealed, new SecretUse("ann", "evil", "loader"), "another host");
        refused(sealed, new SecretUse("ann", "md1", "root"), "another user");

        claims.put("exp", NOW.getEpochSecond());
        refused(sealed(ours().build()), USE, "is over");
        claims.put("exp", NOW.plusSeconds(60).getEpochSecond());
        claims.put("iat", NOW.plusSeconds(600).getEpochSecond());
        refused(sealed(ours().build()), USE, "from when and until when");
        claims.remove("iat");
        refused(sealed(ours().build()), USE, "from when and until when");
        claims.put("iat", NOW.getEpochSecond());
        claims.put("pwd", 7);
        refused(sealed(ours().build()), USE, "holds no password");
    }

    @Test
    void takes_one_algorithm_one_encryption_no_compression_and_its_own_keys() throws Exception {
        RSAPublicKey key = (RSAPublicKey) newest().pair().getPublic();
        for (JWEHeader header : new JWEHeader[] {
            new JWEHeader.Builder(JWEAlgorithm.RSA_OAEP_512, EncryptionMethod.A256GCM)
                    .keyID(kid())
                    .build(),
            new JWEHeader.Builder(JWEAlgorithm.RSA_OAEP_256, EncryptionMethod.A128GCM)
                    .keyID(kid())
                    .build(),
            new JWEHeader.Builder(JWEAlgorithm.RSA_OAEP_256, EncryptionMethod.A256CBC_HS512)
                    .keyID(kid())
                    .build(),
            ours().compressionAlgorithm(CompressionAlgorithm.DEF).build(),
            new JWEHeader.Builder(JWEAlgorithm.RSA_OAEP_256, EncryptionMethod.A256GCM).build(),
            new JWEHeader.Builder(JWEAlgorithm.RSA_OAEP_256, EncryptionMethod.A256GCM)
                    .keyID("another")
                    .build()
        }) {
            refused(sealed(header, key), USE, "not sealed by a key of this service");
        }
        JWEObject direct = new JWEObject(
                new JWEHeader.Builder(JWEAlgorithm.DIR, EncryptionMethod.A256GCM)
                        .keyID(kid())
                        .build(),
                new Payload(claims));
        direct.encrypt(new DirectEncrypter(new byte[32]));
        refused(direct.serialize(), USE, "not sealed by a key of this service");
    }

    @Test
    void refuses_what_was_changed_and_what_was_never_sealed() throws Exception {
        String sealed = sealed(ours().build());
        for (int i = 0; i < 5; i++) {
            String[] parts = sealed.split("\\.");
            parts[i] = (parts[i].startsWith("A") ? "B" : "A") + parts[i].substring(1);
            refused(String.join(".", parts), USE, "not sealed by a key of this service");
        }
        for (String text :
                new String[] {"", "iluv1bm", "....", "a.b.c.d.e", sealed + "." + sealed, "x".repeat(10_000)}) {
            refused(text, USE, "not sealed by a key of this service");
        }
    }

    /** Changes only the header, so that the rest equals that of a sealed password. */
    @Test
    void refuses_whatever_header_is_made_up_in_the_same_words() throws Exception {
        String sealed = sealed(ours().build());
        String rest = sealed.substring(sealed.indexOf('.'));
        String kid = "\"kid\":\"" + kid() + "\"";
        String both = "\"alg\":\"RSA-OAEP-256\",\"enc\":\"A256GCM\"," + kid;
        for (String header : List.of(
                "{\"alg\":\"none\",\"enc\":\"A256GCM\"," + kid + "}",
                "{\"alg\":\"NONE\",\"enc\":\"A256GCM\"," + kid + "}",
                "{\"alg\":\"\",\"enc\":\"A256GCM\"," + kid + "}",
                "{\"alg\":null,\"enc\":null," + kid + "}",
                "{\"alg\":7,\"enc\":[]," + kid + "}",
                "{\"alg\":\"HS256\"," + kid + "}",
                "{\"alg\":\"made up\",\"enc\":\"made up\"," + kid + "}",
                "{\"alg\":\"RSA-OAEP-256\"," + kid + "}",
                "{\"enc\":\"A256GCM\"," + kid + "}",
                "{\"alg\":\"PBES2-HS256+A128KW\",\"enc\":\"A256GCM\",\"p2c\":2147483647,\"p2s\":\"AA\"," + kid + "}",
                "{" + both + ",\"zip\":\"DEF\"}",
                "{" + both + ",\"zip\":\"made up\"}",
                "{" + both + ",\"crit\":[\"exp\"],\"exp\":1}",
                "{" + both + ",\"crit\":[]}",
                "{" + both + ",\"crit\":\"exp\"}",
                "{" + both + ",\"b64\":false}",
                "{" + both + ",\"jwk\":{\"kty\":\"RSA\"}}",
                "{" + both + ",\"jwk\":7}",
                "{" + both + ",\"epk\":{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AA\",\"y\":\"AA\"}}",
                "{" + both + ",\"jku\":\"http://[\"}",
                "{" + both + ",\"x5c\":[\"AA\"],\"x5t\":7}",
                "{" + both + ",\"alg\":\"none\"}",
                "{" + both + ",\"x\":" + "[".repeat(2_000) + "]".repeat(2_000) + "}",
                "{" + both + ",\"x\":\"" + "x".repeat(4_000) + "\"}",
                "{\"alg\":\"RSA-OAEP-256\",\"enc\":\"A256GCM\",\"kid\":7}",
                "{\"alg\":\"RSA-OAEP-256\",\"enc\":\"A256GCM\",\"kid\":\"../../x\"}",
                "{\"",
                "{\"a\"}")) {
            String made =
                    Base64.getUrlEncoder().withoutPadding().encodeToString(header.getBytes(StandardCharsets.UTF_8))
                            + rest;
            refused(made, USE, "not sealed by a key of this service");
        }
    }

    @Test
    void a_new_key_is_used_from_then_on_and_the_old_one_still_opens() throws Exception {
        String before = sealed(ours().build());
        String old = kid();
        keys.of(Purpose.SEAL).add();

        assertThat(kid()).isNotEqualTo(old);
        assertThat(opened(secrets, before)).isEqualTo(PASSWORD);
        assertThat(opened(secrets, sealed(ours().build()))).isEqualTo(PASSWORD);
        SealedSecrets later = new SealedSecrets(new ServiceKeys(folder), Clock.fixed(NOW, ZoneOffset.UTC));
        assertThat(opened(later, before)).as("after a restart").isEqualTo(PASSWORD);
        assertThat(new ServiceKeys(folder).of(Purpose.SEAL).newest().kid()).isEqualTo(kid());
    }

    @Test
    void a_new_key_takes_no_others_place_whatever_was_retired_or_left_half_written() throws Exception {
        Path own = Files.createTempDirectory(folder, "own");
        ServiceKeys first = new ServiceKeys(own);
        String retired = first.of(Purpose.SEAL).newest().kid();
        String kept = first.of(Purpose.SEAL).add().kid();
        Files.delete(own.resolve("seal/0001.pem"));
        Files.writeString(own.resolve("seal/.0003.pem.new"), "-----BEGIN PRIVATE KEY-----\nMIIG");

        String made = new ServiceKeys(own).of(Purpose.SEAL).add().kid();

        assertThat(new ServiceKeys(own).of(Purpose.SEAL).all())
                .extracting(KeyFolder.Key::kid)
                .containsExactly(made, kept)
                .doesNotContain(retired);
    }

    @Test
    void says_of_a_key_that_went_that_it_did() throws Exception {
        String before = sealed(ours().build());
        String old = kid();
        Path other = Files.createTempDirectory(folder, "other");
        SealedSecrets without = new SealedSecrets(new ServiceKeys(other), Clock.fixed(NOW, ZoneOffset.UTC));

        assertThatThrownBy(() -> without.open(before, USE))
                .hasMessageContaining("is sealed by the key " + old + ", which this service does not have");
    }

    @Test
    void only_the_service_reads_its_keys() throws IOException {
        newest();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("seal"))))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("seal/0001.pem"))))
                .isEqualTo("rw-------");
    }

    private static String opened(SealedSecrets secrets, String sealed) {
        return new String(secrets.open(sealed, USE), StandardCharsets.UTF_8);
    }

    private static JWEHeader.Builder ours() {
        return new JWEHeader.Builder(JWEAlgorithm.RSA_OAEP_256, EncryptionMethod.A256GCM).keyID(kid());
    }

    private static KeyFolder.Key newest() {
        return keys.of(Purpose.SEAL).newest();
    }

    private static String kid() {
        return newest().kid();
    }

    private String sealed(JWEHeader header) throws Exception {
        return sealed(header, (RSAPublicKey) newest().pair().getPublic());
    }

    private String sealed(JWEHeader header, RSAPublicKey key) throws Exception {
        JWEObject jwe = new JWEObject(header, new Payload(claims));
        jwe.encrypt(new RSAEncrypter(key));
        return jwe.serialize();
    }

    private void refused(String sealed, SecretUse use, String words) {
        assertThatThrownBy(() -> secrets.open(sealed, use)).isInstanceOfSatisfying(ProblemException.class, refusal -> {
            assertThat(refusal.problem().code()).isEqualTo(ProblemCode.SECRET_INVALID);
            assertThat(refusal.problem().message()).contains(words).doesNotContain(PASSWORD);
        });
    }
}
