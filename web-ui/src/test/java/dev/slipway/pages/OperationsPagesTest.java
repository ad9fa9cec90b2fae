package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.audit.AuditDesk;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.servers.Await;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
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

    /** Sends what no page offers. */
    private static HttpResponse<String> send(Visitor visitor, String path, Map<String, String> form) {
        Map<String, String> fields = new LinkedHashMap<>(form);
        fields.put("_csrf", Visitor.csrf(visitor.get("/ui/jobs")));
        return visitor.post(path, fields);
    }

    private static Page page(String user, String path) {
        return Page.open(site.visitorOf(user), path);
    }

    private static Page queue(String user) {
        return page(user, "/ui/operations");
    }

    private static Table.Row partition(Page queue) {
        return queue.section("Partitions").table().row("local");
    }

    private static Table.Row place(Page places, String name) {
        return places.table("Places").row(name);
    }

    private static Page explained(JobToken job) {
        return page("ada", "/ui/jobs/" + job);
    }

    /** Answers the question of a button, after which the reason is told. */
    private static HttpResponse<String> stop(Part part, String button, String reason) {
        return part.form(button)
                .fill("Reason, shown to everybody who waits (optional)", reason)
                .send(site.visitorOf("olga"));
    }

    private static void resume(Part part) {
        assertThat(part.form("Resume").send(site.visitorOf("olga")).statusCode())
                .isEqualTo(302);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/ui/operations", "/ui/operations/places", "/ui/operations/users", "/ui/operations/users/bob"})
    void auditors_are_shown_no_press_that_changes_anything(String path) {
        assertThat(page("olga", path).forms()).anyMatch(to -> to.startsWith("/ui/operations"));

        assertThat(page("alma", path).forms()).containsExactly("/logout");
        assertThat(page("alma", path).questions()).isEmpty();
    }

    @Test
    void the_queue_shows_partitions_jobs_and_limits() {
        Page queue = queue("alma");
        Part slots = partition(queue).cell("Slots");
        Table limits = queue.section("Limits").table();

        assertThat(slots.text()).isEqualTo("0 of 4 in use, 4 idle");
        assertThat(slots.parts("rect.idle")).isNotEmpty();
        assertThat(slots.parts("rect.taken")).isEmpty();
        assertThat(queue.marks("data-live")).containsExactly("/ui/operations/live");
        assertThat(limits.row("Jobs bringing data in").cell("Amount").text()).isEqualTo("0 of 2");
        assertThat(limits.names()).contains("Disk with the run folders");
        assertThat(limits.column("In use")).contains("no limit");
        HttpResponse<String> live = site.visitorOf("alma").get("/ui/operations/live");
        assertThat(Page.of(live).marks("id")).contains("ops-partitions");
        assertThat(Page.of(live).title()).as("a part has no head").isEmpty();
    }

    @Test
    void a_drain_asks_first_is_told_to_the_job_that_waits_and_ends_with_a_resume() {
        Table.Row before = partition(queue("olga"));
        assertThat(before.questions()).containsExactly("Drain");

        HttpResponse<String> answer = stop(before, "Yes, drain", Samples.HOSTILE);
        assertThat(PageForm.at(answer)).isEqualTo("/ui/operations");
        JobToken waiting = site.submit(Samples.job("waits", "endless"), Site.in(JobState.READY));

        Table.Row drained = partition(queue("olga"));
        assertThat(drained.badges()).containsExactly("Drained");
        assertThat(drained.header().text()).contains("by olga, since ").endsWith(": " + Samples.HOSTILE);
        assertThat(drained.buttons()).containsExactly("Resume");
        assertThat(explained(waiting).text())
                .contains("is not launched: partition local is drained by olga since ", Samples.HOSTILE);
        resume(drained);
        site.await(waiting, Site.in(JobState.RUNNING));
        Table.Row after = partition(queue("olga"));
        assertThat(after.cell("Slots").text()).isEqualTo("2 of 4 in use, 2 idle");
        assertThat(after.badges()).isEmpty();
        assertThat(queue("olga").text()).doesNotContain("Drained");
        site.cancelAll();
    }

    @Test
    void the_service_is_drained_for_all_to_see() {
        Part service = queue("olga").section("Drain the service");
        assertThat(service.questions()).containsExactly("Drain all partitions");
        stop(service, "Yes, drain", "");

        Page seen = queue("alma");
        assertThat(seen.section("No jobs are started").text()).contains("by olga, since ");
        assertThat(seen.buttons()).doesNotContain("Resume", "Drain all partitions");
        assertThat(queue("olga").buttons()).doesNotContain("Drain all partitions");
        resume(queue("olga").section("No jobs are started"));
        assertThat(queue("olga").buttons()).contains("Drain all partitions");
        assertThat(queue("olga").headings()).doesNotContain("No jobs are started");
    }

    @Test
    void a_place_is_checked_paused_and_resumed() throws Exception {
        Visitor olga = site.visitorOf("olga");
        Table.Row gone = place(page("olga", "/ui/operations/places"), "gone");
        assertThat(gone.badges()).containsExactly("Not asked yet");
        gone.form("Check now").send(olga);
        AtomicReference<Table.Row> seen = new AtomicReference<>();
        Await.until(seen::get, () -> {
            seen.set(place(Page.open(olga, "/ui/operations/places/live"), "gone"));
            return seen.get().badges().contains("No answer");
        });
        assertThat(seen.get().cell("Last check").text())
                .startsWith("No answer since ")
                .contains("host gone does not answer");
        assertThat(seen.get().cell("Response time").text()).matches("(.* )?checked \\d+ s ago");
        assertThat(seen.get().cell("Response time").parts("circle.bad")).isNotEmpty();
        assertThat(seen.get().cell("Response time").text())
                .as("a place that never let the service in")
                .doesNotContain("median");
        place(page("olga", "/ui/operations/places"), "market-data")
                .form("Check now")
                .send(olga);
        Await.until(seen::get, () -> {
            seen.set(place(Page.open(olga, "/ui/operations/places/live"), "market-data"));
            return seen.get().badges().contains("Good");
        });
        assertThat(seen.get().cell("Response time").text())
                .matches(".* median (< 1 ms|[0-9.]+ ms|[0-9.]+ s) checked .* ago");

        stop(place(page("olga", "/ui/operations/places"), "market-data"), "Yes, pause", "new disks");
        JobToken waiting = site.submit(
                Samples.job("paused", "var-mc"), job -> job.blocked().isPresent());
        Table.Row paused = place(page("alma", "/ui/operations/places"), "market-data");
        assertThat(paused.header().badges()).containsExactly("Paused");
        assertThat(paused.header().text()).contains("by olga, since ").endsWith(": new disks");
        assertThat(paused.cell("Jobs waiting").name()).isEqualTo("1");
        assertThat(explained(waiting).section("Blocked while staging in").text())
                .contains("host market-data is paused by olga since ", "an operator to resume it")
                .endsWith("place.paused");
        resume(place(page("olga", "/ui/operations/places"), "market-data"));
        site.await(waiting, Site.in(JobState.CLOSED));
    }

    @Test
    void what_names_nothing_is_refused_with_words() {
        Visitor olga = site.visitorOf("olga");

        assertThat(refusal(send(olga, "/ui/operations/stop", Map.of("subject", "partition:<b>"))))
                .isEqualTo("there is no partition <b>");
        assertThat(send(olga, "/ui/operations/stop", Map.of("subject", "x")).statusCode())
                .isEqualTo(409);
        assertThat(refusal(send(olga, "/ui/operations/places/check", Map.of("place", "host:nowhere"))))
                .isEqualTo("there is no host nowhere");
        assertThat(refusal(send(olga, "/ui/operations/stop", Map.of("subject", "launches", "reason", "x".repeat(201)))))
                .contains("a reason has 200 characters at most");
        assertThat(send(olga, "/ui/operations/stop", Map.of()).statusCode()).isEqualTo(400);
        assertThat(olga.get("/ui/operations/users/nobody").statusCode()).isEqualTo(404);
    }

    private static String refusal(HttpResponse<String> answer) {
        return Page.of(answer).heading();
    }

    @Test
    void every_kind_of_operation_can_be_looked_for_by_its_own_words() {
        Field kind = page("alma", "/ui/operations/audit")
                .section("Search the operations")
                .field("Kind");

        assertThat(kind.choices())
                .hasSize(AuditDesk.kinds().size() + 1)
                .contains("")
                .containsAll(AuditDesk.kinds());
    }

    private static Page audit(String query) {
        return page("alma", "/ui/operations/audit" + query);
    }

    private static List<String> found(Page audit) {
        return audit.table("Operations").column("Text");
    }

    @Test
    void operations_are_found_by_user_kind_text_and_time_and_paged() {
        Visitor olga = site.visitorOf("olga");
        for (int i = 0; i < 26; i++) {
            send(olga, "/ui/operations/stop", Map.of("subject", "source:risk", "reason", "Reason & <" + i + ">"));
            send(olga, "/ui/operations/resume", Map.of("subject", "source:risk"));
        }
        String search = "?by=olga&kind=&text=Source:RISK&from=2020-01-01T00:00&until=";

        Page first = audit(search);
        assertThat(first.texts("nav.pages span")).contains("Page 1 of 2, 52 operations");
        assertThat(found(first)).anyMatch(text -> text.endsWith("Reason & <25>"));
        assertThat(first.field("Text").value()).isEqualTo("Source:RISK");
        Page next = page("alma", first.link("Older"));
        assertThat(next.texts("nav.pages span")).contains("Page 2 of 2, 52 operations");
        assertThat(found(next)).anyMatch(text -> text.endsWith("Reason & <0>"));
        assertThat(audit(search.replace("kind=", "kind=PAUSED")).texts("nav.pages span"))
                .contains("Page 1 of 1, 26 operations");
        Page early = audit(search.replace("until=", "until=2021-01-01T00:00:00"));
        assertThat(early.texts("p.nothing")).containsExactly("No operation matches.");
        Page wrong = audit("?from=%3Cyesterday%3E");
        assertThat(wrong.section("Search the operations").notes())
                .containsExactly("not a time as 2026-05-04T09:30: <yesterday>");
        assertThat(wrong.marks("value")).contains("<yesterday>");
        Page none = audit("?by=%26%22%3Cb%3E&page=7");
        assertThat(none.field("User").value()).isEqualTo("&\"<b>");
        assertThat(none.texts("nav.pages span")).contains("Page 1 of 1, 0 operations");
    }

    @Test
    void a_verification_shows_its_verdict_and_a_record_is_taken_away() {
        Visitor alma = site.visitorOf("alma");

        HttpResponse<String> record =
                Page.open(alma, "/ui/jobs/" + closed).form("Audit record").send(alma);
        assertThat(record.body()).contains("accepted from ada");
        assertThat(found(audit("?kind=EXPORTED"))).anyMatch(text -> text.contains("audit record of job " + closed));

        HttpResponse<String> all = Page.open(alma, "/ui/operations/audit")
                .form("Verify everything")
                .send(alma);
        assertThat(PageForm.at(all)).isEqualTo("/ui/operations/audit");
        Page verified = Page.open(alma, "/ui/operations/audit");
        assertThat(verified.section("Everything is as it was written").text())
                .contains("Latest checkpoint; write it down somewhere else: ");
        assertThat(Page.open(alma, "/ui/operations/audit").text())
                .as("told once")
                .doesNotContain("Everything is as it was written");
        verified.form("Verify one job")
                .fill("Token of a job or group", " " + closed + " ")
                .send(alma);
        Part verdict = Page.open(alma, "/ui/operations/audit").section("Everything is as it was written");
        assertThat(verdict.texts("p").get(0)).startsWith("Read: " + closed + ", events ");
        assertThat(verdict.forms()).containsExactly("/ui/jobs/" + closed + "/record");
        assertThat(verified.form("Verify one job")
                        .fill("Token of a job or group", "<b>")
                        .send(alma)
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void usage_is_taken_away_as_csv_and_the_ledger_has_who_took_it() {
        Visitor alma = site.visitorOf("alma");
        Part usage = Page.open(alma, "/ui/operations/audit").section("Usage");

        HttpResponse<String> all = usage.form("Download usage").send(alma);
        assertThat(all.statusCode()).isEqualTo(200);
        assertThat(all.headers().firstValue("Content-Type")).contains("text/csv;charset=UTF-8");
        assertThat(all.headers().firstValue("Content-Disposition"))
                .hasValueSatisfying(named -> assertThat(named).contains("usage.csv"));
        assertThat(all.body())
                .startsWith("user,project,program,month,runs,processor_hours,staged_bytes\r\n")
                .containsPattern("ada,,[^,]+,20[0-9]{2}-[0-9]{2},[0-9]+,[0-9.]+,[0-9]+\r\n");
        HttpResponse<String> none = usage.form("Download usage")
                .fill("First day (UTC)", "2020-01-01")
                .fill("Last day (UTC)", "2020-01-31")
                .send(alma);
        assertThat(none.body()).isEqualTo("user,project,program,month,runs,processor_hours,staged_bytes\r\n");
        assertThat(none.headers().firstValue("Content-Disposition"))
                .hasValueSatisfying(named -> assertThat(named).contains("usage-2020-01-01-2020-01-31.csv"));
        assertThat(found(audit("?kind=USAGE_READ")))
                .anyMatch(text -> text.contains("usage of all users from 2020-01-01"));
        assertThat(refusal(send(alma, "/ui/operations/usage", Map.of("from", "<b>"))))
                .isEqualTo("not a day as 2026-05-04: <b>");
    }
}
