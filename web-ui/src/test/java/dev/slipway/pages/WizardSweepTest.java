package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.JobSummary;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the page of the wizard with the table of values, which makes several jobs. */
class WizardSweepTest extends WizardSite {
    @BeforeEach
    void draft() {
        wizard.send("identity", Map.of("name", "VaR of ${desk}", "go", "next"));
        wizard.send(
                "application",
                Map.of("executable", "var-mc", "arguments", "--desk\r\n${desk}\r\n--days\r\n${days}", "go", "next"));
    }

    @Test
    void each_row_of_the_table_becomes_a_job_of_one_sweep() {
        wizard.send("sweep", Map.of("sweep", "desk,days\r\nrates,10\r\nequity & fx,1\r\n", "go", "next"));

        Page review = wizard.page("review");
        assertThat(review.notes()).anyMatch(text -> text.startsWith("These 2 jobs can be submitted."));
        assertThat(review.table("Several jobs").row("2").cell("desk").text()).isEqualTo("equity & fx");
        assertThat(review.section("What will run").fact("Arguments")).isEqualTo("--desk rates --days 10");
        assertThat(review.section("The job document").listings())
                .singleElement()
                .asString()
                .contains("<sweepfunc:Value>equity &amp; fx</sweepfunc:Value>");
        HttpResponse<String> submitted = review.form("Submit").send(ada);

        JobToken group = new JobToken(Wizard.location(submitted).replaceAll(".*/", ""));
        List<JobSummary> jobs = site.desk().members(Site.ADA, group, 0, 10);
        assertThat(jobs).extracting(JobSummary::name).containsExactlyInAnyOrder("VaR of rates", "VaR of equity & fx");
        jobs.forEach(job -> site.await(job.token(), Site.in(JobState.CLOSED)));
        assertThat(Page.open(ada, "/ui/jobs/" + group).text()).contains("equity & fx");
        HttpResponse<String> again = review.form("Submit").send(ada);
        assertThat(Wizard.location(again)).as("pressed twice").isEqualTo(Wizard.location(submitted));
    }

    @Test
    void a_table_with_one_row_makes_one_job() {
        wizard.send("sweep", Map.of("sweep", "desk,days\r\nrates,10", "go", "next"));

        HttpResponse<String> submitted = wizard.page("review").form("Submit").send(ada);

        JobToken job = new JobToken(Wizard.location(submitted).replaceAll(".*/", ""));
        site.await(job, Site.in(JobState.CLOSED));
        assertThat(JobPage.open(ada, job).page().heading()).contains("VaR of rates");
    }

    @Test
    void a_wrong_table_is_told_at_its_field_and_at_the_review() {
        Page page = Page.of(wizard.send("sweep", Map.of("sweep", "desk\r\nrates", "go", "next")));

        assertThat(page.text()).contains("the job says ${days}, and the table has no column days");
        assertThat(wizard.page("review").text()).contains("the table has no column days");
    }

    @Test
    void a_template_of_the_draft_has_the_values_of_the_first_row() {
        wizard.send("sweep", Map.of("sweep", "desk,days\r\nrates,10\r\nequity,1", "go", "next"));

        Page template = Page.of(wizard.page("review").form("Make a template").send(ada));

        assertThat(template.text()).doesNotContain("${desk}");
    }
}
