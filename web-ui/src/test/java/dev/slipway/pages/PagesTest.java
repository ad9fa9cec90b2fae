package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests who may see a page, and the limits that headers set for browsers. */
class PagesTest {
    private static Site site;
    private Visitor visitor;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(folder);
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @BeforeEach
    void arrive() {
        visitor = site.visitor();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/ui/jobs",
                "/ui/jobs/rows",
                "/ui/jobs/events",
                "/ui/account",
                "/ui/compare",
                "/ui/jobs/TOKEN",
                "/ui/jobs/TOKEN/live",
                "/ui/jobs/TOKEN/events",
                "/ui/jobs/TOKEN/history",
                "/ui/jobs/TOKEN/result?name=pnl",
                "/ui/jobs/TOKEN/stdout",
                "/ui/jobs/TOKEN/stdout?from=0",
                "/ui/jobs/TOKEN/stderr",
                "/ui/jobs/TOKEN/document"
            })
    void nothing_is_shown_to_whoever_has_not_signed_in(String path) {
        HttpResponse<String> answer = visitor.get(path.replace("TOKEN", "d".repeat(32)));

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Location"))
                .hasValueSatisfying(to -> assertThat(URI.create(to).getPath()).isEqualTo("/login"));
    }

    @Test
    void whoever_has_not_signed_in_gets_no_session() {
        for (int i = 0; i < 20; i++) {
            visitor.get("/login");
            visitor.get("/ui/jobs");
            visitor.post("/logout", Map.of());
            visitor.signIn("ada", "wrong");
            visitor.get("/login?refused");
        }

        assertThat(visitor.session()).isNull();
    }

    @Test
    void the_forms_token_lives_in_a_cookie_of_this_host_that_no_script_reads() {
        HttpResponse<String> page = visitor.get("/login");

        assertThat(page.headers().allValues("Set-Cookie")).singleElement().satisfies(cookie -> assertThat(cookie)
                .startsWith("__Host-slipway-csrf=")
                .contains("; Path=/", "; Secure", "; HttpOnly", "; SameSite=Lax")
                .doesNotContain("Domain"));
    }

    @Test
    void a_login_without_the_forms_token_is_refused() {
        visitor.get("/login");

        HttpResponse<String> answer = visitor.post("/login", Map.of("username", "ada", "password", Site.PASSWORD));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(visitor.get("/ui/jobs").statusCode()).isEqualTo(302);
    }

    @Test
    void signing_in_changes_the_session_and_leads_to_the_jobs() {
        visitor.signIn("ada", Site.PASSWORD);
        String before = visitor.session();
        String token = Visitor.csrf(visitor.get("/ui/jobs"));

        HttpResponse<String> answer =
                visitor.post("/login", Map.of("username", "ada", "password", Site.PASSWORD, "_csrf", token));

        assertThat(answer.headers().firstValue("Location").orElseThrow()).endsWith("/ui/jobs");
        assertThat(before).isNotNull();
        assertThat(visitor.session()).isNotEqualTo(before);
        assertThat(answer.headers().allValues("Set-Cookie")).anySatisfy(cookie -> assertThat(cookie)
                .contains("slipway-session=", "; Secure", "; HttpOnly", "; SameSite=Lax"));
        assertThat(visitor.get("/ui/jobs").statusCode()).isEqualTo(200);
    }

    @Test
    void signing_in_leads_to_the_page_that_was_asked_for() {
        String asked = "/ui/jobs?state=RUNNING&text=a%20b";
        HttpResponse<String> sent = visitor.get(asked);
        String login = path(sent);

        HttpResponse<String> refused = visitor.signInAt(login, "ada", "wrong");
        HttpResponse<String> signedIn = visitor.signInAt(path(refused), "ada", Site.PASSWORD);

        assertThat(path(refused)).startsWith("/login?refused");
        assertThat(path(signedIn)).isEqualTo(asked);
        assertThat(visitor.get(path(signedIn)).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://elsewhere.example/ui/jobs",
                "//elsewhere.example/ui/",
                "/ui//elsewhere.example",
                "/ui/\\elsewhere.example",
                "/ui/jobs\r\nX-Of: theirs",
                "javascript:alert(1)",
                "/login",
                ""
            })
    void signing_in_leads_nowhere_but_to_a_page_of_this_service(String elsewhere) {
        String login = "/login?to=" + URLEncoder.encode(elsewhere, StandardCharsets.UTF_8);

        assertThat(path(visitor.signInAt(login, "ada", Site.PASSWORD))).isEqualTo("/ui/jobs");
    }

    /** Returns the address to which an answer leads, without the server's name. */
    private static String path(HttpResponse<String> answer) {
        URI to = URI.create(answer.headers().firstValue("Location").orElseThrow());
        return to.getRawPath() + (to.getRawQuery() == null ? "" : "?" + to.getRawQuery());
    }

    @Test
    void a_wrong_password_says_no_more_than_that() {
        HttpResponse<String> answer = visitor.signIn("ada", "wrong");

        assertThat(path(answer)).startsWith("/login?refused");
        assertThat(Page.open(visitor, "/login?refused").notes())
                .containsExactly("User name or password is wrong. Passwords are case-sensitive.");
    }

    @Test
    void signing_out_ends_the_session() {
        visitor.signIn("ada", Site.PASSWORD);
        HttpResponse<String> out =
                Page.open(visitor, "/ui/jobs").form("Sign out").send(visitor);
        assertThat(out.statusCode()).isEqualTo(302);

        assertThat(visitor.get("/ui/jobs").statusCode()).isEqualTo(302);
    }

    @Test
    void a_session_ends_twelve_hours_after_its_login_whatever_asks_meanwhile() {
        visitor.signIn("ada", Site.PASSWORD);
        try {
            site.ahead = Duration.ofHours(12).minusMinutes(5);
            assertThat(visitor.get("/ui/jobs/rows").statusCode()).isEqualTo(200);
            site.ahead = Duration.ofHours(12).plusMinutes(1);

            HttpResponse<String> over = visitor.get("/ui/jobs/rows");

            assertThat(over.statusCode()).isEqualTo(302);
            assertThat(path(over)).startsWith("/login?out");
        } finally {
            site.ahead = Duration.ZERO;
        }
        assertThat(visitor.get("/ui/jobs").statusCode()).isEqualTo(302);
        visitor.signIn("ada", Site.PASSWORD);
        assertThat(visitor.get("/ui/jobs").statusCode()).isEqualTo(200);
    }

    @Test
    void a_character_that_the_store_cannot_hold_is_the_callers_mistake_and_no_outage() {
        assertThat(visitor.signIn("a\0da", Site.PASSWORD).statusCode()).isEqualTo(400);
        visitor.signIn("olga", Site.PASSWORD);
        String token = Visitor.csrf(visitor.get("/ui/jobs"));

        for (String path :
                List.of("/ui/jobs?text=%00", "/ui/operations/audit?text=a%00", "/ui/jobs/events?owner=%00")) {
            assertThat(visitor.get(path).statusCode()).as(path).isEqualTo(400);
        }
        assertThat(visitor.post("/ui/templates", Map.of("name", "\0", "_csrf", token))
                        .statusCode())
                .isEqualTo(400);
        assertThat(visitor.get("/ui/jobs?text=%0B%1F%7F").statusCode()).isEqualTo(200);
    }

    @Test
    void every_page_forbids_what_it_does_not_need() {
        visitor.signIn("ada", Site.PASSWORD);
        JobToken job = site.submit(Samples.job("var", "var-mc"), Site.in(JobState.CLOSED));
        for (String path :
                List.of("/login", "/ui/jobs", "/ui/jobs/" + job, "/ui/jobs/" + job + "/history", "/ui/nowhere")) {
            HttpResponse<String> page = visitor.get(path);
            assertThat(page.headers().firstValue("Content-Security-Policy").orElse("none on " + path))
                    .contains("default-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
            assertThat(page.headers().firstValue("X-Frame-Options")).hasValue("DENY");
            assertThat(page.headers().firstValue("Referrer-Policy")).hasValue("same-origin");
            Page.of(page);
        }
    }

    @Test
    void a_page_itself_cannot_be_asked_for_past_its_controller() {
        visitor.signIn("ada", Site.PASSWORD);

        assertThat(visitor.get("/WEB-INF/jsp/jobs/list.jsp").statusCode()).isEqualTo(404);
    }

    @Test
    void assets_may_be_kept_for_good_because_their_path_names_their_content() {
        List<String> styles = Page.open(visitor, "/login").styles();
        assertThat(styles).isNotEmpty().allMatch(style -> style.matches("/assets/[0-9a-f]{16}/[a-z]+\\.css"));

        HttpResponse<String> asset = visitor.get(styles.get(0));

        assertThat(asset.statusCode()).isEqualTo(200);
        assertThat(asset.headers().firstValue("Cache-Control").orElseThrow()).contains("max-age=31536000", "immutable");
    }
}
