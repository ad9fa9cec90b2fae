package dev.slipway.pages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/** Tests what users do with several jobs of the list at once. */
class ChosenPagesTest extends JobSite {
    private static final String UNKNOWN = "d".repeat(32);

    /** Opens the list of a user with boxes ticked. */
    private static Form chosen(String user, String button, JobToken... jobs) {
        return JobListPage.open(site.visitorOf(user), "?sort=name")
                .page()
                .form(button)
                .tickAll("job", Stream.of(jobs).map(JobToken::value).toList());
    }

    private static Page send(String user, Form form) {
        return Page.of(form.send(site.visitorOf(user)));
    }

    @Test
    void each_job_is_reported_with_what_was_done_or_why_it_was_not() {
        JobToken first = site.submit(Samples.job("first", "endless"), Site.in(JobState.RUNNING));
        JobToken second = site.submit(Samples.job(Samples.HOSTILE, "endless"), Site.in(JobState.RUNNING));

        Page report = send("ada", chosen("ada", "Yes, cancel the chosen jobs", first, done, second));

        assertThat(report.heading()).isEqualTo("Cancel jobs");
        assertThat(report.source()).contains("Done for 2 jobs, refused for 1.");
        Table table = report.table("Cancel jobs");
        assertThat(table.column("What was done")).containsExactly("Cancelled", "Not done", "Cancelled");
        assertThat(table.rowWith("/ui/jobs/" + second).name()).isEqualTo(Samples.HOSTILE);
        assertThat(table.rowWith("/ui/jobs/" + done).cell("Details").text())
                .startsWith("job " + done + " has ended already: DONE");
        assertThat(report.link("Back to the list")).isEqualTo("/ui/jobs?sort=name&page=1");
        site.await(first, Site.in(JobState.CLOSED));
        site.await(second, Site.in(JobState.CLOSED));
    }

    @Test
    void jobs_are_held_and_released_together() {
        List<JobToken> waiting = Stream.generate(() -> site.submit(Samples.job("waits", "endless")))
                .limit(5)
                .toList();
        JobToken last = waiting.get(4);
        JobToken before = waiting.get(3);
        site.await(waiting.get(0), Site.in(JobState.RUNNING));

        assertThat(send("ada", chosen("ada", "Hold", before, last))
                        .table("Hold jobs")
                        .column("What was done"))
                .containsExactly("Held", "Held");
        assertThat(JobListPage.open(site.visitorOf("ada"), "").row(last).badges())
                .contains("Held");
        assertThat(send("ada", chosen("ada", "Release", before, last))
                        .table("Release jobs")
                        .column("What was done"))
                .containsExactly("Released", "Released");
        site.await(last, job -> job.held().isEmpty());
    }

    @Test
    void a_retry_makes_new_jobs_and_a_repeated_call_none() {
        JobToken failed = site.submit(Samples.job("fails", "var-mc", "strict"), Site.in(JobState.CLOSED));
        Form form = chosen("ada", "Retry", failed, done);

        Table report = send("ada", form).table("Retry jobs");
        Table again = send("ada", form).table("Retry jobs");

        assertThat(report.column("What was done")).containsExactly("Runs again", "Runs again");
        String made = report.rowWith("/ui/jobs/" + failed).link("The new job");
        assertThat(again.rowWith("/ui/jobs/" + failed).link("The new job")).isEqualTo(made);
        report.links().stream()
                .map(link -> new JobToken(link.substring("/ui/jobs/".length())))
                .forEach(job -> site.await(job, Site.in(JobState.CLOSED)));
        assertThat(site.desk()
                        .status(Site.ADA, new JobToken(made.substring("/ui/jobs/".length())))
                        .parent())
                .contains(failed);
    }

    @Test
    void everybody_has_the_same_rights_as_on_the_page_of_each_job() {
        JobToken running = site.submit(Samples.job("adas-own", "endless"), Site.in(JobState.RUNNING));
        assertThat(JobListPage.open(site.visitorOf("alma"), "").page().buttons())
                .contains("Download results")
                .doesNotContain("Hold", "Retry", "Yes, cancel the chosen jobs");
        Form almas = chosen("alma", "Download results", running).set("act", "CANCEL");
        assertThat(send("alma", almas).table("Cancel jobs").column("Details"))
                .singleElement()
                .asString()
                .startsWith("user alma may look at job " + running + " only");
        Visitor bob = site.visitorOf("bob");
        Map<String, String> bobs = new LinkedHashMap<>();
        bobs.put("_csrf", Visitor.csrf(bob.get("/ui/jobs")));
        bobs.put("act", "CANCEL");
        bobs.put("job", running.value());
        Page refused = Page.of(bob.post("/ui/jobs/chosen", bobs));
        assertThat(refused.table("Cancel jobs").column("Details"))
                .singleElement()
                .asString()
                .startsWith("there is no such job");
        assertThat(refused.source()).doesNotContain("adas-own");
        bobs.put("job", UNKNOWN);
        assertThat(Page.of(bob.post("/ui/jobs/chosen", bobs))
                        .table("Cancel jobs")
                        .column("Details"))
                .singleElement()
                .asString()
                .startsWith("there is no such job");
        bobs.put("act", "DOWNLOAD");
        bobs.put("job", done.value());
        assertThat(Page.of(bob.post("/ui/jobs/chosen", bobs))
                        .table("Download results")
                        .column("Details"))
                .singleElement()
                .asString()
                .startsWith("there is no such job");
        assertThat(site.desk().status(Site.ADA, running).state()).isEqualTo(JobState.RUNNING);
        bobs.remove("_csrf");
        assertThat(bob.post("/ui/jobs/chosen", bobs).statusCode()).isEqualTo(403);
    }

    @Test
    void the_results_come_as_one_zip_with_a_folder_for_each_job() throws IOException {
        JobToken bank = site.submit(Samples.bank("bank"), Site.in(JobState.CLOSED));
        JobToken failed = site.submit(Samples.job("fails", "var-mc", "strict"), Site.in(JobState.CLOSED));

        HttpResponse<byte[]> answer =
                chosen("ada", "Download results", bank, failed, done).download(site.visitorOf("ada"));

        assertThat(answer.headers().firstValue("Content-Type")).contains("application/zip");
        assertThat(answer.headers().firstValue("Content-Disposition").orElseThrow())
                .startsWith("attachment;")
                .contains("results.zip");
        Map<String, String> files = unpacked(answer.body());
        assertThat(files)
                .containsEntry(bank + "/figures.csv", Samples.figuresByDesk())
                .containsEntry(bank + "/2/figures.csv", Samples.figuresByDesk())
                .containsEntry(done + "/pnl.csv", Samples.pnl())
                .containsEntry(done + "/figures.csv", Samples.figures())
                .hasSize(10);
        assertThat(files.get("report.txt"))
                .contains(done + "/pnl.csv: pnl\n", failed + ": job " + failed + " has no results\n");
    }

    @Test
    void all_jobs_that_match_are_ticked_on_a_page_of_their_own_and_no_others() {
        List<JobToken> many = Stream.generate(() -> site.submit(Samples.job("zz many", "endless")))
                .limit(27)
                .toList();
        JobToken other = site.submit(Samples.job("zz other", "endless"));
        Page list = JobListPage.open(site.visitorOf("ada"), "?text=zz+many").page();
        assertThat(list.links()).contains("/ui/jobs/matching?text=zz+many&");
        assertThat(JobListPage.open(site.visitorOf("ada"), "?text=zz+other")
                        .page()
                        .links())
                .noneMatch(link -> link.startsWith("/ui/jobs/matching"));

        Page all = Page.open(site.visitorOf("ada"), "/ui/jobs/matching?text=zz+many&");
        assertThat(all.heading()).isEqualTo("All 27 jobs that match");
        assertThat(all.buttons()).contains("Hold").doesNotContain("Compare two jobs");
        Page report = send("ada", all.form("Yes, cancel the chosen jobs"));

        assertThat(report.source()).contains("Done for 27 jobs, refused for none.");
        many.forEach(job -> site.await(job, Site.in(JobState.CLOSED)));
        assertThat(site.desk().status(Site.ADA, other).state()).isNotEqualTo(JobState.CLOSED);
        site.desk().cancel(Site.ADA, other);
        assertThat(Page.open(site.visitorOf("bob"), "/ui/jobs/matching?text=zz+many")
                        .heading())
                .isEqualTo("No jobs match");
        site.await(other, Site.in(JobState.CLOSED));
    }

    private static Map<String, String> unpacked(byte[] bytes) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                assertThat(files.put(entry.getName(), new String(zip.readAllBytes(), UTF_8)))
                        .as(entry.getName())
                        .isNull();
            }
        }
        return files;
    }

    @Test
    void a_page_says_why_there_is_nothing_to_download_or_to_do() {
        JobToken failed = site.submit(Samples.job("fails", "var-mc", "strict"), Site.in(JobState.CLOSED));

        Page nothing = send("ada", chosen("ada", "Download results", failed));
        assertThat(nothing.table("Download results")
                        .rowWith("/ui/jobs/" + failed)
                        .cell("Details")
                        .text())
                .startsWith("job " + failed + " has no results");
        assertThat(send("ada", chosen("ada", "Hold")).headings()).contains("No job was chosen");
    }

    @Test
    void two_chosen_jobs_are_compared_and_too_many_are_refused() {
        JobToken other = site.submit(Samples.job("other", "var-mc"), Site.in(JobState.CLOSED));
        HttpResponse<String> compared =
                chosen("ada", "Compare two jobs", done, other).send(site.visitorOf("ada"));
        assertThat(PageForm.at(compared)).isEqualTo("/ui/compare?job=" + done + "&job=" + other);

        Form form = chosen("ada", "Hold", done);
        for (int i = 0; i < 200; i++) {
            form.add("job", "%032d".formatted(i));
        }
        HttpResponse<String> many = form.send(site.visitorOf("ada"));
        assertThat(many.statusCode()).isEqualTo(403);
        assertThat(Page.of(many).heading()).isEqualTo("201 jobs are chosen, and at most 200 can be");
    }
}
