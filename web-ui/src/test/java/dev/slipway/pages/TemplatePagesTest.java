package dev.slipway.pages;

import static dev.slipway.pages.PageForm.at;
import static dev.slipway.pages.PageForm.fields;
import static dev.slipway.pages.PageForm.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.Caller;
import dev.slipway.document.ReadDocument;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.request.InlineData;
import dev.slipway.request.JobRequest;
import dev.slipway.request.SqlExtract;
import dev.slipway.schedule.ScheduleDesk;
import dev.slipway.schedule.ScheduleRunner;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests templates and schedules as browsers without scripts show them to an author, a colleague and an auditor. */
class TemplatePagesTest {
    private static final Caller BOB = new Caller("bob", Set.of(Caller.Role.USER), "test");
    private static Site site;
    private static Visitor ada;
    private static Visitor bob;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(folder);
        ada = site.signedIn("ada");
        bob = site.signedIn("bob");
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    private static String token(Visitor visitor) {
        return Visitor.csrf(visitor.get("/ui/templates"));
    }

    /** Makes a template of ada's job, and returns the path of the author's form. */
    private static String made(JobRequest request) {
        JobToken job = site.submit(request, Site.in(JobState.CLOSED));
        return at(ada.post("/ui/templates", Map.of("from", "job", "token", job.value(), "_csrf", token(ada))));
    }

    /** Makes a shared template with a blank for the host and a blank for the argument. */
    private static String shared() {
        String edit = made(Samples.job("var", "var-mc"));
        HttpResponse<String> page =
                send(ada, ada.get(edit), edit, "do", "replace", "value", "market-data", "blank", "place");
        page = send(ada, page, edit, "do", "replace", "value", "4", "blank", "count");
        HttpResponse<String> kept = send(
                ada,
                page,
                edit,
                "do",
                "save",
                "name",
                "Desk " + Samples.HOSTILE,
                "description",
                "For <all>",
                "shared",
                "true",
                "blanks.1.kind",
                "NUMBER",
                "blanks.1.least",
                "1",
                "blanks.1.most",
                "64");
        assertThat(at(kept)).isEqualTo(edit + "?done=saved");
        return edit.replace("/edit", "");
    }

    @Test
    void an_author_makes_a_template_of_an_old_job_without_knowing_its_document() {
        String edit = made(Samples.job("var <i>", "var-mc"));
        HttpResponse<String> page = ada.get(edit);
        assertThat(page.body())
                .contains("value=\"var-mc\"", "&lt;i&gt;4&lt;/i&gt;", "value=\"/curve.csv\"")
                .contains("There are none yet")
                .doesNotContain("???", "jsdl");

        HttpResponse<String> replaced =
                send(ada, page, edit, "do", "replace", "value", "market-data", "blank", "place");
        assertThat(replaced.body())
                .contains("Blank place took the place of", "once.", "value=\"${place}\"", "value=\"market-data\"");
        HttpResponse<String> nowhere = send(ada, replaced, edit, "do", "replace", "value", "market", "blank", "x");
        assertThat(nowhere.body()).contains("stands nowhere in the job");
        HttpResponse<String> wrong = send(ada, replaced, edit, "do", "replace", "value", "curve", "blank", "1 x");
        assertThat(wrong.body()).contains("A blank needs a value of at most 200 characters that stands in the job");

        HttpResponse<String> found = send(ada, replaced, edit, "do", "save", "text.executable", "${program}");
        assertThat(found.statusCode())
                .as("a new blank is shown before it is kept")
                .isEqualTo(200);
        assertThat(found.body()).contains("New blanks:", "<strong>program</strong>");
        HttpResponse<String> bad = send(ada, found, edit, "do", "save", "text.executable", "${pro gram}");
        assertThat(bad.body()).contains("This was not saved yet", "not a blank");
        assertThat(ada.get(edit).body()).as("nothing is kept so far").doesNotContain("${place}");
        HttpResponse<String> kept = send(ada, found, edit, "do", "save");
        assertThat(ada.get(at(kept)).body()).contains("Saved.", "value=\"${program}\"", "value=\"${place}\"");

        HttpResponse<String> late = send(ada, found, edit, "do", "save", "name", "late");
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(late.body()).contains("was changed after this page was opened");
    }

    @Test
    void edits_are_kept_when_the_author_goes_on_to_run_the_template() {
        String edit = made(Samples.job("var", "var-mc"));
        HttpResponse<String> page = ada.get(edit);
        assertThat(page.body())
                .contains("data-unsaved=\"false\"")
                .doesNotContain("href=\"" + edit.replace("/edit", "/run"));

        HttpResponse<String> looked = send(ada, page, edit, "do", "look", "description", "only looked at");
        assertThat(looked.body()).contains("only looked at");
        assertThat(ada.get(edit).body()).as("a look keeps nothing").doesNotContain("only looked at");
        HttpResponse<String> onward = send(ada, page, edit, "do", "run", "description", "edited and run");
        HttpResponse<String> bad = send(ada, ada.get(edit), edit, "do", "run", "text.executable", "${pro gram}");

        assertThat(at(onward)).isEqualTo(edit.replace("/edit", "/run"));
        assertThat(ada.get(edit).body()).contains("edited and run");
        assertThat(bad.body()).contains("This was not saved yet", "data-unsaved=\"true\"");
    }

    @Test
    void a_colleague_fills_in_the_blanks_sees_what_runs_and_runs_it() {
        String template = shared();
        assertThat(bob.get("/ui/templates").body())
                .contains("Desk " + Samples.ESCAPED, "For &lt;all&gt;", template + "/run")
                .doesNotContain(Samples.HOSTILE, template + "/edit", "???");
        HttpResponse<String> page = bob.get(template + "/run");
        assertThat(page.body())
                .contains("From 1 to 64.", "value=\"market-data\"")
                .doesNotContain("???");

        HttpResponse<String> wrong =
                send(bob, page, template + "/run", "do", "now", "value.place", "a';b", "value.count", "65");
        assertThat(wrong.statusCode()).isEqualTo(200);
        assertThat(wrong.body())
                .contains("Nothing was submitted yet", "takes letters, digits", "a number from 1 to 64, and not 65")
                .contains("value=\"a&#039;;b\"", "aria-invalid=\"true\"");
        assertThat(site.desk().count(BOB)).isZero();

        HttpResponse<String> shown = send(bob, page, template + "/run", "do", "look", "value.count", "7");
        assertThat(shown.body()).contains("Nothing stands against it.", "&lt;i&gt;7&lt;/i&gt;", "<pre>var-mc</pre>");
        assertThat(site.desk().count(BOB)).isZero();

        String job = at(send(bob, shown, template + "/run", "do", "now"));
        assertThat(at(send(bob, shown, template + "/run", "do", "now")))
                .as("sent twice")
                .isEqualTo(job);
        assertThat(site.desk().count(BOB)).isEqualTo(1);
        JobToken token = new JobToken(job.substring(job.lastIndexOf('/') + 1));
        site.await(token, Site.in(JobState.CLOSED));
        JobRequest request = site.desk().request(BOB, token);
        assertThat(request.launch().application().programs().get(0).arguments()).containsExactly("<i>7</i>");
        assertThat(request.description().orElseThrow()).contains("of ada, version 2: place=market-data, count=7]");
    }

    @Test
    void the_job_of_the_demo_becomes_a_template_of_three_fields() throws IOException {
        byte[] document = Files.readAllBytes(Path.of("../deploy/demo/equity-var.xml"));
        JobRequest demo = ((ReadDocument.Accepted) new JobDocumentReader().read(document)).request();
        String edit = made(demo);
        HttpResponse<String> page = ada.get(edit);
        page = send(ada, page, edit, "do", "replace", "value", "2022-12-28", "blank", "day");
        assertThat(page.body()).contains("the place of \u201c2022-12-28\u201d 2 times");
        page = send(ada, page, edit, "do", "replace", "value", "Equity", "blank", "desk");
        page = send(ada, page, edit, "do", "replace", "value", "10000", "blank", "scenarios");
        String run = at(send(ada, page, edit, "do", "save", "shared", "true")).replace("edit?done=saved", "run");

        String job = at(send(
                bob,
                bob.get(run),
                run,
                "do",
                "now",
                "value.day",
                "2022-12-27",
                "value.desk",
                "Rates",
                "value.scenarios",
                "500"));

        JobRequest request = site.desk().request(BOB, new JobToken(job.substring(job.lastIndexOf('/') + 1)));
        assertThat(request.launch().application().programs().get(0).arguments())
                .containsSequence("--scenarios", "500", "--horizon-days", "10");
        assertThat(statements(request))
                .anyMatch(sql -> sql.contains("WHERE desk = 'Rates' ORDER BY book_id"))
                .anyMatch(sql -> sql.contains("WHERE b.desk = 'Rates' ORDER BY i.symbol"))
                .anyMatch(sql -> sql.contains("(i.maturity - date '2022-12-27') / 365.0"))
                .anyMatch(sql -> sql.contains("BETWEEN date '2020-12-28' AND date '2022-12-27'"))
                .noneMatch(sql -> sql.contains("Equity") || sql.contains("${"));
    }

    @Test
    void the_bank_of_the_demo_becomes_a_template_of_desk_horizon_and_levels() throws IOException {
        byte[] document = Files.readAllBytes(Path.of("../deploy/demo/bank-var.xml"));
        String edit = made(((ReadDocument.Accepted) new JobDocumentReader().read(document)).request());
        HttpResponse<String> page = ada.get(edit);
        String desk = fields(page).entrySet().stream()
                .filter(field -> field.getValue().equals("desk\nall"))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
        page = send(ada, page, edit, "do", "look", desk, "desk\n${desk}\n");
        page = send(ada, page, edit, "do", "replace", "value", "10", "blank", "horizon");
        assertThat(page.body()).contains("the place of \u201c10\u201d once");
        page = send(ada, page, edit, "do", "replace", "value", "0.95,0.99", "blank", "levels");
        assertThat(page.body())
                .contains("the place of \u201c0.95,0.99\u201d 3 times", "<option value=\"NUMBERS\" selected>");
        String run = at(send(ada, page, edit, "do", "save", "blanks.2.least", "0.5", "blanks.2.most", "0.9999"))
                .replace("edit?done=saved", "run");

        HttpResponse<String> form = ada.get(run);
        assertThat(form.body()).contains("Numbers with commas between. Each from 0.5 to 0.9999.");
        assertThat(send(ada, form, run, "do", "now", "value.levels", "0.9,1").body())
                .contains("takes a number from 0.5 to 0.9999, and not 1", "aria-invalid=\"true\"");
        String job = at(send(
                ada,
                form,
                run,
                "do",
                "now",
                "value.desk",
                "swaps",
                "value.horizon",
                "1",
                "value.levels",
                "0.9, 0.975"));

        JobRequest request = site.desk().request(Site.ADA, new JobToken(job.substring(job.lastIndexOf('/') + 1)));
        assertThat(request.launch().application().programs().get(0).arguments())
                .containsSequence("--horizon-days", "1")
                .containsSequence("--levels", "0.9,0.975");
        assertThat(request.description().orElseThrow())
                .startsWith("VaR of a bank, 100,000 scenarios [template bank-var of ada, ")
                .endsWith(": desk=swaps, horizon=1, levels=0.9,0.975]");
        assertThat(request.stageIn())
                .filteredOn(InlineData.class::isInstance)
                .extracting(step -> ((InlineData) step).data())
                .contains("desk\nswaps");
        assertThat(statements(request))
                .filteredOn(sql -> sql.contains("level IN (0.9,0.975)"))
                .hasSize(2);
    }

    private static List<String> statements(JobRequest request) {
        return request.stageIn().stream()
                .filter(SqlExtract.class::isInstance)
                .map(step -> ((SqlExtract) step).statement())
                .toList();
    }

    @Test
    void what_the_desk_refuses_is_told_on_the_form() {
        String template = shared();
        HttpResponse<String> page = bob.get(template + "/run");

        HttpResponse<String> refused = send(bob, page, template + "/run", "do", "timetable", "first", "soon");

        assertThat(refused.body()).contains("not a time of the day as 09:30: &#034;soon&#034;", "value=\"soon\"");
        assertThat(send(bob, page, template + "/run", "do", "timetable", "every", "0")
                        .body())
                .contains("not a number of minutes from 1 to 1440");
        assertThat(send(bob, page, template + "/run", "do", "timetable", "zone", "Nowhere")
                        .body())
                .contains("not a zone as Europe/Berlin");
        assertThat(send(bob, page, template + "/run", "do", "watch", "source", "risk", "statement", "DROP TABLE x")
                        .body())
                .contains("source risk refuses the statement", "DROP TABLE x</textarea>");
    }

    @Test
    void a_timetable_is_made_paused_resumed_and_removed() {
        String template = shared();
        HttpResponse<String> page = bob.get(template + "/run");
        HttpResponse<String> made = send(
                bob,
                page,
                template + "/run",
                "do",
                "timetable",
                "days",
                "MONDAY",
                "every",
                "",
                "first",
                "08:30",
                "zone",
                "Asia/Tokyo");
        String schedule = at(made).replace("?done=made", "");

        HttpResponse<String> shown = bob.get(at(made));
        assertThat(shown.body())
                .contains("The schedule is made.", "Mon", "at 08:30", "Asia/Tokyo", "<dd>market-data</dd>")
                .doesNotContain("???");
        assertThat(bob.get("/ui/schedules").body())
                .contains(schedule, "not yet")
                .doesNotContain("???");
        assertThat(ada.get("/ui/schedules").body()).doesNotContain(schedule);
        assertThat(site.signedIn("alma").get("/ui/schedules").body()).contains(schedule);

        HttpResponse<String> paused = bob.post(schedule + "/pause", Map.of("_csrf", token(bob)));
        assertThat(bob.get(at(paused)).body()).contains("It does not run until you resume it.", schedule + "/resume");
        HttpResponse<String> resumed = bob.post(schedule + "/resume", Map.of("_csrf", token(bob)));
        assertThat(bob.get(at(resumed)).body()).contains("It runs again", schedule + "/pause");
        HttpResponse<String> removed = bob.post(schedule + "/remove", Map.of("_csrf", token(bob)));
        assertThat(bob.get(at(removed)).body())
                .contains("The schedule is removed")
                .doesNotContain(schedule);
    }

    @Test
    void a_change_of_a_shared_template_waits_for_whoever_scheduled_it() {
        String template = shared();
        HttpResponse<String> page = bob.get(template + "/run");
        assertThat(page.body()).contains("<option>risk</option>");
        String schedule =
                at(send(bob, page, template + "/run", "do", "timetable")).replace("?done=made", "");
        assertThat(bob.get(schedule).body()).doesNotContain("The template was changed");
        long before = site.desk().count(BOB);
        String edit = template + "/edit";
        at(send(ada, ada.get(edit), edit, "do", "save", "text.executable", "other-program"));

        HttpResponse<String> late = send(bob, page, template + "/run", "do", "now");
        assertThat(late.statusCode()).isEqualTo(200);
        assertThat(late.body()).contains("was changed meanwhile: it is version 3", "form.changed");
        assertThat(site.desk().count(BOB)).isEqualTo(before);

        HttpResponse<String> shown = bob.get(schedule);
        assertThat(shown.body())
                .contains("The template was changed", "other-program")
                .doesNotContain("???");
        String accepted = schedule + "/accept";
        assertThat(send(ada, shown, accepted, "_csrf", token(ada)).statusCode()).isEqualTo(404);
        assertThat(at(send(bob, shown, accepted))).isEqualTo(schedule + "?done=resumed");
        assertThat(bob.get(schedule).body()).doesNotContain("The template was changed");
        site.bean(ScheduleDesk.class).remove(BOB, schedule.substring(schedule.lastIndexOf('/') + 1));
    }

    @Test
    void a_value_to_replace_is_no_longer_than_a_value_may_be() {
        String edit = made(Samples.job("var", "var-mc"));
        HttpResponse<String> page =
                send(ada, ada.get(edit), edit, "do", "replace", "value", "x".repeat(201), "blank", "b");
        assertThat(page.body()).contains("a value of at most 200 characters");
    }

    @Test
    void a_watched_query_fires_and_its_page_tells_of_each_time() {
        String template = shared();
        HttpResponse<String> page = bob.get(template + "/run");
        String schedule = at(send(
                        bob,
                        page,
                        template + "/run",
                        "do",
                        "watch",
                        "source",
                        "risk",
                        "statement",
                        "SELECT '<b>'",
                        "pause",
                        "1"))
                .replace("?done=made", "");
        assertThat(bob.get(schedule).body())
                .contains("When the answer of risk changes, asked every 1 min", "SELECT &#039;&lt;b&gt;&#039;")
                .contains("It has not run yet.");

        site.answer = "two";
        site.bean(ScheduleRunner.class).turn();
        JobToken newest = site.desk().list(BOB, 0, 1).get(0).token();

        assertThat(bob.get(schedule).body())
                .contains("/ui/jobs/" + newest, "Submitted")
                .doesNotContain("???");
        assertThat(bob.get("/ui/schedules").body()).contains("/ui/jobs/" + newest);
        site.bean(ScheduleDesk.class).remove(BOB, schedule.substring(schedule.lastIndexOf('/') + 1));
    }
}
