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
        Page page = page("ada", first, second);

        Table facts = page.section("Facts").table();
        assertThat(facts.row("Job").cell("Earlier run").link("morning")).isEqualTo("/ui/jobs/" + first);
        assertThat(facts.row("Job").cell("Later run").link(Samples.HOSTILE)).isEqualTo("/ui/jobs/" + second);
        assertThat(facts.row("Job").texts(".token")).containsExactly(first.value(), second.value());
        assertThat(page.section("Differences between the two jobs").table().lines())
                .anyMatch(line -> line.endsWith(" | var-mc | var-other"))
                .anyMatch(line -> line.endsWith(" | market-data | other-host"));
        Part chart = page.section("Profit and loss");
        assertThat(chart.parts(".outline")).hasSize(1);
        assertThat(chart.parts(".area")).hasSize(1);
        assertThat(chart.texts("svg text")).contains("Earlier VaR 99", "Later VaR 99", "Earlier ES 99", "Later ES 99");
        assertThat(page.section("Risk figures").table().lines())
                .anyMatch(line -> line.startsWith("Value at risk, relative to the mean | 95 % | 341,233.42 | "));
        assertThat(page.section("Phases").texts("svg > title")).containsExactly("Phases", "Phases");
        Table staged = page.section("Files").table();
        assertThat(staged.column("Content")).contains("Same").doesNotContain("Different");
    }

    @Test
    void desks_are_compared_where_both_runs_have_figures_of_them() {
        JobToken bank = site.submit(Samples.bank("noon"), Site.in(JobState.CLOSED));
        JobToken later = site.submit(Samples.bank("evening"), Site.in(JobState.CLOSED));

        Page page = page("ada", bank, later);
        Part chart = page.section("Profit and loss");
        assertThat(chart.texts(".legend li")).containsExactly("Earlier run over 10 d", "Later run over 10 d");
        assertThat(chart.texts(".help"))
                .singleElement()
                .asString()
                .startsWith("Scenarios over other horizons are not drawn");
        assertThat(page.section("Risk figures").table().texts("th")).anyMatch(name -> name.endsWith(" over 60 <b> d"));
        List<String> desks = page.section("Risk figures by desk").table().lines();
        assertThat(desks.get(0)).isEqualTo("Value at risk, relative to the mean over 10 d 99 %");
        assertThat(desks.get(1)).startsWith("Rates <b> | 300,100.50 | 300,100.50");
        assertThat(desks.get(2)).startsWith("Equity | 250,200.25 | 250,200.25");
        assertThat(desks.get(3)).isEqualTo("Expected shortfall, relative to the mean over 10 d 99 %");
        assertThat(desks.get(4)).startsWith("Rates <b> | 350,100.50 | 350,100.50");

        Page unlike = page("ada", first, bank);
        assertThat(unlike.section("Risk figures").table().text()).contains("511,201.99");
        assertThat(unlike.headings()).doesNotContain("Risk figures by desk");
        assertThat(unlike.source()).doesNotContain("300,100.50");
    }

    @Test
    void a_run_beside_one_that_failed_shows_what_there_is() {
        JobToken failed = site.submit(Samples.job("evening", "var-mc", "strict"), Site.in(JobState.CLOSED));

        Page page = page("ada", first, failed);

        Table facts = page.section("Facts").table();
        assertThat(facts.row("Status").cell("Earlier run").text()).isEqualTo("Done");
        assertThat(facts.row("Status").cell("Later run").text()).isEqualTo("Failed");
        assertThat(page.section("Differences between the two jobs").table().lines())
                .anyMatch(line -> line.endsWith(" | market-data | strict"));
        assertThat(page.section("Risk figures").table().text()).contains("341,233.42");
        assertThat(page.headings()).doesNotContain("Profit and loss");
        assertThat(page.parts(".paired")).isEmpty();
    }

    @Test
    void the_same_request_twice_is_told_so() {
        JobToken again = site.submit(Samples.job("morning", "var-mc"), Site.in(JobState.CLOSED));

        assertThat(page("ada", first, again)
                        .section("Differences between the two jobs")
                        .texts("p"))
                .containsExactly("The two jobs are the same.");
    }

    @Test
    void two_ticked_jobs_lead_to_their_page_and_another_number_to_a_form() {
        Visitor ada = site.signedIn("ada");

        assertThat(ada.get("/ui/compare?job=" + first + "&job=" + second)
                        .headers()
                        .firstValue("Location"))
                .hasValueSatisfying(to -> assertThat(to).endsWith("/ui/compare?a=" + first + "&b=" + second));
        Page one = Page.open(ada, "/ui/compare?job=" + first);
        assertThat(one.notes()).containsExactly("You ticked 1 job. A comparison takes two.");
        assertThat(one.field("Token of one job").value()).isEqualTo(first.value());
        Page none = Page.open(ada, "/ui/compare");
        assertThat(none.heading()).isEqualTo("Compare two jobs");
        assertThat(none.notes()).isEmpty();
        Page hostile = Page.open(ada, "/ui/compare?job=%3Cb%3E&job=x");
        assertThat(hostile.field("Token of one job").value()).isEqualTo("<b>");
        Field box = new Field(JobListPage.open(ada, "")
                .row(first)
                .parts("input[type=checkbox][name=job]")
                .get(0)
                .element());
        assertThat(box.value()).isEqualTo(first.value());
    }

    @Test
    void a_job_of_somebody_else_is_answered_as_one_that_does_not_exist() {
        HttpResponse<String> answer = compare("bob", new JobToken("0".repeat(32)), first);
        String unknown = strange(answer);

        assertThat(Page.of(answer).heading()).isEqualTo("there is no such job");
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
        assertThat(Page.of(answer).heading()).contains("names a group of 2 jobs, and this is asked of one job");
    }

    private static Page page(String user, JobToken a, JobToken b) {
        return Page.open(site.signedIn(user), "/ui/compare?a=" + a + "&b=" + b);
    }

    private static HttpResponse<String> compare(String user, JobToken a, JobToken b) {
        return site.signedIn(user).get("/ui/compare?a=" + a + "&b=" + b);
    }

    private static String strange(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(404);
        return Page.of(answer).sourceWithoutTokens();
    }
}
