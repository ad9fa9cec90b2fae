package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.SweepSubmission;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page that shows two runs beside each other. */
class ComparePagesTest {
    private static Site site;
    private static JobToken first;
    private static JobToken second;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(folder);
        first = site.submit(Samples.job("morning", "var-mc"), Site.in(JobState.CLOSED));
        second = site.submit(Samples.job(Samples.HOSTILE, "var-other", "other-host"), Site.in(JobState.CLOSED));
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @Test
    void two_runs_stand_beside_each_other() {
        String page = compare("ada", first, second).body();

        assertThat(page).contains(first.value(), second.value(), ">morning</a>", Samples.ESCAPED);
        assertThat(page).contains("<span class=\"text\">var-mc</span>", "<span class=\"text\">var-other</span>");
        assertThat(page).contains("<span class=\"text\">other-host</span>", "class=\"outline\"", "class=\"area\"");
        assertThat(page).contains("1st", "2nd", "VaR 99", "ES 99", "badge same").doesNotContain("badge other");
        assertThat(page).contains("id=\"gantt-title-a\"", "id=\"gantt-title-b\"", "341,233.42");
        assertThat(page).doesNotContain("<script>alert", "<img src=x", "???", "NaN");
    }

    @Test
    void desks_are_compared_where_both_runs_have_figures_of_them() {
        JobToken bank = site.submit(Samples.bank("noon"), Site.in(JobState.CLOSED));
        JobToken later = site.submit(Samples.bank("evening"), Site.in(JobState.CLOSED));

        assertThat(compare("ada", bank, later).body())
                .containsSubsequence(
                        "class=\"a\">First",
                        "over 10 d</span>",
                        "There are scenarios over other horizons, too",
                        "Risk figures</h2>",
                        "over 60 &lt;b&gt; d</span>",
                        "Risk figures by desk",
                        "scope=\"rowgroup\">",
                        "Value at risk, relative to the mean",
                        "99 %</span>",
                        "Rates &lt;b&gt;",
                        "300,100.50",
                        "300,100.50",
                        "Equity",
                        "250,200.25",
                        "scope=\"rowgroup\">",
                        "Expected shortfall, relative to the mean",
                        "99 %</span>",
                        "Rates &lt;b&gt;",
                        "350,100.50")
                .doesNotContain("???");
        assertThat(compare("ada", first, bank).body())
                .contains("511,201.99")
                .doesNotContain("Risk figures by desk", "300,100.50");
    }

    @Test
    void a_run_beside_one_that_failed_shows_what_there_is() {
        JobToken failed = site.submit(Samples.job("evening", "var-mc", "strict"), Site.in(JobState.CLOSED));

        String page = compare("ada", first, failed).body();

        assertThat(page)
                .contains(">Failed<", "market-data", "strict", "341,233.42")
                .doesNotContain("paired", "???");
    }

    @Test
    void the_same_request_twice_is_told_so() {
        JobToken again = site.submit(Samples.job("morning", "var-mc"), Site.in(JobState.CLOSED));

        assertThat(compare("ada", first, again).body()).contains("Both ask for the same.");
    }

    @Test
    void two_ticked_jobs_lead_to_their_page_and_another_number_to_a_form() {
        Visitor ada = site.signedIn("ada");

        assertThat(ada.get("/ui/compare?job=" + first + "&job=" + second)
                        .headers()
                        .firstValue("Location"))
                .hasValueSatisfying(to -> assertThat(to).endsWith("/ui/compare?a=" + first + "&b=" + second));
        assertThat(ada.get("/ui/compare?job=" + first).body())
                .contains("Ticked: 1. A comparison takes two jobs.", "value=\"" + first + "\"");
        assertThat(ada.get("/ui/compare").body()).contains("Compare two jobs").doesNotContain("Ticked");
        assertThat(ada.get("/ui/compare?job=%3Cb%3E&job=x").body())
                .doesNotContain("<b>")
                .contains("&lt;b&gt;");
        assertThat(ada.get("/ui/jobs").body()).contains("type=\"checkbox\" name=\"job\" value=\"" + first);
    }

    @Test
    void a_job_of_somebody_else_is_answered_as_one_that_does_not_exist() {
        String unknown = strange(compare("bob", new JobToken("0".repeat(32)), first));

        assertThat(unknown).contains("there is no such job");
        assertThat(strange(compare("bob", first, second))).isEqualTo(unknown);
        assertThat(strange(site.signedIn("bob").get("/ui/compare?a=nonsense&b=" + first)))
                .isEqualTo(unknown);
        assertThat(compare("alma", first, second).statusCode()).isEqualTo(200);
        assertThat(compare("olga", first, second).statusCode()).isEqualTo(200);
        assertThat(site.visitor().get("/ui/compare?a=" + first + "&b=" + second).statusCode())
                .isEqualTo(302);
    }

    @Test
    void a_group_is_refused_clearly() {
        JobToken group = site.desk()
                .submit(
                        Site.ADA,
                        new SweepSubmission(
                                "<sweep/>".getBytes(StandardCharsets.UTF_8),
                                Optional.empty(),
                                List.of(Samples.job("one", "var-mc"), Samples.job("two", "var-mc"))))
                .group();

        HttpResponse<String> answer = compare("ada", first, group);

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("names a group of 2 jobs, and this is asked of one job");
    }

    private static HttpResponse<String> compare(String user, JobToken a, JobToken b) {
        return site.signedIn(user).get("/ui/compare?a=" + a + "&b=" + b);
    }

    private static String strange(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(404);
        return answer.body().replaceAll("name=\"_csrf\" value=\"[^\"]+\"", "");
    }
}
