package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.slipway.pages.RouteAccess.Answer;
import dev.slipway.pages.RouteAccess.Who;
import dev.slipway.web.live.LivePages;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Calls every route of the pages as each visitor. Each answer is as {@code routes.txt} says, and {@code routes.txt}
 * lists every route.
 */
@Timeout(300)
class RoutesTest {
    private static final Map<Who, Visitor> VISITORS = new EnumMap<>(Who.class);
    private static final Map<Who, String> CSRF = new EnumMap<>(Who.class);
    private static final Map<OwnedExamples.Thing, String> SEEN = new HashMap<>();
    private static Site site;

    @BeforeAll
    static void start(@TempDir Path folder) {
        // Page events end at once, so that their answer can be read like any other.
        site = new Site(folder, new LivePages.Pace(Duration.ofMillis(10), Duration.ofMinutes(1), Duration.ZERO));
        for (Who who : Who.values()) {
            VISITORS.put(
                    who,
                    who == Who.NOBODY
                            ? site.visitor()
                            : site.signedIn(who.name().toLowerCase(Locale.ROOT)));
        }
    }

    @AfterAll
    static void stop() {
        VISITORS.clear();
        CSRF.clear();
        SEEN.clear();
        site.close();
    }

    @Test
    void every_route_has_a_line_in_the_table_and_every_line_a_route() {
        TreeSet<String> routes = new TreeSet<>(site.routes());
        TreeSet<String> lines = Route.table().stream().map(Route::name).collect(Collectors.toCollection(TreeSet::new));

        List<String> missing =
                routes.stream().filter(route -> !lines.contains(route)).toList();
        List<String> stale =
                lines.stream().filter(line -> !routes.contains(line)).toList();

        assertThat(missing)
                .as("routes that nothing is known of: add a line for each to"
                        + " web-ui/src/test/resources/dev/slipway/pages/" + Route.TABLE
                        + ", whose head says how; a new kind of thing goes into OwnedExamples.ALL")
                .isEmpty();
        assertThat(stale)
                .as("lines of " + Route.TABLE + " for which there is no route")
                .isEmpty();
    }

    static Stream<Route> table() {
        return Route.table().stream();
    }

    @ParameterizedTest
    @MethodSource("table")
    void everybody_is_answered_as_the_table_says(Route route) {
        for (Who who : Who.values()) {
            Answer expected = route.access().to(who);
            String thing = thing(route, expected);
            HttpResponse<String> answer = call(route, thing, who);

            assertThat(answerOf(answer, expected))
                    .as("%s as %s, which is answered with %d", route, who, answer.statusCode())
                    .isEqualTo(expected);
            assertHeaders(answer, route);
            if (expected == Answer.HIDDEN && route.thing().isPresent()) {
                String none = route.thing().get().none();
                assertThat(told(answer, thing))
                        .as("%s as %s: what is hidden looks like what is not there", route, who)
                        .isEqualTo(told(call(route, none, who), none));
            }
        }
    }

    /** Asserts the headers that limit what a browser may do with any answer. */
    private static void assertHeaders(HttpResponse<String> answer, Route route) {
        HttpHeaders headers = answer.headers();
        assertThat(headers.firstValue("Content-Security-Policy").orElse("none"))
                .as(route.toString())
                .contains("default-src 'self'", "frame-ancestors 'none'", "form-action 'self'")
                .doesNotContain("unsafe");
        assertThat(headers.firstValue("X-Content-Type-Options"))
                .as(route.toString())
                .hasValue("nosniff");
        assertThat(headers.firstValue("X-Frame-Options")).as(route.toString()).hasValue("DENY");
        assertThat(headers.firstValue("Referrer-Policy")).as(route.toString()).hasValue("same-origin");
        assertThat(headers.firstValue("Permissions-Policy"))
                .as(route.toString())
                .isPresent();
        assertThat(headers.firstValue("Cache-Control").orElse("none"))
                .as(route.toString())
                .contains("no-store");
    }

    /**
     * Returns the name of a thing. Visitors who only read, or who are kept from changing a thing, share one. Each call
     * that changes a thing gets one of its own.
     */
    private static String thing(Route route, Answer expected) {
        return route.thing()
                .map(kind -> route.isPost() && expected == Answer.LET_IN
                        ? kind.made().apply(site)
                        : SEEN.computeIfAbsent(kind, one -> one.made().apply(site)))
                .orElse("");
    }

    static Stream<Route> posts() {
        return table().filter(Route::isPost);
    }

    @ParameterizedTest
    @MethodSource("posts")
    void a_post_without_the_forms_token_is_refused(Route route) {
        for (Who who : Who.values()) {
            String thing = route.thing().map(OwnedExamples.Thing::none).orElse("");

            HttpResponse<String> answer = VISITORS.get(who).open("POST", route.to(thing), route.form(thing));

            // The file of a visitor who has not signed in is not even read to find the token.
            assertThat(who == Who.NOBODY && answer.statusCode() == 302 ? 403 : answer.statusCode())
                    .as("%s as %s", route, who)
                    .isEqualTo(403);
        }
    }

    private static HttpResponse<String> call(Route route, String thing, Who who) {
        Visitor visitor = VISITORS.get(who);
        Map<String, String> form = new LinkedHashMap<>(route.form(thing));
        if (route.isPost()) {
            form.put(
                    "_csrf",
                    CSRF.computeIfAbsent(
                            who, one -> Visitor.csrf(visitor.get(one == Who.NOBODY ? "/login" : "/ui/jobs"))));
        }
        return visitor.open(route.method(), route.to(thing), form);
    }

    private static Answer answerOf(HttpResponse<String> answer, Answer expected) {
        int status = answer.statusCode();
        if (status == 302 && Visitor.leadsToLogin(answer)) {
            return Answer.LOGIN;
        } else if (status == 403) {
            return Answer.REFUSED;
        } else if (status == 404 && !answer.uri().getPath().equals("/error")) {
            return Answer.HIDDEN;
        } else if (status == 400 || status == 405 || status >= 500) {
            return fail(
                    "%d is no answer to a right call of %s, where it is to be %s: are parameters missing?",
                    status, answer.uri(), expected);
        }
        return Answer.LET_IN;
    }

    /** Returns status and words, without the parts that differ from page to page. */
    private static String told(HttpResponse<String> answer, String thing) {
        Page page = Page.of(answer);
        return page.status() + "\n" + page.sourceWithoutTokens().replace(thing, "THING");
    }
}
