package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.audit.AuditDesk;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.servers.Await;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the pages for the staff of the service. */
class OperationsPagesTest {
    private static Site site;
    private static JobToken closed;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(folder);
        closed = site.submit(Samples.job("var", "var-mc"), Site.in(JobState.CLOSED));
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    private static HttpResponse<String> send(Visitor visitor, String path, Map<String, String> form) {
        Map<String, String> fields = new LinkedHashMap<>(form);
        fields.put("_csrf", Visitor.csrf(visitor.get("/ui/jobs")));
        return visitor.post(path, fields);
    }

    private static String page(String user, String path) {
        HttpResponse<String> answer = site.signedIn(user).get(path);
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        assertThat(answer.body()).doesNotContain("???", " style=", "<script>");
        return answer.body();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/ui/operations", "/ui/operations/places", "/ui/operations/users", "/ui/operations/users/bob"})
    void auditors_are_shown_no_press_that_changes_anything(String path) {
        assertThat(page("olga", path)).contains("method=\"post\" action=\"/ui/operations");
        assertThat(page("alma", path)).doesNotContain("action=\"/ui/operations", "class=\"confirm\"");
    }

    @Test
    void the_queue_shows_partitions_jobs_and_limits() {
        String page = page("alma", "/ui/operations");

        assertThat(page)
                .contains("<rect class=\"idle\"", "0 of 4 in use, 4 idle", "data-live=\"/ui/operations/live\"")
                .contains("Jobs that stage in at once", "0 of 2", "Disk of the run folders", "no limit is set");
        assertThat(page("alma", "/ui/operations/live"))
                .contains("id=\"ops-partitions\"")
                .doesNotContain("<html");
    }

    @Test
    void a_drain_asks_first_is_told_to_the_job_that_waits_and_ends_with_a_resume() {
        Visitor olga = site.signedIn("olga");
        assertThat(olga.get("/ui/operations").body())
                .containsPattern("(?s)<details class=\"confirm\"><summary[^>]*>Drain</summary>.*Yes, drain");

        HttpResponse<String> answer =
                send(olga, "/ui/operations/stop", Map.of("subject", "partition:local", "reason", Samples.HOSTILE));
        assertThat(answer.headers().firstValue("Location").orElseThrow()).endsWith("/ui/operations");
        JobToken waiting = site.submit(Samples.job("waits", "endless"), Site.in(JobState.READY));

        assertThat(page("olga", "/ui/operations")).contains("Drained", "by olga, since", Samples.ESCAPED, "Resume");
        assertThat(page("ada", "/ui/jobs/" + waiting))
                .contains("is not launched: partition local is drained by olga since ", Samples.ESCAPED);
        send(olga, "/ui/operations/resume", Map.of("subject", "partition:local"));
        site.await(waiting, Site.in(JobState.RUNNING));
        assertThat(page("olga", "/ui/operations"))
                .contains("2 of 4 in use, 2 idle")
                .doesNotContain("Drained");
        site.cancelAll();
    }

    @Test
    void the_service_is_drained_for_all_to_see() {
        Visitor olga = site.signedIn("olga");
        send(olga, "/ui/operations/stop", Map.of("subject", "launches", "reason", ""));

        assertThat(page("alma", "/ui/operations"))
                .contains("Nothing is launched", "by olga, since")
                .doesNotContain(">Resume<", "Drain all partitions");
        send(olga, "/ui/operations/resume", Map.of("subject", "launches"));
        assertThat(page("olga", "/ui/operations"))
                .contains("Drain all partitions")
                .doesNotContain("Nothing is launched");
    }

    @Test
    void a_place_is_checked_paused_and_resumed() throws Exception {
        Visitor olga = site.signedIn("olga");
        assertThat(row(olga.get("/ui/operations/places").body(), "gone")).contains("Not asked yet", "Check now");
        send(olga, "/ui/operations/places/check", Map.of("place", "host:gone"));
        AtomicReference<String> seen = new AtomicReference<>("");
        Await.until(seen::get, () -> {
            seen.set(row(olga.get("/ui/operations/places/live").body(), "gone"));
            return seen.get().contains("Away");
        });
        String away = seen.get();
        assertThat(away)
                .contains(">Away<", "host gone does not answer", "class=\"bad\"")
                .containsPattern("asked \\d+ s ago");

        send(olga, "/ui/operations/stop", Map.of("subject", "host:market-data", "reason", "new disks"));
        JobToken waiting = site.submit(
                Samples.job("paused", "var-mc"), job -> job.blocked().isPresent());
        assertThat(row(page("alma", "/ui/operations/places"), "market-data"))
                .contains("Paused", "by olga, since", "new disks", ">1<");
        assertThat(page("ada", "/ui/jobs/" + waiting))
                .contains("host market-data is paused by olga since ", "an operator to resume it", "place.paused");
        send(olga, "/ui/operations/resume", Map.of("subject", "host:market-data"));
        site.await(waiting, Site.in(JobState.CLOSED));
    }

    private static String row(String page, String place) {
        int at = page.indexOf("<th scope=\"row\">" + place);
        assertThat(at).as(place).isPositive();
        return page.substring(at, page.indexOf("</tr>", at));
    }

    @Test
    void what_names_nothing_is_refused_with_words() {
        Visitor olga = site.signedIn("olga");

        assertThat(send(olga, "/ui/operations/stop", Map.of("subject", "partition:<b>"))
                        .body())
                .contains("there is no partition &lt;b&gt;");
        assertThat(send(olga, "/ui/operations/stop", Map.of("subject", "x")).statusCode())
                .isEqualTo(409);
        assertThat(send(olga, "/ui/operations/places/check", Map.of("place", "host:nowhere"))
                        .body())
                .contains("there is no host nowhere");
        assertThat(send(olga, "/ui/operations/stop", Map.of("subject", "launches", "reason", "x".repeat(201)))
                        .body())
                .contains("a reason has 200 characters at most");
        assertThat(send(olga, "/ui/operations/stop", Map.of()).statusCode()).isEqualTo(400);
        assertThat(olga.get("/ui/operations/users/nobody").statusCode()).isEqualTo(404);
    }

    @Test
    void every_kind_of_operation_can_be_looked_for_by_its_own_words() {
        String page = page("alma", "/ui/operations/audit");

        assertThat(AuditDesk.kinds()).allSatisfy(kind -> assertThat(page).contains("<option value=\"" + kind + "\""));
    }

    @Test
    void operations_are_found_by_user_kind_text_and_time_and_paged() {
        Visitor olga = site.signedIn("olga");
        for (int i = 0; i < 26; i++) {
            send(olga, "/ui/operations/stop", Map.of("subject", "source:risk", "reason", "Reason & <" + i + ">"));
            send(olga, "/ui/operations/resume", Map.of("subject", "source:risk"));
        }
        String search = "/ui/operations/audit?by=olga&kind=&text=Source:RISK&from=2020-01-01T00:00&until=";

        String found = page("alma", search);
        assertThat(found).contains("Page 1 of 2, 52 operations", "Reason &amp; &lt;25&gt;", "value=\"Source:RISK\"");
        String next = found.replaceAll("(?s).*<a rel=\"next\" href=\"([^\"]+)\".*", "$1")
                .replace("&amp;", "&");
        assertThat(page("alma", next)).contains("Page 2 of 2", "Reason &amp; &lt;0&gt;");
        assertThat(page("alma", search.replace("kind=", "kind=PAUSED"))).contains("26 operations");
        assertThat(page("alma", search.replace("until=", "until=2021-01-01T00:00:00")))
                .contains("No operation is like that.");
        assertThat(page("alma", "/ui/operations/audit?from=%3Cyesterday%3E"))
                .contains("not a time as 2026-05-04T09:30: &lt;yesterday&gt;", "value=\"&lt;yesterday&gt;\"");
        assertThat(page("alma", "/ui/operations/audit?by=%26%22%3Cb%3E&page=7"))
                .contains("value=\"&amp;&#034;&lt;b&gt;\"", "Page 1 of 1");
    }

    @Test
    void a_verification_shows_its_verdict_and_a_record_is_taken_away() {
        Visitor alma = site.signedIn("alma");

        assertThat(alma.post("/ui/jobs/" + closed + "/record", Map.of("_csrf", Visitor.csrf(alma.get("/ui/jobs"))))
                        .body())
                .contains("accepted from ada");
        assertThat(page("alma", "/ui/operations/audit?kind=EXPORTED")).contains("audit record of job " + closed);

        assertThat(send(alma, "/ui/operations/audit/verify", Map.of())
                        .headers()
                        .firstValue("Location")
                        .orElseThrow())
                .endsWith("/ui/operations/audit");
        assertThat(alma.get("/ui/operations/audit").body())
                .contains("Everything is as it was written", "Latest checkpoint");
        assertThat(alma.get("/ui/operations/audit").body()).doesNotContain("Everything is as it was written");
        send(alma, "/ui/operations/audit/verify", Map.of("token", " " + closed + " "));
        assertThat(alma.get("/ui/operations/audit").body())
                .contains("Read: " + closed + ", ", "action=\"/ui/jobs/" + closed + "/record\"");
        assertThat(send(alma, "/ui/operations/audit/verify", Map.of("token", "<b>"))
                        .statusCode())
                .isEqualTo(404);
    }
}
