package dev.slipway.load;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Simulates a browser at the service's pages: one connection, cookies, and the files that a first visit fetches. */
final class WebVisitor implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern CSRF = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");
    private static final Pattern COOKIE = Pattern.compile("(?im)^set-cookie: *([^=;]+)=([^;\r]*)");
    /** Matches styles, scripts, pictures and the icon. Links to other pages are fetched only when followed. */
    private static final Pattern PARTS = Pattern.compile("<(?:link|script|img)\\b[^>]*?(?:href|src)=\"([^\"]+)\"");

    private final HttpConnection connection;
    private final Map<String, String> cookies = new LinkedHashMap<>();

    WebVisitor(LiveService service) {
        this.connection = service.connection(PATIENCE);
    }

    void signIn(String user, String password) throws IOException {
        HttpAnswer answer = post("/login", Map.of("username", user, "password", password), get("/login"));
        if (answer.header("Location").contains("/login")) {
            throw new IOException("user " + user + " cannot sign in");
        }
    }

    HttpAnswer get(String path) throws IOException {
        return send("GET " + path + " HTTP/1.1\r\n", "");
    }

    /** Sends a form of {@code page}. */
    HttpAnswer post(String path, Map<String, String> form, HttpAnswer page) throws IOException {
        Matcher token = CSRF.matcher(page.text());
        if (!token.find()) {
            throw new IOException("no form stands on the page: " + page.head());
        }
        Map<String, String> fields = new LinkedHashMap<>(form);
        fields.put("_csrf", token.group(1));
        String body = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return send(
                "POST " + path + " HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
                        + body.length() + "\r\n",
                body);
    }

    /**
     * Returns the bytes over the wire, heads and bodies, until {@code path} is shown in a browser with an empty cache.
     */
    long firstView(String path) throws IOException {
        HttpAnswer page = get(path);
        long bytes = size(page);
        Set<String> parts = new LinkedHashSet<>();
        Matcher found = PARTS.matcher(page.text());
        while (found.find()) {
            parts.add(found.group(1));
        }
        for (String part : parts) {
            HttpAnswer answer = get(part);
            if (answer.status() != 200) {
                throw new IOException(path + " needs " + part + ", which is answered with " + answer.status());
            }
            bytes += size(answer);
        }
        return bytes;
    }

    private static long size(HttpAnswer answer) {
        return answer.head().length() + answer.body().length;
    }

    private HttpAnswer send(String request, String body) throws IOException {
        String cookie = cookies.entrySet().stream().map(Object::toString).collect(Collectors.joining("; "));
        HttpAnswer answer = connection.exchange(HttpConnection.raw(request
                + "Host: 127.0.0.1\r\nAccept: text/html,*/*;q=0.8\r\n"
                + (cookie.isEmpty() ? "" : "Cookie: " + cookie + "\r\n") + "\r\n" + body));
        Matcher set = COOKIE.matcher(answer.head());
        while (set.find()) {
            cookies.put(set.group(1), set.group(2));
        }
        return answer;
    }

    @Override
    public void close() {
        connection.close();
    }
}
