package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.JobSummary;
import dev.slipway.desk.SweepSubmission;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
        String page = ada.get("/ui/jobs/" + group).body();

        assertThat(page).contains("3 jobs: 1 failed, 2 under way; element 2", "badge large working", group.value());
        assertThat(page).contains("element 1</a>", "step curve cannot read /curve.csv on host strict");
        assertThat(page).contains(Samples.ESCAPED, ">second</a>", ">third</a>", "Page 1 of 1, 3 jobs");
        assertThat(page)
                .contains("data-open=\"true\"", "Yes, cancel all of them")
                .doesNotContain(">Retry<", "???");
        assertThat(page).contains(">third</a><span class=\"element\">element 3</span>");
        assertThat(ada.get("/ui/jobs").body())
                .contains("element 3 <a href=\"/ui/jobs/" + group + "\">of its group</a>");
        assertThat(ada.get("/ui/jobs/" + group + "/live?page=7").body()).contains(">second</a>");
        assertThat(ada.get("/ui/jobs/" + group + "/history").body())
                .contains("element 1, job " + jobs.get(0).token());
        assertThat(ada.get("/ui/jobs/" + jobs.get(1).token()).body())
                .contains("/ui/jobs/" + group + "\"><code>", "element 2");
        assertThat(ada.get("/ui/jobs/" + group + "/document").body()).isEqualTo("<sweep/>");
        assertThat(site.signedIn("bob").get("/ui/jobs/" + group).statusCode()).isEqualTo(404);

        press(ada, group, "cancel");
        jobs.forEach(job -> site.await(job.token(), Site.in(JobState.CLOSED)));
        assertThat(ada.get("/ui/jobs/" + group).body())
                .contains("3 jobs: 1 failed, 2 cancelled", "badge large failed", ">Retry<", "data-open=\"false\"")
                .doesNotContain("Yes, cancel");
        retryTwice(ada, group);
    }

    /** Presses the button twice on one page, and expects one new group. */
    private static void retryTwice(Visitor ada, JobToken group) {
        String closed = ada.get("/ui/jobs/" + group).body();
        String once = closed.replaceAll("(?s).*name=\"once\" value=\"([^\"]+)\".*", "$1");
        assertThat(once).matches("[0-9a-f-]{36}");
        press(ada, group, "retry", Map.of("once", once));
        press(ada, group, "retry", Map.of("once", once));
        assertThat(site.desk().count(Site.ADA)).isEqualTo(6);
        JobSummary again = site.desk().list(Site.ADA, 0, 1).get(0);
        site.desk().cancel(Site.ADA, again.membership().orElseThrow().group());
    }

    private static void press(Visitor visitor, JobToken token, String button) {
        press(visitor, token, button, Map.of());
    }

    private static void press(Visitor visitor, JobToken token, String button, Map<String, String> more) {
        Map<String, String> form = new HashMap<>(more);
        form.put("_csrf", Visitor.csrf(visitor.get("/ui/jobs")));
        assertThat(visitor.post("/ui/jobs/" + token + "/" + button, form).statusCode())
                .isEqualTo(302);
    }
}
