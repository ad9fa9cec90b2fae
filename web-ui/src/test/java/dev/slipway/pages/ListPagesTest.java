package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the list of jobs: 51 jobs of ada, of which two run without end and the others wait behind them. */
class ListPagesTest {
    private static final int JOBS = 51;
    private static Site site;
    private static JobToken failed;
    private static JobToken blocked;
    private static JobToken held;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(folder);
        failed = site.submit(Samples.job("failed", "var-mc", "strict"), Site.in(JobState.CLOSED));
        for (int i = 0; i < JOBS - 3; i++) {
            site.submit(Samples.job(Samples.HOSTILE, "endless"));
        }
        held = site.submit(Samples.job("held", "var-mc"));
        site.desk().hold(Site.ADA, held);
        blocked = site.submit(
                Samples.job("blocked", "var-mc", "gone"), job -> job.blocked().isPresent());
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @Test
    void the_newest_jobs_stand_on_the_first_page_each_with_where_it_stands() {
        String page = site.signedIn("ada").get("/ui/jobs").body();

        assertThat(page).contains("Page 1 of 3, 51 jobs", "/ui/jobs?page=2", "data-open=\"true\"", "ago</time>");
        assertThat(row(page, blocked)).contains("badge blocked", ">Blocked<");
        assertThat(row(page, held)).contains("badge held", ">Held<");
        assertThat(page).contains(Samples.ESCAPED).doesNotContain("<script>alert", "???");
        assertThat(site.signedIn("ada").get("/ui/jobs/rows").body()).contains(Samples.ESCAPED);
    }

    @Test
    void a_job_that_is_blocked_and_held_shows_both() {
        site.desk().hold(Site.ADA, blocked);

        assertThat(row(site.signedIn("ada").get("/ui/jobs").body(), blocked)).contains(">Blocked<", ">Held<");

        site.desk().release(Site.ADA, blocked);
        site.await(blocked, job -> job.held().isEmpty());
    }

    @Test
    void older_jobs_stand_on_later_pages_and_a_page_past_the_end_is_the_last_one() {
        Visitor ada = site.signedIn("ada");

        assertThat(ada.get("/ui/jobs?page=2").body()).contains("Page 2 of 3", "?page=3", "?page=1");
        String last = ada.get("/ui/jobs?page=99999999").body();
        assertThat(last).contains("Page 3 of 3");
        assertThat(row(last, failed)).contains("badge failed", ">Failed<");
        assertThat(ada.get("/ui/jobs?page=-1").body()).contains("Page 1 of 3");
        assertThat(ada.get("/ui/jobs?page=x").statusCode()).isEqualTo(400);
    }

    @Test
    void users_see_their_own_jobs_and_operators_and_auditors_everybodys() {
        assertThat(site.signedIn("bob").get("/ui/jobs").body()).contains("No jobs yet", "slipway submit FILE");
        assertThat(site.signedIn("olga").get("/ui/jobs").body()).contains(held.value());
        assertThat(site.signedIn("alma").get("/ui/jobs").body()).contains(held.value());
    }

    @Test
    void a_filter_shows_its_jobs_and_goes_along_from_page_to_page() {
        Visitor ada = site.signedIn("ada");

        String page = ada.get("/ui/jobs?name=SCRIPT&status=OPEN").body();

        assertThat(page).contains("Page 1 of 2, 48 jobs", "?name=SCRIPT&amp;status=OPEN&amp;page=2");
        assertThat(page)
                .contains("/ui/jobs/rows?name=SCRIPT&amp;status=OPEN&amp;page=1", "/ui/jobs/events?name=SCRIPT");
        assertThat(page)
                .contains("value=\"SCRIPT\"", "<option value=\"OPEN\" selected>")
                .doesNotContain(failed.value());
        assertThat(ada.get("/ui/jobs?status=FAILED").body())
                .contains(failed.value(), "Page 1 of 1, 1 jobs", "Failed <small>1</small>");
        assertThat(ada.get("/ui/jobs?status=RUNNING").body()).contains("Page 1 of 1, 2 jobs");
        assertThat(ada.get("/ui/jobs/rows?name=held").body())
                .contains(held.value())
                .doesNotContain(blocked.value());
    }

    @Test
    void days_are_those_of_the_users_zone() {
        Visitor ada = site.signedIn("ada");

        assertThat(ada.get(daysOfTheJobs("UTC")).body()).contains("51 jobs");
        assertThat(ada.get("/ui/jobs?until=2020-01-01").body())
                .contains("No job matches", "Show all jobs", "<details open>")
                .doesNotContain("No jobs yet");
        ada.post(
                "/ui/account/zone",
                Map.of("zone", "Pacific/Kiritimati", "_csrf", Visitor.csrf(ada.get("/ui/account"))));
        assertThat(ada.get(daysOfTheJobs("Pacific/Kiritimati")).body()).contains("51 jobs");
    }

    /**
     * Returns the list from the day of the first job to the day of the last. If midnight passed in between, the list
     * covers two days.
     */
    private static String daysOfTheJobs(String zone) {
        return "/ui/jobs?from=" + day(failed, zone) + "&until=" + day(blocked, zone);
    }

    private static LocalDate day(JobToken job, String zone) {
        return LocalDate.ofInstant(site.desk().status(Site.ADA, job).accepted(), ZoneId.of(zone));
    }

    @Test
    void what_no_filter_can_mean_is_said_at_its_field() {
        Visitor ada = site.signedIn("ada");

        String page = ada.get("/ui/jobs?from=soon&group=x&status=NONE&until=99999-01-01&name=%22%3E%3Cb%3E")
                .body();

        assertThat(page).contains("Write a day as 2026-03-31.", "A token has 32 characters", "Choose one of the list.");
        assertThat(page)
                .contains("Correct the fields", "value=\"soon\"", "&#034;&gt;&lt;b&gt;")
                .doesNotContain("<b>");
    }

    @Test
    void an_owner_is_asked_for_by_whoever_sees_everybodys_jobs() {
        assertThat(site.signedIn("olga").get("/ui/jobs?owner=ada").body()).contains("filter-owner", "51 jobs");
        assertThat(site.signedIn("alma").get("/ui/jobs?owner=bob").body()).contains("No job matches");
        assertThat(site.signedIn("bob").get("/ui/jobs?owner=ada").body())
                .contains("No job matches")
                .doesNotContain("filter-owner", held.value());
    }

    private static String row(String page, JobToken job) {
        int at = page.indexOf("/ui/jobs/" + job);
        assertThat(at).as("row of %s", job).isPositive();
        return page.substring(at, page.indexOf("</tr>", at));
    }
}
