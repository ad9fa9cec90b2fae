package dev.slipway.server.secret;

import dev.slipway.callback.CallbackSender;
import dev.slipway.secret.PublishedKey.Purpose;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Duration;
import java.util.Base64;

/**
 * Posts callbacks with a signature that the receiver can check: the header {@code Slipway-Signature} is a JWS with
 * detached content (RFC 7515, appendix F) by EdDSA over the body. Redirects are not followed, and only the status of
 * the answer is read.
 */
public final class SignedCallbacks implements CallbackSender {
    /** The header with the signature. */
    public static final String HEADER = "Slipway-Signature";

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final ServiceKeys keys;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(PATIENCE)
            .build();

    public SignedCallbacks(ServiceKeys keys) {
        this.keys = keys;
    }

    @Override
    public void send(URI receiver, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(receiver)
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .header(HEADER, signature(body))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<InputStream> answer;
        try {
            answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw new IOException(
                    receiver.getAuthority() + " was not reached: "
                            + e.getClass().getSimpleName(),
                    e);
        }
        answer.body().close();
        if (answer.statusCode() / 100 != 2) {
            throw new IOException(receiver.getAuthority() + " answered HTTP " + answer.statusCode());
        }
    }

    private String signature(String body) {
        KeyFolder.Key key = keys.of(Purpose.CALLBACK).newest();
        String header = "{\"alg\":\"EdDSA\",\"kid\":\"" + key.kid() + "\"}";
        String first = BASE64.encodeToString(header.getBytes(StandardCharsets.US_ASCII));
        String content = BASE64.encodeToString(body.getBytes(StandardCharsets.UTF_8));
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(key.pair().getPrivate());
            signature.update((first + "." + content).getBytes(StandardCharsets.US_ASCII));
            return first + ".." + BASE64.encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java signs no Ed25519", e);
        }
    }
}
