package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests sessions and streams that pages keep open, over TLS through all filters and time limits of the service. */
@Timeout(300)
class PageSessionsIT {
    private static final Pattern CSRF = Pattern.compile("name=\"_csrf\"\\s+value=\"([^\"]+)\"");

    /**
     * A silence longer than the service waits for a head, for a piece of a body, or between two pieces of an answer.
     */
    private static final Duration QUIET = Duration.ofSeconds(12);

    @Test
    void a_stream_outlives_all_times_of_the_door_and_holds_up_no_stop() throws Exception {
        WholeService service = new WholeService().start();
        String cookies = signedIn(service, service.password());
        // The time is taken before the stream's first words, because a slow reader must not make the silence look
        // shorter.
        long begun = System.nanoTime();
        try (BufferedReader lines = stream(service, cookies)) {
            assertThat(lines.readLine()).isEqualTo("retry:1000");
            String line = lines.readLine();
            while (!line.equals(":")) {
                line = lines.readLine();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(QUIET);

            service.close();

            // A stop that was held up would cut the stream off, and the stream would have no end.
            while (line != null) {
                line = lines.readLine();
            }
        }
    }

    @Test
    void a_password_that_is_changed_on_a_page_ends_all_logins_but_that_one() throws Exception {
        try (WholeService service = new WholeService().start()) {
            String password = service.password();
            String here = signedIn(service, password);
            String there = signedIn(service, password);
            HttpResponse<String> page = service.visit("/ui/account", here);
            Matcher token = CSRF.matcher(page.body());
            assertThat(token.find()).isTrue();
            String form = "current=" + encoded(password)
                    + "&password=a+sentence+of+ours&again=a+sentence+of+ours&_csrf=" + encoded(token.group(1));

            HttpResponse<String> changed =
                    service.send(HttpRequest.newBuilder(URI.create(service.url("/ui/account/password")))
                            .header("Cookie", here + "; " + cookies(page))
                            .header("Accept", "text/html")
                            .header("Content-Type", "application/x-www-form-urlencoded")
                            .POST(HttpRequest.BodyPublishers.ofString(form)));

            assertThat(changed.headers().firstValue("Location").orElse(changed.body()))
                    .endsWith("/ui/account?done=password");
            assertThat(service.visit("/ui/jobs", cookies(changed)).statusCode()).isEqualTo(200);
            assertThat(service.visit("/ui/jobs", here).statusCode()).isEqualTo(302);
            assertThat(service.visit("/ui/jobs", there).statusCode()).isEqualTo(302);
            assertThat(service.visit("/ui/jobs", signedIn(service, "a sentence of ours"))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private static String signedIn(WholeService service, String password) throws Exception {
        return cookies(service.logIn(service.get("/login"), "operator", password));
    }

    private static String cookies(HttpResponse<String> answer) {
        List<String> set = answer.headers().allValues("Set-Cookie");
        // A cookie without a value is one that the server takes back.
        return set.stream()
                .map(cookie -> cookie.split(";")[0])
                .filter(cookie -> !cookie.endsWith("="))
                .collect(Collectors.joining("; "));
    }

    private static BufferedReader stream(WholeService service, String cookies) throws Exception {
        HttpClient browser = HttpClient.newBuilder().sslContext(service.trust()).build();
        HttpResponse<InputStream> answer = browser.send(
                HttpRequest.newBuilder(URI.create(service.url("/ui/jobs/events")))
                        .header("Cookie", cookies)
                        .header("Accept", "text/event-stream")
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    private static String encoded(String field) {
        return URLEncoder.encode(field, StandardCharsets.UTF_8);
    }
}
