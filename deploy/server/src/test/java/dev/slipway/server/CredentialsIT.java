package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.RSAEncrypter;
import dev.slipway.servers.Await;
import dev.slipway.servers.PasswordSshServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests sealed passwords of documents, from the submission to the login on a host, and the keys that seal them. */
@Timeout(300)
class CredentialsIT {
    private static final String CANARY = "canary-sealed-7d20";
    private static final Pattern TOKEN = Pattern.compile("token>([0-9a-z]{32})<");

    @TempDir
    static Path folder;

    private static PasswordSshServer host;
    private static WholeService service;

    @BeforeAll
    static void start() throws Exception {
        host = PasswordSshServer.start(folder.resolve("host"), PasswordSshServer.Way.PASSWORD, "doej", CANARY);
        Path input = host.files().resolve("users/doej/data/00input.blob");
        Files.createDirectories(input.getParent());
        Files.writeString(input, "salutation\n");
        Path key = Files.writeString(folder.resolve("key"), "no document's login uses it\n");
        String place = "{ address: 127.0.0.1, port: %d, user: slipway, identity-file: %s, known-hosts-file: %s%s }";
        service = new WholeService(
                "  partitions: { M011_32_NE: { slots: 32 } }",
                "  hosts:",
                "    \"[127.0.0.1]\": "
                        + place.formatted(host.port(), key, host.knownHosts(), ", document-credentials: true"),
                "    shut: " + place.formatted(host.port(), key, host.knownHosts(), ""));
        service.program("helloworld");
        service.start();
        for (String user : List.of("ann", "bob")) {
            operator("<s:userAdd><s:name>" + user + "</s:name><s:password>green tea of " + user
                    + "</s:password><s:role>USER</s:role><s:grant>all</s:grant></s:userAdd>");
        }
    }

    @AfterAll
    static void stop() throws IOException {
        service.close();
        host.close();
    }

    @BeforeEach
    void forget() {
        host.whenAsked(() -> {});
    }

    @Test
    void a_document_like_figure_2_logs_in_as_its_user_and_nothing_shows_the_password() throws Exception {
        int attempts = host.attempts().size();
        List<String> seen = new ArrayList<>();
        host.whenAsked(() -> seen.addAll(Traces.processes()));
        String token = submit("ann", figure2(sealed("ann", "127.0.0.1", "doej"), "127.0.0.1"));

        String history = await("ann", token, "STAGED_IN");

        assertThat(history).contains("step home/jdoe/temp/00temp.file moved 11 bytes");
        assertThat(host.attempts()).hasSize(attempts + 1).containsOnly("doej");
        assertThat(seen).hasSizeGreaterThan(2).noneMatch(process -> process.contains(CANARY));
        assertThat(history).doesNotContain(CANARY);
        for (String operation : List.of("status", "explain", "auditExport", "results")) {
            assertThat(call("ann", "<s:" + operation + "><s:token>" + token + "</s:token></s:" + operation + ">"))
                    .doesNotContain(CANARY);
        }
        assertThat(Traces.rows(service)).anyMatch(row -> row.contains(token)).noneMatch(row -> row.contains(CANARY));
        assertThat(Traces.files(service)).isNotEmpty().noneMatch(content -> content.contains(CANARY));
    }

    @Test
    void a_password_is_refused_at_submission_for_another_user_host_or_login() throws Exception {
        int attempts = host.attempts().size();
        String sealed = sealed("ann", "127.0.0.1", "doej");

        assertThat(submission("bob", figure2(sealed, "127.0.0.1")))
                .contains("secret.invalid", "is sealed for another submitter");
        assertThat(submission("ann", figure2(sealed("ann", "shut", "doej"), "127.0.0.1")))
                .contains("secret.invalid", "is sealed for another host");
        assertThat(submission("ann", figure2(sealed, "127.0.0.1").replace(">doej<", ">root<")))
                .contains("secret.invalid", "is sealed for another user");
        assertThat(submission("ann", figure2(sealed("ann", "shut", "doej"), "shut")))
                .contains("secret.not-taken", "host shut takes no users of documents");
        assertThat(submission("ann", figure2(sealed("ann", "evil.example.org", "doej"), "evil.example.org")))
                .contains("source.unknown", "no host is named evil.example.org");
        assertThat(submission("ann", figure2(CANARY, "127.0.0.1")))
                .contains("secret.clear", "sealed with a key of the operation publicKeys", "exitStatus>10<")
                .doesNotContain(CANARY);
        assertThat(host.attempts()).hasSize(attempts);
        assertThat(Traces.rows(service)).noneMatch(row -> row.contains(CANARY));
    }

    @Test
    void an_operators_retry_of_anothers_job_does_not_open_the_password() throws Exception {
        String document =
                figure2(sealed("ann", "127.0.0.1", "doej"), "127.0.0.1").replace("00input.blob", "no.blob");
        String token = submit("ann", document);
        await("ann", token, "CLEANED");
        int attempts = host.attempts().size();

        assertThat(operator("<s:retry><s:token>" + token + "</s:token></s:retry>"))
                .contains("secret.invalid", "is sealed for another submitter");
        assertThat(host.attempts()).hasSize(attempts);
    }

    @Test
    void an_operator_makes_keys_old_ones_open_and_one_that_went_is_told() throws Exception {
        String before = sealed("ann", "127.0.0.1", "doej");
        String old = newest().get("kid");
        String rotate = "<s:rotateKey><s:purpose>SEAL</s:purpose></s:rotateKey>";

        assertThat(call("ann", rotate)).contains("access.not-authorised");
        assertThat(newest().get("kid")).isEqualTo(old);
        assertThat(operator(rotate)).contains("rotateKeyResponse");
        String made = newest().get("kid");
        assertThat(made).isNotEqualTo(old);
        assertThat(operator("<s:operations><s:offset>0</s:offset><s:limit>50</s:limit></s:operations>"))
                .contains("SEAL key " + made);
        Path keys = service.home().resolve("data/keys/seal");
        try (Stream<Path> files = Files.list(keys)) {
            assertThat(files.toList()).hasSize(2).allSatisfy(file -> assertThat(
                            PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------"));
        }

        // The old key opens the password at submission, and is gone by the time of the step.
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        host.whenAsked(() -> {
            asked.countDown();
            Await.open(gone);
        });
        String token = submit("ann", figure2(before, "127.0.0.1"));
        Await.open(asked);
        service.stop();
        Files.delete(keys.resolve("0001.pem"));
        gone.countDown();
        service.start();
        assertThat(newest().get("kid")).as("after a restart").isEqualTo(made);
        assertThat(await("ann", token, "CLEANED"))
                .contains("is sealed by the key " + old + ", which this service does not have, or no more");
        assertThat(submission("ann", figure2(before, "127.0.0.1")))
                .contains("secret.invalid", "is sealed by the key " + old);
    }

    private static String figure2(String password, String host) throws IOException {
        return Files.readString(Path.of("../../tests/contracts/documents/not-offered/figure-2.xml"))
                .replace("iluv1bm", password)
                .replace("/bgl/jdoe/bin/helloworld", "helloworld")
                .replace("sid=\"xxxxxxx\"", "")
                .replace("<jsdl:RemoteHostName>127.0.0.1<", "<jsdl:RemoteHostName>" + host + "<");
    }

    private static String submission(String user, String document) throws Exception {
        String bytes = Base64.getEncoder().encodeToString(document.getBytes(StandardCharsets.UTF_8));
        return call(user, "<s:submit><s:document>" + bytes + "</s:document></s:submit>");
    }

    private static String submit(String user, String document) throws Exception {
        String answer = submission(user, document);
        Matcher token = TOKEN.matcher(answer);
        assertThat(token.find()).as(answer).isTrue();
        return token.group(1);
    }

    /** Returns the history as soon as the history holds this event. */
    private static String await(String user, String token, String event) {
        AtomicReference<String> history = new AtomicReference<>();
        Await.until(history::get, () -> {
            history.set(call(user, "<s:history><s:token>" + token + "</s:token></s:history>"));
            return history.get().contains(">" + event + "<");
        });
        return history.get();
    }

    private static String call(String user, String body) throws Exception {
        return service.call(user, "green tea of " + user, body).body();
    }

    private static String operator(String body) throws Exception {
        return service.call("operator", service.password(), body).body();
    }

    /** Returns the key for sealing: kid and spki. */
    private static Map<String, String> newest() throws Exception {
        Matcher key = Pattern.compile("kid>([0-9a-f]{16})<.*?purpose>SEAL<.*?spki>([^<]+)<", Pattern.DOTALL)
                .matcher(operator("<s:publicKeys/>"));
        assertThat(key.find()).isTrue();
        return Map.of("kid", key.group(1), "spki", key.group(2));
    }

    private static String sealed(String submitter, String place, String user) throws Exception {
        Map<String, String> key = newest();
        long now = Instant.now().getEpochSecond();
        Map<String, Object> claims =
                Map.of("pwd", CANARY, "sub", submitter, "host", place, "user", user, "iat", now, "exp", now + 600);
        JWEObject jwe = new JWEObject(
                new JWEHeader.Builder(JWEAlgorithm.RSA_OAEP_256, EncryptionMethod.A256GCM)
                        .keyID(key.get("kid"))
                        .build(),
                new Payload(claims));
        byte[] spki = Base64.getMimeDecoder().decode(key.get("spki"));
        jwe.encrypt(new RSAEncrypter(
                (RSAPublicKey) KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(spki))));
        return jwe.serialize();
    }
}
