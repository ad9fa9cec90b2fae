package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.JobSummary;
import dev.slipway.desk.SweepSubmission;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page of a sweep's group: the standing of its jobs, the first that failed, and all of them page by page. */
class GroupPagesTest {
    private static Site site;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(folder);
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @Test
    void a_group_is_shown_held_cancelled_and_done_again_from_its_page() {
        JobToken group = site.desk()
                .submit(
                        Site.ADA,
                        new SweepSubmission(
                                "<sweep/>".getBytes(StandardCharsets.UTF_8),
                                Optional.empty(),
                                List.of(
                                        Samples.job(Samples.HOSTILE, "var-mc", "strict"),
                                        Samples.job("second", "endless"),
                                        Samples.job("third", "endless"))))
                .group();
        List<JobSummary> jobs = site.desk().members(Site.ADA, group, 0, 10);
        site.await(jobs.get(0).token(), Site.in(JobState.CLOSED));
        site.await(jobs.get(1).token(), Site.in(JobState.RUNNING));
        site.await(jobs.get(2).token(), Site.in(JobState.RUNNING));
        Visitor ada = site.signedIn("ada");
        JobPage page = JobPage.open(ada, group);

        assertThat(page.page().heading()).isEqualTo(Samples.HOSTILE);
        assertThat(page.badge()).isEqualTo("In progress");
        assertThat(page.headline()).startsWith("3 jobs: 1 failed, 2 under way; element 2");
        assertThat(page.page().fact("Token of the sweep")).isEqualTo(group.value());
        Part failures = page.page().section("Jobs that failed first");
        assertThat(failures.items())
                .singleElement()
                .asString()
                .startsWith("element 1 step curve cannot read /curve.csv on host strict");
        assertThat(failures.link("element 1"))
                .isEqualTo("/ui/jobs/" + jobs.get(0).token());
        assertThat(page.open()).isEqualTo("true");
        assertThat(page.page().buttons()).contains("Yes, cancel all of them").doesNotContain("Retry");
        assertElementsLeadToTheirGroup(ada, group, jobs);
        assertThat(ada.get("/ui/jobs/" + group + "/document").body()).isEqualTo("<sweep/>");
        assertThat(site.signedIn("bob").get("/ui/jobs/" + group).statusCode()).isEqualTo(404);

        assertThat(page.page().form("Yes, cancel all of them").send(ada).statusCode())
                .isEqualTo(302);
        jobs.forEach(job -> site.await(job.token(), Site.in(JobState.CLOSED)));
        JobPage cancelled = JobPage.open(ada, group);
        assertThat(cancelled.headline()).startsWith("3 jobs: 1 failed, 2 cancelled");
        assertThat(cancelled.badge()).isEqualTo("Failed");
        assertThat(cancelled.open()).isEqualTo("false");
        assertThat(cancelled.page().buttons())
                .contains("Retry")
                .doesNotContain("Cancel all open jobs", "Yes, cancel all of them");
        retryTwice(ada, group);
    }

    private static void assertElementsLeadToTheirGroup(Visitor ada, JobToken group, List<JobSummary> jobs) {
        JobListPage elements = new JobListPage(JobPage.open(ada, group).page());
        assertThat(elements.jobs().names()).containsExactly(Samples.HOSTILE, "second", "third");
        assertThat(elements.standing()).isEqualTo("3 jobs");
        Table.Row first = elements.row(jobs.get(0).token());
        assertThat(first.cell("Values").text()).contains("Program: var-mc");
        assertThat(first.cell("Took").text()).matches("[0-9.]+ (ms|s|min.*)");
        assertThat(elements.row(jobs.get(2).token()).texts(".element")).containsExactly("element 3");
        Table.Row listed = JobListPage.open(ada, "").row(jobs.get(2).token());
        assertThat(listed.texts(".element")).containsExactly("element 3 of its sweep");
        assertThat(listed.link("of its sweep")).isEqualTo("/ui/jobs/" + group);
        assertThat(Page.open(ada, "/ui/jobs/" + group + "/live?page=7")
                        .table("Jobs")
                        .names())
                .contains("second");
        assertThat(Page.open(ada, "/ui/jobs/" + group + "/history").table().column("What happened"))
                .anyMatch(text -> text.contains("element 1, job " + jobs.get(0).token()));
        Page second = JobPage.open(ada, jobs.get(1).token()).page();
        assertThat(second.fact("Part of sweep")).isEqualTo(group + ", element 2");
        assertThat(second.link(group.value())).isEqualTo("/ui/jobs/" + group);
    }

    /** Presses the button twice on one page, and expects one new group. */
    private static void retryTwice(Visitor ada, JobToken group) {
        Form retry = JobPage.open(ada, group).page().form("Retry");
        assertThat(retry.value("once")).matches("[0-9a-f-]{36}");
        assertThat(retry.send(ada).statusCode()).isEqualTo(302);
        assertThat(retry.send(ada).statusCode()).isEqualTo(302);
        assertThat(site.desk().count(Site.ADA)).isEqualTo(6);
        JobSummary again = site.desk().list(Site.ADA, 0, 1).get(0);
        site.desk().cancel(Site.ADA, again.membership().orElseThrow().group());
    }
}
