package dev.slipway.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;

/**
 * Simulates a browser without scripts. Cookies are kept, secure ones too, because the test's server is on loopback.
 * Redirects are not followed automatically.
 */
final class Visitor {
    private static final String BOUNDARY = "part-of-a-form";

    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private final String base;

    Visitor(int port) {
        this.base = "http://127.0.0.1:" + port;
    }

    HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(URI.create(base + path)).header("Accept", "text/html"));
    }

    /**
     * Calls a route and reads the whole answer. A client that leaves while an answer still arrives races with that
     * answer, so page events must end by themselves: the site's {@link dev.slipway.web.live.LivePages.Pace} makes them
     * end.
     */
    HttpResponse<String> open(String method, String path, Map<String, String> form) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).header("Accept", "text/html, */*;q=0.5");
        return send(method.equals("GET") ? request : formed(request, form.entrySet()));
    }

    HttpResponse<String> post(String path, Map<String, String> form) {
        return post(path, form.entrySet());
    }

    /** Posts a form of which several fields may have one name. */
    HttpResponse<String> post(String path, Collection<Map.Entry<String, String>> fields) {
        return send(formed(HttpRequest.newBuilder(URI.create(base + path)).header("Accept", "text/html"), fields));
    }

    /** Posts a form that is answered with a file. */
    HttpResponse<byte[]> download(String path, Collection<Map.Entry<String, String>> fields) {
        return send(formed(HttpRequest.newBuilder(URI.create(base + path)), fields), BodyHandlers.ofByteArray());
    }

    /**
     * Adds the form to the request. The form is sent in parts if a value begins with {@code @}: such a value is a file
     * of this name.
     */
    private static HttpRequest.Builder formed(
            HttpRequest.Builder request, Collection<Map.Entry<String, String>> fields) {
        if (fields.stream().anyMatch(field -> field.getValue().startsWith("@"))) {
            return request.header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                    .POST(HttpRequest.BodyPublishers.ofString(parts(fields)));
        }
        String body = fields.stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        return request.header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    /** Announces parts of a form of this many bytes, and leaves sending them to the caller. */
    Socket announceParts(String path, int bytes) throws IOException {
        URI server = URI.create(base);
        Socket connection = new Socket(server.getHost(), server.getPort());
        String head = String.join(
                "\r\n",
                "POST " + path + " HTTP/1.1",
                "Host: " + server.getAuthority(),
                "Accept: text/html",
                "Cookie: " + cookieHeader(),
                "Content-Type: multipart/form-data; boundary=" + BOUNDARY,
                "Content-Length: " + bytes,
                "Connection: close",
                "",
                "");
        connection.getOutputStream().write(head.getBytes(UTF_8));
        return connection;
    }

    private String cookieHeader() {
        return cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }

    /** Sends parts of a form. The length is unknown if the body does not know its own. */
    HttpResponse<String> sendParts(String path, HttpRequest.BodyPublisher body) {
        return send(HttpRequest.newBuilder(URI.create(base + path))
                .header("Accept", "text/html")
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(body));
    }

    /** Returns form fields as the body of {@link #sendParts}. */
    static String parts(Map<String, String> form) {
        return parts(form.entrySet());
    }

    private static String parts(Collection<Map.Entry<String, String>> fields) {
        return fields.stream().map(Visitor::part).collect(Collectors.joining()) + "--" + BOUNDARY + "--\r\n";
    }

    private static String part(Map.Entry<String, String> field) {
        boolean file = field.getValue().startsWith("@");
        return "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + field.getKey() + '"'
                + (file ? "; filename=\"" + field.getValue().substring(1) + '"' : "") + "\r\n\r\n"
                + field.getValue() + "\r\n";
    }

    /** Opens page events and reads the head of the answer. Closing the body disconnects from the server. */
    HttpResponse<InputStream> listen(String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).header("Accept", "text/event-stream");
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request, BodyHandlers.ofInputStream());
    }

    HttpResponse<String> signIn(String user, String password) {
        return signInAt("/login", user, password);
    }

    /** Signs in by the form of the login page at {@code login}, with all fields that the page carries. */
    HttpResponse<String> signInAt(String login, String user, String password) {
        return Page.open(this, login)
                .form("Sign in")
                .fill("User name", user)
                .fill("Password", password)
                .send(this);
    }

    /** Returns whether an answer asks to sign in. */
    static boolean leadsToLogin(HttpResponse<String> answer) {
        return answer.headers()
                .firstValue("Location")
                .map(URI::create)
                .filter(to -> to.getPath().equals("/login"))
                .isPresent();
    }

    static String csrf(HttpResponse<String> page) {
        Element field = Jsoup.parse(page.body()).selectFirst("input[name=_csrf]");
        if (field == null) {
            throw new AssertionError("no CSRF field in " + page.uri());
        }
        return field.val();
    }

    /** Copies the current cookies of {@code other}, as a second window of the same browser has them. */
    void share(Visitor other) {
        cookies.putAll(other.cookies);
    }

    String cookie(String name) {
        return cookies.get(name);
    }

    String session() {
        return cookies.get("slipway-session");
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        return send(request, BodyHandlers.ofString());
    }

    private <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> body) {
        if (!cookies.isEmpty()) {
            request.header("Cookie", cookieHeader());
        }
        try {
            HttpResponse<T> response = http.send(request.build(), body);
            List<String> set = response.headers().allValues("Set-Cookie");
            set.stream().map(line -> line.split(";")[0].split("=", 2)).forEach(pair -> cookies.put(pair[0], pair[1]));
            return response;
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
