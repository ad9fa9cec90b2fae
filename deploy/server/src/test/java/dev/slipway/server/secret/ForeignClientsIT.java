package dev.slipway.server.secret;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.slipway.secret.PublishedKey.Purpose;
import dev.slipway.secret.SecretUse;
import dev.slipway.servers.Await;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the Python of docs/sealed-passwords.md and docs/callbacks.md, exactly as documented, against the service's own
 * code.
 */
class ForeignClientsIT {
    private static final Path ROOT = Path.of(System.getProperty("slipway.root"));

    @TempDir
    static Path folder;

    private static ServiceKeys keys;

    @BeforeAll
    static void makeKeys() {
        keys = new ServiceKeys(folder.resolve("keys"));
    }

    @Test
    void the_service_opens_what_jwcrypto_seals_as_the_documentation_has_it() throws Exception {
        KeyFolder.Key key = keys.of(Purpose.SEAL).newest();
        String sealed = python(
                "docs/sealed-passwords.md",
                """
                import sys
                print(seal(sys.argv[1], base64.b64decode(sys.argv[2]), "p\u00e4ss \\"word", "ann", "md1", "loader"))
                """,
                key.kid(),
                base64(key.pair().getPublic().getEncoded()));

        byte[] password =
                new SealedSecrets(keys, Clock.systemUTC()).open(sealed.strip(), new SecretUse("ann", "md1", "loader"));

        assertThat(new String(password, StandardCharsets.UTF_8)).isEqualTo("p\u00e4ss \"word");
    }

    @Test
    void jwcrypto_takes_the_signature_of_a_callback_and_none_that_was_changed() throws Exception {
        String body = "{\"event\":\"job.closed\",\"name\":\"\u00fcber Nacht\"}";
        CompletableFuture<String> heard = new CompletableFuture<>();
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            byte[] received = exchange.getRequestBody().readAllBytes();
            heard.complete(exchange.getRequestHeaders().getFirst(SignedCallbacks.HEADER) + " " + base64(received));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        try {
            new SignedCallbacks(keys)
                    .send(URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/closed"), body);
        } finally {
            receiver.stop(0);
        }
        String[] signed = heard.join().split(" ");
        KeyFolder.Key key = keys.of(Purpose.CALLBACK).newest();

        String said = python(
                "docs/callbacks.md",
                """
                import sys
                signature, body, kid, spki = sys.argv[1], base64.b64decode(sys.argv[2]), sys.argv[3], \
                base64.b64decode(sys.argv[4])
                header, _, value = signature.split(".")
                other = header + ".." + ("B" if value[0] == "A" else "A") + value[1:]
                print(is_signed(body, signature, {kid: spki}), is_signed(body + b" ", signature, {kid: spki}))
                print(is_signed(body, signature, {"another": spki}), is_signed(body, other, {kid: spki}))
                """,
                signed[0],
                signed[1],
                key.kid(),
                base64(key.pair().getPublic().getEncoded()));

        assertThat(said).isEqualTo("True False\nFalse False\n");
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** Returns the output of the document's Python followed by these lines. */
    private static String python(String document, String more, String... arguments) throws Exception {
        String text = Files.readString(ROOT.resolve(document));
        int begin = text.indexOf("```python\n") + "```python\n".length();
        String code = text.substring(begin, text.indexOf("```", begin));
        Path script = Files.writeString(Files.createTempFile(folder, "example", ".py"), code + "\n" + more);
        List<String> line = new ArrayList<>(
                List.of(ROOT.resolve("target/clients/venv/bin/python").toString(), script.toString()));
        line.addAll(List.of(arguments));
        Process python = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = Await.output(python);
        assertThat(python.waitFor()).isZero();
        return said;
    }
}
