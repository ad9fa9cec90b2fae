package dev.slipway.demo;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Calls the service's pages as a browser without scripts does: over TLS, with cookies. Redirects are returned and not
 * followed.
 */
final class Pages {
    private final String service;
    private final HttpClient client;
    private final Map<String, String> cookies = new LinkedHashMap<>();

    /**
     * @param service address of the service, such as {@code https://127.0.0.1:8443}
     * @param authority the authority's own certificate; the authority signs that of the service
     */
    Pages(String service, Path authority) throws IOException {
        this.service = service;
        this.client = HttpClient.newBuilder().sslContext(trusting(authority)).build();
    }

    private static SSLContext trusting(Path authority) throws IOException {
        try (InputStream certificate = Files.newInputStream(authority)) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(certificate));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(authority + " is no certificate that can be trusted: " + e.getMessage(), e);
        }
    }

    void signIn(String user, String password) throws IOException {
        Map<String, String> form = new LinkedHashMap<>(new PageFields(get("/login")).fields());
        form.put("username", user);
        form.put("password", password);
        if (post("/login", form).startsWith("/login")) {
            throw new IOException(service + " does not let user " + user + " in");
        }
    }

    String get(String path) throws IOException {
        return shown(send(request(path)));
    }

    /** Sends a form that is answered with a page. */
    String send(String path, Map<String, String> form) throws IOException {
        return shown(send(formed(path, form)));
    }

    /**
     * Sends a form that is answered with a redirect.
     *
     * @return the path to which the redirect leads
     */
    String post(String path, Map<String, String> form) throws IOException {
        HttpResponse<String> answer = send(formed(path, form));
        if (answer.statusCode() != 302) {
            throw new IOException("the page " + path + " refuses its form: " + answer.body());
        }
        String to = answer.headers().firstValue("Location").orElseThrow();
        return to.startsWith(service) ? to.substring(service.length()) : to;
    }

    private static String shown(HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() != 200) {
            throw new IOException(answer.uri() + " answers with status " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    private HttpRequest.Builder formed(String path, Map<String, String> form) {
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(service + path)).header("Accept", "text/html");
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        try {
            HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
            answer.headers().allValues("Set-Cookie").stream()
                    .map(line -> line.split(";")[0].split("=", 2))
                    .forEach(cookie -> cookies.put(cookie[0], cookie[1]));
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
