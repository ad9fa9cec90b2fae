package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.account.Rights;
import dev.slipway.account.UserDesk;
import dev.slipway.desk.Caller;
import dev.slipway.grant.Grants;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.servers.Await;
import dev.slipway.web.live.LivePages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that page events tell open pages to look again. */
@Timeout(300)
class LivePagesTest {
    /** Lets page events live longer than any test, so that events that end were ended by the service. */
    private static final LivePages.Pace LONG =
            new LivePages.Pace(Duration.ofMillis(50), Duration.ofMillis(300), Duration.ofHours(1));

    private static Site site;
    private static LivePages livePages;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(folder, LONG);
        livePages = site.bean(LivePages.class);
    }

    @AfterEach
    void free_the_machine() {
        site.cancelAll();
        awaitOpen(0);
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @Test
    void a_page_hears_of_a_change_and_of_nothing_else() throws IOException {
        JobToken token = site.submit(Samples.job("var", "endless"), Site.in(JobState.RUNNING));
        HttpResponse<InputStream> answer = site.signedIn("ada").listen("/ui/jobs/" + token + "/events");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/event-stream;charset=UTF-8");
        assertThat(answer.headers().firstValue("Cache-Control").orElseThrow()).contains("no-store");
        try (BufferedReader lines = lines(answer)) {
            assertThat(lines.readLine()).isEqualTo("retry:1000");
            assertThat(next(lines)).isEqualTo("event:changed");
            String first = lines.readLine();
            assertThat(next(lines)).startsWith("data:");
            assertThat(next(lines))
                    .as("a sign of life, for nothing has changed")
                    .isEqualTo(":");

            site.desk().cancel(Site.ADA, token);

            assertThat(changed(lines)).startsWith("id:").isNotEqualTo(first);
        }
    }

    @Test
    void the_list_hears_of_new_jobs_that_its_filter_shows() throws IOException {
        try (BufferedReader all = lines(site.signedIn("ada").listen("/ui/jobs/events?text=var&status=OPEN"));
                BufferedReader bob = lines(site.signedIn("bob").listen("/ui/jobs/events"))) {
            changed(all);
            changed(bob);

            site.submit(Samples.job("var", "endless"), Site.in(JobState.RUNNING));

            assertThat(changed(all)).startsWith("id:");
            assertThat(next(bob)).startsWith("data:");
            assertThat(next(bob)).as("nothing of ada's for bob").isEqualTo(":");
        }
    }

    /** Later looks happen on a thread that knows no user, and so no zone. */
    @Test
    void the_days_of_a_list_are_those_of_the_users_zone_also_in_later_looks() throws IOException {
        Visitor ada = site.visitor();
        ada.signIn("ada", Site.PASSWORD);
        // Today there is another day than in UTC.
        String zone = LocalTime.now(ZoneOffset.UTC).getHour() < 10 ? "Pacific/Pago_Pago" : "Pacific/Kiritimati";
        Page.open(ada, "/ui/account")
                .form("Save zone")
                .fill("Show times in", zone)
                .send(ada);
        LocalDate today = LocalDate.now(ZoneId.of(zone));
        try (BufferedReader lines = lines(ada.listen("/ui/jobs/events?from=" + today + "&until=" + today))) {
            changed(lines);

            site.submit(Samples.job("var", "endless"), Site.in(JobState.RUNNING));

            assertThat(changed(lines)).startsWith("id:");
        }
    }

    @Test
    void the_queue_hears_of_new_jobs() throws IOException {
        try (BufferedReader queue = lines(site.signedIn("olga").listen("/ui/operations/events"))) {
            String first = changed(queue);

            site.submit(Samples.job("var", "endless"), Site.in(JobState.RUNNING));

            assertThat(changed(queue)).startsWith("id:").isNotEqualTo(first);
        }
        assertThat(site.signedIn("bob").listen("/ui/operations/events").statusCode())
                .isEqualTo(404);
    }

    @Test
    void a_browser_that_comes_back_is_told_only_what_it_has_not_seen() throws IOException {
        Visitor ada = site.signedIn("ada");
        String seen;
        try (BufferedReader lines = lines(ada.listen("/ui/jobs/events"))) {
            seen = changed(lines).substring("id:".length());
        }
        try (BufferedReader lines = lines(ada.listen("/ui/jobs/events", "Last-Event-ID", seen))) {
            assertThat(next(lines)).startsWith("retry:");
            assertThat(next(lines)).isEqualTo(":");
        }
    }

    @Test
    void page_events_end_by_themselves_after_their_time(@TempDir Path folder) throws IOException {
        LivePages.Pace brief = new LivePages.Pace(LONG.look(), LONG.beat(), Duration.ofSeconds(1));
        try (Site other = new Site(folder, brief);
                BufferedReader lines = lines(other.signedIn("ada").listen("/ui/jobs/events"))) {
            changed(lines);
            readToEnd(lines);
        }
    }

    @Test
    void page_events_end_with_the_session() throws IOException {
        Visitor ada = site.signedIn("ada");
        try (BufferedReader lines = lines(ada.listen("/ui/jobs/events"))) {
            changed(lines);
            ada.post("/logout", Map.of("_csrf", Visitor.csrf(ada.get("/ui/jobs"))));
            readToEnd(lines);
        }
    }

    @Test
    void page_events_end_when_their_user_loses_a_right() throws IOException {
        Caller olga = new Caller("olga", Set.of(Caller.Role.OPERATOR), "test");
        Rights right = new Rights(Set.of(Caller.Role.AUDITOR), Grants.NONE);
        UserDesk users = site.bean(UserDesk.class);
        users.add(olga, "nora", Site.PASSWORD, new Rights(Set.of(Caller.Role.USER, Caller.Role.AUDITOR), Grants.NONE));
        JobToken token = site.submit(Samples.job("var", "endless"), Site.in(JobState.RUNNING));
        try (BufferedReader lines = lines(site.signedIn("nora").listen("/ui/jobs/" + token + "/events"))) {
            changed(lines);
            users.revoke(olga, "nora", right);
            readToEnd(lines);
        }
        assertThat(site.signedIn("nora").listen("/ui/jobs/" + token + "/events").statusCode())
                .isEqualTo(404);
    }

    @Test
    void nothing_is_left_of_browsers_that_go_away() throws Exception {
        Visitor ada = site.signedIn("ada");
        for (int round = 0; round < 5; round++) {
            List<HttpResponse<InputStream>> open = new ArrayList<>();
            for (int i = 0; i < LivePages.PER_USER; i++) {
                open.add(ada.listen("/ui/jobs/events"));
                assertThat(open.get(i).statusCode()).isEqualTo(200);
            }
            assertThat(livePages.size()).isEqualTo(LivePages.PER_USER);
            for (HttpResponse<InputStream> one : open) {
                one.body().close();
            }
            awaitOpen(0);
        }
    }

    @Test
    void one_user_has_so_many_open_pages_and_no_more_and_others_have_theirs() throws Exception {
        Visitor ada = site.signedIn("ada");
        List<HttpResponse<InputStream>> open = new ArrayList<>();
        for (int i = 0; i < LivePages.PER_USER; i++) {
            open.add(ada.listen("/ui/jobs/events"));
        }
        HttpResponse<InputStream> refused = ada.listen("/ui/jobs/events");
        HttpResponse<InputStream> bobs = site.signedIn("bob").listen("/ui/jobs/events");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(new String(refused.body().readAllBytes(), StandardCharsets.UTF_8))
                .contains("you have 8 live pages open already");
        assertThat(bobs.statusCode()).isEqualTo(200);
        bobs.body().close();
        for (HttpResponse<InputStream> one : open) {
            one.body().close();
        }
    }

    @Test
    void the_service_ends_while_page_events_are_open_and_ends_them_in_order(@TempDir Path folder) throws IOException {
        Site other = new Site(folder, LONG);
        try (BufferedReader lines = lines(other.signedIn("ada").listen("/ui/jobs/events"))) {
            changed(lines);

            other.close();

            // A connection that is cut off has no end: reading would throw an exception here.
            readToEnd(lines);
        }
    }

    @Test
    void the_page_events_of_somebody_elses_job_are_those_of_none() throws IOException {
        JobToken token = site.submit(Samples.job("var", "endless"), Site.in(JobState.RUNNING));
        Visitor bob = site.signedIn("bob");

        assertThat(bob.listen("/ui/jobs/" + token + "/events").statusCode()).isEqualTo(404);
        assertThat(bob.listen("/ui/jobs/" + "0".repeat(32) + "/events").statusCode())
                .isEqualTo(404);
        lines(site.signedIn("alma").listen("/ui/jobs/" + token + "/events")).close();
    }

    private static void awaitOpen(int wanted) {
        Await.until(() -> livePages.size() + " pages are open", () -> livePages.size() == wanted);
    }

    private static BufferedReader lines(HttpResponse<InputStream> answer) {
        assertThat(answer.statusCode()).isEqualTo(200);
        return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    private static String next(BufferedReader lines) throws IOException {
        String line = lines.readLine();
        while (line != null && line.isEmpty()) {
            line = lines.readLine();
        }
        return line;
    }

    /** Returns the id of the next change. */
    private static String changed(BufferedReader lines) throws IOException {
        String line = next(lines);
        while (line != null && !line.startsWith("id:")) {
            line = next(lines);
        }
        return line;
    }

    private static void readToEnd(BufferedReader lines) throws IOException {
        while (lines.readLine() != null) {}
    }
}
