package dev.slipway.toolkit.wire;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.OwnProblem;
import dev.slipway.toolkit.profile.Profile;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import javax.xml.stream.XMLStreamException;

/** Calls the service that a profile names, one call at a time, over TLS, by HTTP Basic or a bearer token. */
final class ServiceClient {
    private static final int CONNECT_MS = 10_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Profile profile;
    private final String authorization;
    private final Failure refused;
    private final Duration patience;
    private final SSLSocketFactory trust;

    private ServiceClient(Profile profile, String authorization, Failure refused, Duration patience) {
        this.profile = profile;
        this.authorization = authorization;
        this.refused = refused;
        this.patience = patience;
        // A new connection first asks for the default factory, and the JDK's own default reads all certificates of the
        // JDK.
        profile.ca().map(TrustedCertificates::in).ifPresent(HttpsURLConnection::setDefaultSSLSocketFactory);
        this.trust = HttpsURLConnection.getDefaultSSLSocketFactory();
    }

    static ServiceClient byPassword(Profile profile, char[] password) {
        return byPassword(profile, password, PATIENCE);
    }

    /** @param patience time to wait for an answer */
    static ServiceClient byPassword(Profile profile, char[] password, Duration patience) {
        return new ServiceClient(
                profile,
                basic(profile.user(), password),
                new Failure(
                        OwnProblem.NOT_AUTHENTICATED,
                        "the service does not accept user " + profile.user() + " with this password",
                        "",
                        "Check user name and password; passwords are case-sensitive."),
                patience);
    }

    /** @param token token of an open login */
    static ServiceClient byToken(Profile profile, String token) {
        return new ServiceClient(
                profile,
                "Bearer " + token,
                new Failure(
                        OwnProblem.NOT_AUTHENTICATED,
                        "the login of user " + profile.user() + " is over",
                        "",
                        "Log in again: slipway login."),
                PATIENCE);
    }

    private static String basic(String user, char[] password) {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(CharBuffer.wrap(user + ":" + new String(password)));
        byte[] pair = Arrays.copyOf(bytes.array(), bytes.limit());
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    /**
     * Calls an operation.
     *
     * @param fields in the order of the WSDL
     * @throws Failure with the fault's own exit status, or {@link OwnProblem#NOT_REACHED}
     */
    Answer call(String operation, List<? extends Map.Entry<String, ?>> fields) {
        byte[] call = Envelope.call(operation, fields);
        boolean asked = false;
        try {
            HttpURLConnection connection = open(operation, call.length);
            connection.getOutputStream().write(call);
            asked = true;
            return answer(operation, connection.getResponseCode(), connection);
        } catch (SSLException e) {
            throw Failure.notReached(
                            "no trusted connection to " + profile.endpoint(),
                            String.valueOf(e.getMessage()),
                            "Let ca in the profile name the service's certificate; check the host's name.")
                    .at(profile.endpoint());
        } catch (IOException e) {
            if (asked && e instanceof SocketTimeoutException) {
                throw late();
            }
            throw Failure.notReached(
                            "cannot reach " + profile.endpoint(),
                            e.toString(),
                            "Check that the service runs and the profile's endpoint.")
                    .at(profile.endpoint());
        }
    }

    private Failure late() {
        return Failure.notReached(
                        profile.endpoint() + " has not answered within " + patience.toSeconds() + " s",
                        "",
                        "It may be doing what was asked still: look first how that stands, e.g. by `slipway list`;"
                                + " only what reads, or submits a document with a sid,"
                                + " is sure to do no harm when it is called again.")
                .at(profile.endpoint());
    }

    private HttpURLConnection open(String operation, int length) throws IOException {
        HttpsURLConnection connection =
                (HttpsURLConnection) profile.endpoint().toURL().openConnection();
        connection.setSSLSocketFactory(trust);
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout(CONNECT_MS);
        connection.setReadTimeout((int) patience.toMillis());
        connection.setFixedLengthStreamingMode(length);
        connection.setRequestProperty("Authorization", authorization);
        // By this name the service gives remedies in the words of the command line.
        connection.setRequestProperty("User-Agent", "slipway");
        connection.setRequestProperty("Content-Type", "text/xml; charset=UTF-8");
        connection.setRequestProperty("SOAPAction", "\"" + Envelope.SERVICE + "/" + operation + "\"");
        return connection;
    }

    private Answer answer(String operation, int status, HttpURLConnection connection) throws IOException {
        if (status == 200 || status == 500 || status == 503) {
            try (InputStream in = status == 200 ? connection.getInputStream() : connection.getErrorStream()) {
                Answer answer = Envelope.read(in == null ? InputStream.nullInputStream() : in);
                if (answer.name().equals("Fault")) {
                    throw fault(operation, answer);
                }
                return answer;
            } catch (XMLStreamException e) {
                if (status == 503) {
                    throw noAnswer(status);
                }
                throw Failure.notReached(
                                profile.endpoint() + " does not answer in SOAP",
                                "HTTP " + status,
                                "Check the profile's endpoint.")
                        .at(profile.endpoint());
            }
        }
        throw switch (status) {
            case 401 -> refused;
            case 403 ->
                new Failure(
                        OwnProblem.NOT_AUTHORISED,
                        "the service does not let user " + profile.user() + " call it",
                        "",
                        "Ask an operator for the role that this call needs.");
            case 413 ->
                new Failure(
                        OwnProblem.CALL_INVALID,
                        "the document is larger than the service takes",
                        "",
                        "Make it smaller.");
            default -> noAnswer(status);
        };
    }

    private Failure noAnswer(int status) {
        return Failure.notReached(
                        profile.endpoint() + " answers HTTP " + status,
                        "",
                        "Check that the service runs and the profile's endpoint.")
                .at(profile.endpoint());
    }

    /**
     * Makes the failure of a fault. HTTP 401 or a fault tells a caller that the login is refused. A change of password
     * is refused in the same way for the password that it names.
     */
    private Failure fault(String operation, Answer fault) {
        Failure told = told(fault);
        return told.is(OwnProblem.NOT_AUTHENTICATED) && !operation.equals("userPassword")
                ? refused.because(told.getMessage())
                : told;
    }

    private static Failure told(Answer fault) {
        return fault.child("detail")
                .flatMap(detail -> detail.child("problem"))
                .map(Failure::of)
                .orElseGet(() -> new Failure(
                        OwnProblem.INTERNAL,
                        "the service answers with a fault: "
                                + fault.text("faultstring").replace('\n', ' '),
                        "",
                        "Check that this toolkit and the service are of the same version."));
    }
}
