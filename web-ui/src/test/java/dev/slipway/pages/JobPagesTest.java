package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.status.Explanation;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests one job's pages in each of the job's states. */
class JobPagesTest extends JobSite {
    @Test
    void a_finished_job_shows_its_picture_figures_results_and_output() {
        JobPage job = job("ada", done);
        Page page = job.page();

        assertThat(job.badge()).isEqualTo("Done");
        assertThat(job.headline()).endsWith("done");
        assertThat(page.texts("nav [aria-current=page]")).containsExactly("equity-desk-var");
        Part chart = page.section("Profit and loss");
        assertThat(chart.texts("desc")).singleElement().asString().startsWith("Histogram of 10,000 scenarios from ");
        assertThat(chart.texts("svg text")).contains("VaR 95", "VaR 99", "ES 95");
        assertThat(chart.parts("rect.tail")).isNotEmpty();
        assertThat(chart.texts(".help"))
                .singleElement()
                .asString()
                .endsWith("Rows without a usable number were left out: 1.");
        Table figures = page.section("Risk figures").table();
        assertThat(figures.lines())
                .contains("Value at risk, relative to the mean | 95 % | 341,233.42 | 335,870.10 \u2026 347,120.90");
        assertThat(figures.names()).contains("<img src=x>");
        assertThat(page.section("Results").links()).contains("/ui/jobs/" + done + "/result?name=figures+%26+more");
        Part run = page.section("Run");
        assertThat(run.terms()).contains("Exit status");
        assertThat(run.fact("Processor time")).isEqualTo("24.3 s + 820 ms");
        assertThat(run.fact("Peak memory")).isEqualTo("137.0 MiB");
        assertThat(page.section("Standard output").listings()).containsExactly("run of 2 ranks\n<b>done</b>");
        assertThat(job.open()).isEqualTo("false");
        assertThat(page.headings()).doesNotContain("Why it waits").noneMatch(text -> text.contains("while"));
        assertThat(page.buttons()).doesNotContain("Hold", "Release", "Cancel job", "Yes, cancel this job");
    }

    @Test
    void the_history_tells_every_event_with_its_time_and_who_from_where() {
        Page page = Page.open(site.visitorOf("ada"), "/ui/jobs/" + done + "/history");

        Table events = page.table("History of equity-desk-var");
        assertThat(events.row("ACCEPTED").cell("What happened").text()).contains("accepted from ada at test");
        assertThat(events.names()).startsWith("ACCEPTED").contains("CLEANED");
        assertThat(events.text()).contains("<i>4</i>");
        assertThat(events.column("Time")).allMatch(time -> time.endsWith(" UTC"));
        assertThat(page.link("equity-desk-var")).isEqualTo("/ui/jobs/" + done);
        assertThat(page.texts("nav [aria-current=page]")).containsExactly("history");
    }

    @Test
    void a_hostile_name_is_text_wherever_it_stands() {
        JobToken token = site.submit(Samples.job(Samples.HOSTILE, "endless"), Site.in(JobState.RUNNING));
        Visitor ada = site.visitorOf("ada");

        assertThat(job("ada", token).page().heading()).isEqualTo(Samples.HOSTILE);
        assertThat(job("ada", token).page().title()).isEqualTo("62 %: " + Samples.HOSTILE + " · Slipway");
        assertThat(Page.open(ada, "/ui/jobs/" + token + "/live").heading()).isEqualTo(Samples.HOSTILE);
        assertThat(Page.open(ada, "/ui/jobs/" + token + "/history").link(Samples.HOSTILE))
                .isEqualTo("/ui/jobs/" + token);
    }

    @Test
    void a_running_job_draws_its_figures_over_the_work_done_with_their_intervals() {
        Page page = job("ada", running()).page();

        Part run = page.section("Run");
        assertThat(run.headings()).contains("Value at risk, relative to the mean 99 %", "<i>");
        assertThat(run.parts("svg.series")).hasSize(2);
        assertThat(run.parts("svg.series .shades path"))
                .as("the band of the interval")
                .hasSize(1);
        assertThat(run.parts("details.rows tbody tr").stream().map(Part::text))
                .contains(
                        "100 400,000.00300,000.00 \u2026 500,000.00",
                        "6,250 509,112.25480,000.50 \u2026 540,000.75",
                        "2,500 2")
                .noneMatch(row -> row.startsWith("9,000"));
        assertThat(job("ada", done).page().section("Run").parts("svg.series")).isEmpty();
    }

    @Test
    void a_running_job_shows_how_far_it_is_and_names_its_figures() {
        JobPage job = job("ada", running());
        Part run = job.page().section("Run");

        assertThat(run.marks("max")).containsExactly("10000");
        assertThat(run.marks("value")).containsExactly("6250");
        assertThat(run.texts(".progress > span")).singleElement().asString().startsWith("62 %");
        assertThat(run.texts(".help strong")).containsExactly("pass 2 of 3 <b>");
        assertThat(run.table("Figures that the program reports").lines())
                .as("each with its interval where both bounds are told, in the program's order")
                .containsExactly(
                        "Value at risk, relative to the mean | 99 % | 509,112.25 | 480,000.50 \u2026 540,000.75",
                        "Value at risk, relative to the mean | 97.5 % | 420,000.50",
                        "Expected shortfall, relative to the mean | 99 % | 600,000.25",
                        "es_mean_99_lower | 580,000.50",
                        "paths_lower | 7",
                        "Mean value | -1,234.50");
        assertThat(job.open()).isEqualTo("true");
        assertThat(job.page().section("Phases").parts("rect.running.open")).hasSize(1);
        assertThat(job.page().headings()).doesNotContain("Profit and loss");
        assertThat(job.page().buttons()).contains("Yes, cancel this job").doesNotContain("Hold", "Retry");
    }

    @Test
    @Timeout(300)
    void a_job_that_stages_shows_how_much_has_moved_and_when_last() {
        JobToken token = site.submit(Samples.job("intraday-var", "var-mc", "slow"), Site.in(JobState.STAGING_IN));
        Page page = job("ada", token).page();
        while (!page.text().contains("1,234")) {
            page = job("ada", token).page();
        }

        Part moving = page.section("Moving now");
        assertThat(moving.fact("Data")).isEqualTo("2.0 KiB");
        assertThat(moving.fact("Rows")).isEqualTo("1,234");
        assertThat(moving.fact("Last moved")).endsWith(" UTC");
        assertThat(moving.marks("datetime")).hasSize(1);
        assertThat(moving.fact("Time left")).isEqualTo("not known");
        Part state = page.section("Data in").table().row("curve").cell("State");
        assertThat(state.texts("small")).singleElement().asString().startsWith("Last moved ");
        assertThat(state.marks("datetime")).hasSize(1);
    }

    @Test
    void a_waiting_job_says_what_for_and_at_which_place() {
        running();
        running();
        JobToken token = site.submit(Samples.job("next", "var-mc"), Site.in(JobState.READY));

        JobPage job = job("ada", token);

        assertThat(job.badge()).isEqualTo("Ready");
        assertThat(job.why().terms()).contains("Waits for");
        assertThat(job.why().fact("Place in the queue")).isEqualTo("1");
        assertThat(job.page().buttons()).contains("Hold", "Cancel job");
        assertSameWords(token);
    }

    @Test
    void a_failed_job_says_phase_thing_owner_and_remedy_and_can_be_done_again() {
        JobToken token = site.submit(Samples.job("intraday-var", "var-mc", "strict"), Site.in(JobState.CLOSED));

        JobPage job = job("ada", token);

        Part trouble = job.page().section("Failed while staging in");
        assertThat(trouble.text()).contains("step curve cannot read /curve.csv on host strict");
        assertThat(trouble.fact("Who can help")).isEqualTo("Whoever owns the data");
        assertThat(trouble.fact("Where")).startsWith("step curve from");
        assertThat(trouble.listings()).containsExactly("permission denied for \"slipway\" <b>");
        assertThat(job.remedy())
                .startsWith("What to do: ")
                .contains("Check the path and its rights on the remote host.");
        assertThat(job.page().buttons()).contains("Retry").doesNotContain("Yes, cancel this job");
        assertSameWords(token);
    }

    @Test
    void a_run_that_waits_at_a_cluster_says_so_with_the_reason_and_the_expected_start() {
        JobToken token = site.submit(Samples.job("far-var", "queued"), job -> job.cluster()
                .filter(at -> at.reason().startsWith("Priority"))
                .isPresent());

        Part head = job("ada", token).page().parts(".head").get(0);
        assertThat(JobListPage.open(site.visitorOf("ada"), "")
                        .row(token)
                        .cell("Status")
                        .text())
                .isEqualTo("Running waits in the queue of the cluster (Priority <b>)");
        site.desk().cancel(Site.ADA, token);
        site.await(token, Site.in(JobState.CLOSED));

        assertThat(head.fact("In this phase since"))
                .startsWith("Running: waits in the queue of the cluster (Priority <b>), 20");
        assertThat(head.fact("At cluster"))
                .isEqualTo("main, job 17<b> there, expected to start 2026-11-27 12:03:00 UTC");
        Part over = job("ada", token).page().parts(".head").get(0);
        assertThat(over.fact("Closed")).startsWith("20");
        assertThat(JobListPage.open(site.visitorOf("ada"), "")
                        .row(token)
                        .cell("Status")
                        .text())
                .isEqualTo("Cancelled");
        assertThat(over.fact("At cluster")).isEqualTo("main, job 17<b> there");
    }

    @Test
    void a_blocked_job_says_what_is_away() {
        JobToken token = site.submit(Samples.job("overnight-var", "var-mc", "gone"), job -> job.blocked()
                .isPresent());

        JobPage job = job("ada", token);

        Part trouble = job.page().section("Blocked while staging in");
        assertThat(trouble.text()).contains("host gone does not answer");
        assertThat(trouble.terms()).contains("Waits for");
        assertThat(trouble.fact("Who can help")).isEqualTo("Nobody: a connection is down");
        assertThat(job.remedy()).startsWith("What to do: Nothing to do");
        assertSameWords(token);
    }

    @Test
    void a_job_is_held_released_and_cancelled_from_its_page() {
        running();
        running();
        JobToken token = site.submit(Samples.job("later", "endless"), Site.in(JobState.READY));
        Visitor ada = site.visitorOf("ada");

        job("ada", token).page().form("Hold").send(ada);
        JobPage held = job("ada", token);
        assertThat(held.badge()).isEqualTo("Held");
        assertThat(held.why().fact("Held by")).startsWith("ada, since 20");
        assertThat(held.remedy()).endsWith("Release it.");
        assertThat(held.page().buttons()).contains("Release").doesNotContain("Hold");
        assertThat(held.page().text()).doesNotContain("slipway release", "`");
        assertSameWords(token);

        held.page().form("Release").send(ada);
        JobPage released = job("ada", token);
        assertThat(released.page().buttons()).contains("Hold").doesNotContain("Release");
        assertThat(released.page().terms()).doesNotContain("Held by");

        released.page().form("Yes, cancel this job").send(ada);
        site.await(token, Site.in(JobState.CLOSED));
        JobPage cancelled = job("ada", token);
        assertThat(cancelled.badge()).isEqualTo("Cancelled");
        assertThat(cancelled.headline()).contains("ancelled by ada");
        assertThat(cancelled.remedy()).endsWith("Do it again if it is still wanted.");
    }

    @Test
    void a_closed_job_is_done_again_and_the_new_one_leads_back() {
        Visitor ada = site.visitorOf("ada");

        String address = PageForm.at(job("ada", done).page().form("Retry").send(ada));

        assertThat(address).doesNotEndWith(done.value());
        // The job ends by itself, and the clean-up must come after that end.
        site.await(new JobToken(address.substring(address.lastIndexOf('/') + 1)), Site.in(JobState.CLOSED));
        Page again = Page.open(ada, address);
        assertThat(again.fact("Retry of")).isEqualTo(done.value());
        assertThat(again.link(done.value())).isEqualTo("/ui/jobs/" + done);
    }

    @Test
    void what_does_not_fit_the_state_is_refused_with_the_desks_words() {
        Page answer = Page.of(press(site.visitorOf("ada"), running(), "hold"));

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.heading()).contains("only a job before its launch can be held");
        assertThat(new JobPage(answer).remedy()).contains("Look at the job first");
    }

    @Test
    void buttons_need_the_forms_token() {
        JobToken token = running();
        Visitor ada = site.visitorOf("ada");

        for (String button : List.of("cancel", "hold", "release", "retry", "record")) {
            assertThat(ada.post("/ui/jobs/" + token + "/" + button, Map.of()).statusCode())
                    .isEqualTo(403);
        }
        assertThat(site.desk().status(Site.ADA, token).cancelRequested()).isFalse();
    }

    @Test
    void operators_may_change_a_job_and_auditors_only_look() {
        JobToken token = running();

        assertThat(job("olga", token).page().buttons()).contains("Yes, cancel this job");
        JobPage seen = job("alma", token);
        assertThat(seen.badge()).isEqualTo("Running");
        assertThat(seen.page().buttons()).doesNotContain("Yes, cancel this job", "Hold");
        assertThat(job("alma", done).page().buttons()).doesNotContain("Retry");
        assertThat(press(site.visitorOf("alma"), token, "cancel").statusCode()).isEqualTo(403);
    }

    @Test
    void a_job_of_somebody_else_is_answered_as_one_that_does_not_exist() {
        Visitor bob = site.visitorOf("bob");
        HttpResponse<String> answer = bob.get("/ui/jobs/" + "0".repeat(32));
        String unknown = strange(answer);

        assertThat(Page.of(answer).heading()).isEqualTo("there is no such job");
        assertThat(new JobPage(Page.of(answer)).remedy()).startsWith("What to do: Look for it in the list of jobs");
        assertThat(Page.of(answer).codes()).isEmpty();
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
    void a_job_can_be_run_again_with_changes_by_whoever_may_submit() {
        assertThat(job("ada", done).page().form("Run again with changes").value("token"))
                .isEqualTo(done.value());
        assertThat(job("alma", done).page().buttons()).doesNotContain("Run again with changes");
    }

    private static JobToken running() {
        return site.submit(Samples.job("long run", "endless"), Site.in(JobState.RUNNING));
    }

    /** Asserts that the page contains each word of the desk's explanation. */
    private static void assertSameWords(JobToken token) {
        Explanation explanation = site.desk().explain(Site.ADA, token);
        JobPage job = job("ada", token);
        if (!explanation.about().equals(site.desk().explain(Site.ADA, token).about())) {
            // The estimate has moved on meanwhile, which it does until the job is due.
            assertSameWords(token);
            return;
        }
        String page = job.page().text();
        assertThat(page)
                .contains(
                        explanation.headline(),
                        explanation.about(),
                        explanation.remedy().pages());
        explanation
                .trouble()
                .ifPresentOrElse(
                        trouble -> assertThat(page)
                                .contains(trouble.thing(), trouble.problem().message()),
                        () -> assertThat(page).contains(explanation.waitsFor().orElseThrow()));
    }

    private static HttpResponse<String> press(Visitor visitor, JobToken token, String button) {
        Map<String, String> form = Map.of("_csrf", Visitor.csrf(visitor.get("/ui/jobs")));
        return visitor.post("/ui/jobs/" + token + "/" + button, form);
    }

    /** Returns the answer without the parts that differ from request to request. */
    private static String strange(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(404);
        return Page.of(answer).sourceWithoutTokens();
    }
}
