package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
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
        JobListPage page = list("ada", "");

        assertThat(page.standing()).isEqualTo("Page 1 of 3, 51 jobs");
        assertThat(page.page().link("Older jobs")).isEqualTo("/ui/jobs?page=2");
        assertThat(page.page().marks("data-open")).containsExactly("true");
        assertThat(page.jobs().column("Accepted")).hasSize(25).allMatch(age -> age.endsWith(" ago"));
        assertThat(page.row(blocked).badges()).containsExactly("Blocked");
        assertThat(page.row(held).badges()).containsExactly("Held");
        assertThat(page.jobs().names()).contains(Samples.HOSTILE);
        Page rows = Page.open(site.signedIn("ada"), "/ui/jobs/rows");
        assertThat(rows.table("Jobs").names()).isEqualTo(page.jobs().names());
    }

    @Test
    void a_job_that_is_blocked_and_held_shows_both() {
        site.desk().hold(Site.ADA, blocked);

        assertThat(list("ada", "").row(blocked).badges()).containsExactly("Blocked", "Held");

        site.desk().release(Site.ADA, blocked);
        site.await(blocked, job -> job.held().isEmpty());
    }

    @Test
    void older_jobs_stand_on_later_pages_and_a_page_past_the_end_is_the_last_one() {
        JobListPage second = list("ada", "?page=2");

        assertThat(second.standing()).isEqualTo("Page 2 of 3, 51 jobs");
        assertThat(second.page().link("Older jobs")).endsWith("?page=3");
        assertThat(second.page().link("Newer jobs")).endsWith("?page=1");
        JobListPage last = list("ada", "?page=99999999");
        assertThat(last.standing()).isEqualTo("Page 3 of 3, 51 jobs");
        assertThat(last.row(failed).badges()).containsExactly("Failed");
        assertThat(list("ada", "?page=-1").standing()).startsWith("Page 1 of 3");
        assertThat(site.signedIn("ada").get("/ui/jobs?page=x").statusCode()).isEqualTo(400);
    }

    @Test
    void users_see_their_own_jobs_and_operators_and_auditors_everybodys() {
        Part none = list("bob", "").page().section("No jobs yet");
        assertThat(none.listings()).as("nobody can type a command here").isEmpty();
        assertThat(none.link("Make your first job")).isEqualTo("/ui/drafts");
        assertThat(none.link("Run a template")).isEqualTo("/ui/templates");
        assertThat(list("bob", "").page().captions()).isEmpty();
        assertThat(list("olga", "").row(held).cell("Owner").text()).isEqualTo("ada");
        assertThat(list("alma", "").row(held).cell("Owner").text()).isEqualTo("ada");
    }

    @Test
    void a_filter_shows_its_jobs_and_goes_along_from_page_to_page() {
        JobListPage page = list("ada", "?text=SCRIPT&status=OPEN");

        assertThat(page.standing()).isEqualTo("Page 1 of 2, 48 jobs");
        assertThat(page.page().link("Older jobs")).isEqualTo("/ui/jobs?text=SCRIPT&status=OPEN&page=2");
        assertThat(page.page().marks("data-live")).containsExactly("/ui/jobs/rows?text=SCRIPT&status=OPEN&page=1");
        assertThat(page.page().marks("data-events")).containsExactly("/ui/jobs/events?text=SCRIPT&status=OPEN&page=1");
        assertThat(page.page().field("Name, program, template or token").value())
                .isEqualTo("SCRIPT");
        assertThat(page.page().field("Status").value()).isEqualTo("OPEN");
        assertThat(page.page().source()).doesNotContain(failed.value());
        JobListPage failures = list("ada", "?status=FAILED");
        assertThat(failures.standing()).isEqualTo("1 job");
        assertThat(failures.row(failed).badges()).containsExactly("Failed");
        assertThat(failures.tabs()).contains("Failed 1");
        assertThat(list("ada", "?status=RUNNING").standing()).isEqualTo("2 jobs");
        Page rows = Page.open(site.signedIn("ada"), "/ui/jobs/rows?text=held");
        assertThat(rows.table("Jobs").column("Choose")).hasSize(1);
        assertThat(rows.table("Jobs").rowWith("/ui/jobs/" + held).name()).isEqualTo("held");
    }

    @Test
    void days_are_those_of_the_users_zone() {
        Visitor ada = site.signedIn("ada");

        assertThat(JobListPage.open(ada, daysOfTheJobs("UTC")).standing()).endsWith(" 51 jobs");
        Page none = JobListPage.open(ada, "?until=2020-01-01").page();
        assertThat(none.section("No job matches").link("Show all jobs")).isEqualTo("/ui/jobs");
        assertThat(none.parts("details[open]")).as("the days of the filter").hasSize(1);
        assertThat(none.headings()).doesNotContain("No jobs yet");
        Page.open(ada, "/ui/account")
                .form("Save zone")
                .fill("Show times in", "Pacific/Kiritimati")
                .send(ada);
        assertThat(JobListPage.open(ada, daysOfTheJobs("Pacific/Kiritimati")).standing())
                .endsWith(" 51 jobs");
    }

    /**
     * Returns the query from the day of the first job to the day of the last. If midnight passed in between, the list
     * covers two days.
     */
    private static String daysOfTheJobs(String zone) {
        return "?from=" + day(failed, zone) + "&until=" + day(blocked, zone);
    }

    private static LocalDate day(JobToken job, String zone) {
        return LocalDate.ofInstant(site.desk().status(Site.ADA, job).accepted(), ZoneId.of(zone));
    }

    @Test
    void what_no_filter_can_mean_is_said_at_its_field() {
        Page page = list("ada", "?from=soon&group=x&status=NONE&until=99999-01-01&text=%22%3E%3Cb%3E")
                .page();

        assertThat(page.field("Accepted from").wrong()).isEqualTo("Write a day like 2026-03-31.");
        assertThat(page.field("Accepted from").value()).isEqualTo("soon");
        assertThat(page.field("Accepted until").wrong()).isEqualTo("Write a day like 2026-03-31.");
        assertThat(page.field("Token of a sweep").wrong()).startsWith("A token has 32 characters");
        assertThat(page.field("Status").wrong()).isEqualTo("Choose one from the list.");
        assertThat(page.field("Name, program, template or token").value()).isEqualTo("\"><b>");
        assertThat(page.headings()).containsExactly("Jobs", "Correct the marked fields to see the jobs.");
    }

    @Test
    void an_owner_is_asked_for_by_whoever_sees_everybodys_jobs() {
        JobListPage olgas = list("olga", "?owner=ada");
        assertThat(olgas.page().field("Owner").value()).isEqualTo("ada");
        assertThat(olgas.standing()).endsWith(" 51 jobs");
        assertThat(list("alma", "?owner=bob").page().headings()).contains("No job matches");
        Page bobs = list("bob", "?owner=ada").page();
        assertThat(bobs.headings()).contains("No job matches");
        assertThat(bobs.labels()).doesNotContain("Owner");
        assertThat(bobs.source()).doesNotContain(held.value());
    }

    private static JobListPage list(String user, String query) {
        return JobListPage.open(site.signedIn(user), query);
    }
}
