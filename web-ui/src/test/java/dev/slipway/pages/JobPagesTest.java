package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.status.Explanation;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.util.HtmlUtils;

/** Tests one job's pages in each of the job's states. */
class JobPagesTest {
    private static Path folder;
    private static Site site;
    private static JobToken done;

    @BeforeAll
    static void start(@TempDir Path temporary) {
        folder = temporary;
        site = new Site(folder);
        done = site.submit(Samples.job("equity-desk-var", "var-mc"), Site.in(JobState.CLOSED));
    }

    @AfterEach
    void free_the_machine() {
        site.cancelAll();
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @Test
    void a_finished_job_shows_its_picture_figures_results_and_output() {
        String page = page("ada", done);

        assertThat(page).contains(">Done<", "done</p>", "aria-current=\"page\">equity-desk-var");
        assertThat(page)
                .contains("<desc id=\"chart-desc\">", "Histogram of 10,000 scenarios", "VaR 95", "VaR 99", "ES 95");
        assertThat(page).contains("hold no usable number: 1.", "class=\"tail\"");
        assertThat(page)
                .contains("341,233.42", "335,870.10 &hellip; 347,120.90", "Value at risk, relative to the mean");
        assertThat(page).contains("result?name=figures+%26+more", "Exit status", "24.3 s + 820 ms", "137.0 MiB");
        assertThat(page).contains("run of 2 ranks", "&lt;b&gt;done&lt;/b&gt;", "&lt;img src=x&gt;");
        assertThat(page).contains("data-open=\"false\"").doesNotContain("<b>done", "<img src=x", "???");
        assertThat(page).doesNotContain("why-title", ">Hold<", ">Release<", "Yes, cancel this job");
    }

    @Test
    void the_history_tells_every_event_with_its_time_and_who_from_where() {
        String page = site.signedIn("ada").get("/ui/jobs/" + done + "/history").body();

        assertThat(page).contains("accepted from ada at test", "ACCEPTED", "CLEANED", "&lt;i&gt;4&lt;/i&gt;");
        assertThat(page).contains("/ui/jobs/" + done + "\">equity-desk-var</a>", "aria-current=\"page\">history");
        assertThat(page).doesNotContain("<i>4", "???");
    }

    @Test
    void a_hostile_name_is_text_wherever_it_stands() {
        JobToken token = site.submit(Samples.job(Samples.HOSTILE, "endless"), Site.in(JobState.RUNNING));

        for (String path : List.of("", "/live", "/history")) {
            assertThat(site.signedIn("ada").get("/ui/jobs/" + token + path).body())
                    .contains(Samples.ESCAPED)
                    .doesNotContain("<script>alert");
        }
        assertThat(page("ada", token)).contains("<title>" + Samples.ESCAPED);
    }

    @Test
    void a_running_job_shows_how_far_it_is_and_names_its_figures() {
        JobToken token = running();

        String page = page("ada", token);

        assertThat(page).contains("max=\"10000\" value=\"6250\"", "62 %", "509,112.25", ">pass 2 of 3 &lt;b&gt;<");
        assertThat(told(page))
                .as("each with its interval where both bounds are told, in the program's order")
                .endsWith(" Value at risk, relative to the mean 99 % 509,112.25 480,000.50 &hellip; 540,000.75"
                        + " Value at risk, relative to the mean 97.5 % 420,000.50"
                        + " Expected shortfall, relative to the mean 99 % 600,000.25 es_mean_99_lower 580,000.50"
                        + " paths_lower 7 Mean value -1,234.50 ");
        assertThat(page).contains("Yes, cancel this job", "data-open=\"true\"", "running open");
        assertThat(page).doesNotContain("chart-title", ">Hold<", ">Retry<");
    }

    private static String told(String page) {
        int begin = page.indexOf("class=\"stack told\"");
        return page.substring(begin, page.indexOf("</table>", begin)).replaceAll("(<[^>]*>|\\s)+", " ");
    }

    @Test
    @Timeout(300)
    void a_job_that_stages_shows_how_much_has_moved_and_when_last() {
        JobToken token = site.submit(Samples.job("intraday-var", "var-mc", "slow"), Site.in(JobState.STAGING_IN));
        String page = page("ada", token);
        while (!page.contains("1,234")) {
            page = page("ada", token);
        }

        assertThat(page).contains("Moving now", "Data</dt><dd>2.0 KiB<", "Rows</dt><dd>1,234<");
        assertThat(page).containsSubsequence("Last moved</dt><dd><time datetime=", "Last moved <time datetime=");
        assertThat(page).contains("About still to go</dt><dd>not known<").doesNotContain("???");
    }

    @Test
    void a_waiting_job_says_what_for_and_at_which_place() {
        running();
        running();
        JobToken token = site.submit(Samples.job("next", "var-mc"), Site.in(JobState.READY));

        String page = page("ada", token);

        assertThat(page).contains(">Ready<", "Waits for", "Position</dt><dd>1<", ">Hold<", "Cancel job");
        assertSameWords(token);
    }

    @Test
    void a_failed_job_says_phase_thing_owner_and_remedy_and_can_be_done_again() {
        JobToken token = site.submit(Samples.job("intraday-var", "var-mc", "strict"), Site.in(JobState.CLOSED));

        String page = page("ada", token);

        assertThat(page).contains("Failed while staging in", "step curve cannot read /curve.csv on host strict");
        assertThat(page).contains("Whose problem</dt><dd><strong>data</strong>", "step curve from");
        assertThat(page)
                .contains("permission denied for &#034;slipway&#034; &lt;b&gt;")
                .doesNotContain(" <b>");
        assertThat(page).contains("What to do:", "Check the path and its rights on the remote host.", ">Retry<");
        assertThat(page).doesNotContain("Yes, cancel this job");
        assertSameWords(token);
    }

    @Test
    void a_blocked_job_says_what_is_away() {
        JobToken token = site.submit(Samples.job("overnight-var", "var-mc", "gone"), job -> job.blocked()
                .isPresent());

        assertThat(page("ada", token))
                .contains(
                        "Blocked while staging in",
                        "Waits for",
                        "host gone does not answer",
                        ">network<",
                        "Nothing to do");
        assertSameWords(token);
    }

    @Test
    void a_job_is_held_released_and_cancelled_from_its_page() {
        running();
        running();
        JobToken token = site.submit(Samples.job("later", "endless"), Site.in(JobState.READY));
        Visitor ada = site.signedIn("ada");

        press(ada, token, "hold");
        String page = page("ada", token);
        assertThat(page).contains("badge large held", "Held by</dt><dd>ada, since 20", ">Release<", "Release it.");
        assertThat(page).doesNotContain(">Hold<", "slipway release", "`");
        assertSameWords(token);

        press(ada, token, "release");
        assertThat(page("ada", token)).contains(">Hold<").doesNotContain("Held by");

        press(ada, token, "cancel");
        site.await(token, Site.in(JobState.CLOSED));
        assertThat(page("ada", token)).contains(">Cancelled<", "ancelled by ada", "Do it again if it is still wanted.");
    }

    @Test
    void a_closed_job_is_done_again_and_the_new_one_leads_back() {
        Visitor ada = site.signedIn("ada");

        String address =
                press(ada, done, "retry").headers().firstValue("Location").orElseThrow();

        assertThat(address).doesNotEndWith(done.value());
        // The job ends by itself, and the clean-up must come after that end.
        site.await(new JobToken(address.substring(address.lastIndexOf('/') + 1)), Site.in(JobState.CLOSED));
        assertThat(ada.get(address.replaceAll("^https?://[^/]+", "")).body())
                .contains("Does again", "<a href=\"/ui/jobs/" + done + "\">");
    }

    @Test
    void what_does_not_fit_the_state_is_refused_with_the_desks_words() {
        Visitor ada = site.signedIn("ada");

        HttpResponse<String> answer = press(ada, running(), "hold");

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("only a job before its launch can be held", "Look first: ");
    }

    @Test
    void buttons_need_the_forms_token() {
        JobToken token = running();
        Visitor ada = site.signedIn("ada");

        for (String button : List.of("cancel", "hold", "release", "retry", "record")) {
            assertThat(ada.post("/ui/jobs/" + token + "/" + button, Map.of()).statusCode())
                    .isEqualTo(403);
        }
        assertThat(site.desk().status(Site.ADA, token).cancelRequested()).isFalse();
    }

    @Test
    void operators_may_change_a_job_and_auditors_only_look() {
        JobToken token = running();

        assertThat(page("olga", token)).contains("Yes, cancel this job");
        assertThat(page("alma", token)).contains(">Running<").doesNotContain("Yes, cancel this job", ">Hold<");
        assertThat(page("alma", done)).doesNotContain(">Retry<");
        Visitor alma = site.signedIn("alma");
        assertThat(press(alma, token, "cancel").statusCode()).isEqualTo(403);
    }

    @Test
    void a_job_of_somebody_else_is_answered_as_one_that_does_not_exist() {
        Visitor bob = site.signedIn("bob");
        String unknown = strange(bob.get("/ui/jobs/" + "0".repeat(32)));

        assertThat(unknown).contains("there is no such job", "Check the token with <code>slipway list</code>; you see");
        for (String path : List.of(
                "",
                "/live",
                "/events",
                "/history",
                "/result?name=pnl",
                "/stdout",
                "/stderr",
                "/stdout?from=0",
                "/document")) {
            assertThat(strange(bob.get("/ui/jobs/" + done + path))).as(path).isEqualTo(unknown);
            assertThat(strange(bob.get("/ui/jobs/nonsense" + path))).as(path).isEqualTo(unknown);
        }
        for (String button : List.of("/cancel", "/hold", "/release", "/retry", "/record")) {
            for (String token : List.of(done.value(), "nonsense", "0".repeat(32))) {
                Map<String, String> form = Map.of("_csrf", Visitor.csrf(bob.get("/ui/jobs")));
                assertThat(strange(bob.post("/ui/jobs/" + token + button, form)))
                        .as(button)
                        .isEqualTo(unknown);
            }
        }
    }

    @Test
    void results_come_as_files_that_no_browser_opens_as_a_page() {
        Visitor ada = site.signedIn("ada");

        HttpResponse<String> file = ada.get("/ui/jobs/" + done + "/result?name=a+%22b%22%2F..");

        assertThat(file.body()).isEqualTo("a\n=1\n");
        assertThat(file.headers().firstValue("Content-Type")).hasValue("text/csv;charset=UTF-8");
        assertThat(file.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(file.headers().firstValue("Content-Disposition").orElseThrow())
                .startsWith("attachment; filename=");
        assertThat(ada.get("/ui/jobs/" + done + "/result?name=pnl").body()).isEqualTo(Samples.pnl());
        assertThat(ada.get("/ui/jobs/" + done + "/result?name=none").statusCode())
                .isEqualTo(404);
        assertThat(ada.get("/ui/jobs/" + done + "/document").body()).isEqualTo("<document/>");
    }

    @Test
    void the_first_rows_of_a_result_stand_in_a_table_and_formulas_in_it_do_nothing() {
        String page = page("ada", done);

        assertThat(page).contains("First rows of pnl.csv", "<th scope=\"col\" class=\"number\">scenario</th>");
        assertThat(page).contains("<td>=1</td>", "More rows follow").doesNotContain("First rows of figures.csv");
    }

    @Test
    void an_audit_record_comes_as_a_file_for_all_who_may_see_the_job() {
        for (String user : List.of("ada", "alma", "olga")) {
            HttpResponse<String> record = press(site.signedIn(user), done, "record");
            assertThat(record.body()).contains(done.value(), "ACCEPTED");
            assertThat(record.headers().firstValue("Content-Disposition").orElseThrow())
                    .contains("attachment", "audit-" + done + ".xml");
        }
    }

    @Test
    void a_job_can_be_run_again_with_changes_by_whoever_may_submit() {
        assertThat(page("ada", done)).contains("Run again with changes", "name=\"token\" value=\"" + done + "\"");
        assertThat(page("alma", done)).doesNotContain("Run again with changes");
    }

    @Test
    void output_comes_piece_by_piece_as_it_grows() {
        JobToken token = running();
        Visitor ada = site.signedIn("ada");
        assertThat(page("ada", token)).contains("data-follow=\"/ui/jobs/" + token + "/stdout\" data-next=\"27\"");

        HttpResponse<String> piece = ada.get("/ui/jobs/" + token + "/stdout?from=7");
        assertThat(piece.body()).isEqualTo("2 ranks\n<b>done</b>\n");
        assertThat(piece.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
        assertThat(piece.headers().firstValue("Slipway-Next")).hasValue("27");
        assertThat(piece.headers().firstValue("Slipway-Complete")).hasValue("false");
        assertThat(ada.get("/ui/jobs/" + token + "/stdout?from=27").body()).isEmpty();
        assertThat(ada.get("/ui/jobs/" + token + "/stdout?from=x").statusCode()).isEqualTo(400);
        assertThat(ada.get("/ui/jobs/" + done + "/stderr?from=-9").headers().firstValue("Slipway-Complete"))
                .hasValue("true");
        assertThat(page("ada", done)).doesNotContain("data-follow");
    }

    @Test
    void output_comes_whole_as_plain_text() {
        HttpResponse<String> output = site.signedIn("ada").get("/ui/jobs/" + done + "/stdout");

        assertThat(output.body()).isEqualTo("run of 2 ranks\n<b>done</b>\n");
        assertThat(output.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
    }

    @Test
    void a_result_that_is_gone_from_the_disk_shows_a_reference_and_nothing_of_its_cause() throws IOException {
        JobToken token = site.submit(Samples.job("var", "var-mc"), Site.in(JobState.CLOSED));
        try (var files = Files.walk(folder.resolve("results"))) {
            for (Path file : files.filter(each -> each.toString().contains(token.value()))
                    .filter(Files::isRegularFile)
                    .toList()) {
                Files.delete(file);
            }
        }

        HttpResponse<String> page = site.signedIn("ada").get("/ui/jobs/" + token + "/result?name=pnl");

        assertThat(page.statusCode()).isEqualTo(500);
        assertThat(page.body())
                .contains("Give the operator this reference")
                .doesNotContain("NoSuchFile", folder.toString());
    }

    @Test
    void damaged_results_leave_the_rest_of_the_page_whole() {
        JobToken token = site.submit(
                Samples.job("var", "damaged"),
                job -> job.state() == JobState.CLOSED && job.outcome().orElseThrow() instanceof JobOutcome.Done);

        assertThat(page("ada", token)).contains("cannot be drawn", "Exit status", "pnl.csv");
    }

    private static JobToken running() {
        return site.submit(Samples.job("long run", "endless"), Site.in(JobState.RUNNING));
    }

    private static String page(String user, JobToken token) {
        HttpResponse<String> page = site.signedIn(user).get("/ui/jobs/" + token);
        assertThat(page.statusCode()).isEqualTo(200);
        return page.body();
    }

    /** Returns the remedy as the page shows it: commands as code, or left out where the page has a button. */
    private static String withoutButtons(String remedy) {
        return remedy.replaceAll(": `slipway (release|retry) [^`]+`", "").replaceAll("`([^`]+)`", "<code>$1</code>");
    }

    /** Asserts that the page contains each word of the desk's explanation. */
    private static void assertSameWords(JobToken token) {
        Explanation explanation = site.desk().explain(Site.ADA, token);
        String page = HtmlUtils.htmlUnescape(page("ada", token));
        if (!explanation.about().equals(site.desk().explain(Site.ADA, token).about())) {
            // The estimate has moved on meanwhile, which it does until the job is due.
            assertSameWords(token);
            return;
        }
        assertThat(page).contains(explanation.headline(), explanation.about(), withoutButtons(explanation.remedy()));
        explanation
                .trouble()
                .ifPresentOrElse(
                        trouble -> assertThat(page)
                                .contains(
                                        trouble.thing(),
                                        trouble.owner().word(),
                                        trouble.problem().message()),
                        () -> assertThat(page).contains(explanation.waitsFor().orElseThrow()));
    }

    private static HttpResponse<String> press(Visitor visitor, JobToken token, String button) {
        Map<String, String> form = Map.of("_csrf", Visitor.csrf(visitor.get("/ui/jobs")));
        return visitor.post("/ui/jobs/" + token + "/" + button, form);
    }

    /** Returns the answer without the parts that differ from request to request. */
    private static String strange(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(404);
        return answer.body().replaceAll("name=\"_csrf\" value=\"[^\"]+\"", "");
    }
}
