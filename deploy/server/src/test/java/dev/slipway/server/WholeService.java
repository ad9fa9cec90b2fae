package dev.slipway.server;

import dev.slipway.servers.TestFolders;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Runs the whole service in a folder of its own, on an embedded database and a free port, with a client that trusts the
 * service's certificate.
 */
final class WholeService implements AutoCloseable {
    private final Path folder;
    private final Path home;
    private final String ownSettings;
    private ConfigurableApplicationContext context;
    private HttpClient client;

    /** @param settings lines of slipway.yaml below {@code slipway:}, each indented by two */
    WholeService(String... settings) throws IOException {
        folder = Files.createTempDirectory("slipway-server");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        Path guard = Files.writeString(folder.resolve("slipway-guard"), "#!/bin/sh\nexit 1\n");
        Files.setPosixFilePermissions(guard, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path applications = Files.createDirectory(folder.resolve("bin"));
        home = Files.createDirectory(folder.resolve("home"));
        ownSettings = "slipway:\n  guard: %s\n  application-folders: [%s]\n".formatted(guard, applications);
        settings(settings);
    }

    /** Writes slipway.yaml with these lines below {@code slipway:}, each indented by two. */
    void settings(String... lines) throws IOException {
        Files.writeString(home.resolve("slipway.yaml"), ownSettings + String.join("\n", lines) + "\n");
    }

    /** Puts a program of this name, which prints the name, into the application folder. */
    void program(String name) throws IOException {
        Path program = Files.writeString(folder.resolve("bin").resolve(name), "#!/bin/sh\necho " + name + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Starts the service, each time on another port. */
    WholeService start(String... more) {
        context = run(more);
        client = null;
        return this;
    }

    void stop() {
        context.close();
    }

    /** Starts one more service on the same home. */
    ConfigurableApplicationContext run(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--slipway.home=" + home,
                "--slipway.port=0",
                "--slipway.run-as=61234-61244",
                // The quiet logging of tests is not used here, because the log file is a part of the service.
                "--logging.config=classpath:server-log.xml"));
        arguments.addAll(List.of(more));
        return SlipwayServer.application().run(arguments.toArray(String[]::new));
    }

    Path home() {
        return home;
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    int port() {
        return ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    String url(String path) {
        return "https://127.0.0.1:" + port() + path;
    }

    /** Returns the first operator's password. */
    String password() throws IOException {
        return Files.readString(home.resolve("operator.password")).strip();
    }

    HttpResponse<String> get(String path) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url(path))).GET());
    }

    /** Sends the login form of the page {@code form}. */
    HttpResponse<String> logIn(HttpResponse<String> form, String user, String password) throws Exception {
        Matcher token = Pattern.compile("name=\"_csrf\"\\s+value=\"([^\"]+)\"").matcher(form.body());
        if (!token.find()) {
            throw new AssertionError("no login form:\n" + form.body());
        }
        String fields =
                "username=" + encoded(user) + "&password=" + encoded(password) + "&_csrf=" + encoded(token.group(1));
        return send(HttpRequest.newBuilder(URI.create(url("/login")))
                .header(
                        "Cookie",
                        form.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0])
                .header("Accept", "text/html")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(fields)));
    }

    private static String encoded(String field) {
        return URLEncoder.encode(field, StandardCharsets.UTF_8);
    }

    /** Returns a page that is asked for with these cookies. */
    HttpResponse<String> visit(String path, String cookies) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url(path)))
                .header("Cookie", cookies)
                .header("Accept", "text/html")
                .GET());
    }

    /** Sends a call with these elements in the body, with HTTP Basic. */
    HttpResponse<String> call(String user, String password, String body) throws Exception {
        return ask(basic(user, password), "", body);
    }

    /**
     * Sends a call with this Authorization (empty: without one), and these elements in the envelope's header and
     * body.
     */
    HttpResponse<String> ask(String authorization, String header, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url("/services/jobs")))
                .header("Content-Type", "text/xml;charset=UTF-8")
                .POST(HttpRequest.BodyPublishers.ofString(envelope(header, body)));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        return send(request);
    }

    static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    static String envelope(String header, String body) {
        return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' xmlns:s='urn:slipway:service:1'>"
                + (header.isEmpty() ? "" : "<e:Header>" + header + "</e:Header>") + "<e:Body>" + body
                + "</e:Body></e:Envelope>";
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        if (client == null) {
            client = HttpClient.newBuilder().sslContext(trust()).build();
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Returns a context that trusts the service's certificate alone. */
    SSLContext trust() throws IOException, GeneralSecurityException {
        return trusting(home.resolve("ca.pem"));
    }

    /** Returns a context that trusts one certificate alone. */
    static SSLContext trusting(Path certificate) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            trusted.setCertificateEntry(
                    "slipway", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        return tls;
    }

    @Override
    public void close() throws IOException {
        context.close();
        TestFolders.remove(folder);
    }
}
