package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.servers.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the pages of the shipped service as a person sees them. */
class BrowserIT {
    private static Installation installation;
    private static Browser browser;
    private static String done;
    private static String failed;

    @BeforeAll
    static void run_a_job_and_sign_in() throws IOException {
        installation = Installation.start();
        done = installation.submit(Documents.mainJob());
        installation.watched(done);
        failed = installation.submit(
                Documents.bareJob("&lt;script&gt;alert(1)&lt;/script&gt;", "var-mc", "--scenarios", "none"));
        installation.watched(failed);
        browser = new Browser();
        browser.open(installation.url("/ui/jobs"));
        assertThat(browser.address()).contains("/login");
        browser.screenshot("login", 1280);
        browser.type("username", "operator")
                .type(
                        "password",
                        Files.readString(installation.home().resolve("operator.password"))
                                .strip())
                .submit("main button[type=submit]");
    }

    @AfterAll
    static void stop() {
        browser.close();
        installation.close();
    }

    @Test
    void the_list_shows_both_jobs_and_runs_no_name_as_a_script() {
        browser.open(installation.url("/ui/jobs"));
        browser.screenshot("jobs", 1280);
        browser.screenshot("jobs", 390);

        assertThat(browser.text()).contains("equity-var").contains("<script>alert(1)</script>");
    }

    @Test
    void a_done_job_shows_phases_steps_histogram_and_figures() {
        browser.open(installation.url("/ui/jobs/" + done));
        browser.screenshot("job", 1280);
        browser.screenshot("job", 390);

        assertThat(browser.count("svg .bars rect")).isGreaterThan(20);
        assertThat(browser.count("svg .marks path")).isGreaterThanOrEqualTo(2);
        assertThat(browser.text())
                .contains("positions.csv.gz")
                .contains("market-data")
                .contains("5,000");
    }

    @Test
    void the_tab_tells_how_a_job_goes_and_the_browser_notifies_who_asked_for_it() {
        installation.offer("half", "echo '{\"done\":1,\"of\":2}' >>\"$SLIPWAY_PROGRESS\"\nexec sleep 600\n");
        String running = installation.submit(Documents.bareJob("half", "half"));
        browser.open(installation.url("/ui/jobs/" + running));
        awaitTitle("50 %: half · Slipway");
        // Headless browsers show no notifications, so the page's own calls are recorded.
        browser.script("window.Notification = function (title) { window.notified = title; };"
                + "Notification.requestPermission = function () { return Promise.resolve('granted'); };");
        browser.click("#watch button");
        await("the promise", () -> browser.text("#watch").contains("notifies you when the job ends"));

        installation.slipway("cancel", running).answer();

        awaitTitle("Cancelled: half · Slipway");
        await("the notification", () -> "Cancelled: half · Slipway".equals(browser.script("return window.notified;")));
    }

    private static void awaitTitle(String title) {
        await(
                "the tab is " + title,
                () -> title.equals(
                        String.valueOf(browser.script("return document.title;")).replace('\u00a0', ' ')));
    }

    private static void await(String what, BooleanSupplier state) {
        Installation.await(what, Await.PATIENCE, state);
    }

    @Test
    void a_failed_job_says_what_and_what_to_do() {
        browser.open(installation.url("/ui/jobs/" + failed));
        browser.screenshot("failed", 1280);

        assertThat(browser.text())
                .contains("--scenarios")
                .contains("Read what the program wrote to standard error")
                .doesNotContain("mpirun", "Primary job");
        assertThat(browser.count("details.aside")).as("mpirun's notes, folded").isEqualTo(1);
        browser.click("details.aside summary");
        assertThat(browser.text("details.aside pre")).contains("Primary job", "mpirun");
        assertThat(browser.text("main pre.output").split("Primary job", -1))
                .as("said once")
                .hasSize(2);
    }

    /** Sends no file: the page tells that the file is too large. */
    @Test
    void a_file_that_is_too_large_is_told_at_its_field_before_it_is_sent() {
        Path large = installation.write("large.xml", "x".repeat(4096));
        browser.open(installation.url("/ui/drafts"));
        String field = "input[type=file][name=document]";
        assertThat(browser.text("#document-help")).matches("At most [0-9.]+ [KMG]iB\\.");
        browser.script("document.querySelector('" + field + "').dataset.largest = 1000");
        browser.element(field).sendKeys(large.toString());

        assertThat(browser.text("#document-problem")).startsWith("This file has 4.0 KiB, but the limit is");
        browser.click(".opening button[type=submit]");
        assertThat(browser.address()).as("nothing was sent").endsWith("/ui/drafts");
        assertThat(browser.count("#document-problem")).isEqualTo(1);
    }

    @Test
    void the_audit_shows_who_signed_in_and_who_was_refused() {
        try (Browser stranger = new Browser()) {
            stranger.open(installation.url("/login"))
                    .type("username", "operator")
                    .type("password", "not the password")
                    .submit("main button[type=submit]");
            assertThat(stranger.address()).contains("refused");
        }

        browser.open(installation.url("/ui/operations/audit?kind=SIGN_IN_REFUSED"));
        assertThat(browser.rows(".operations tbody tr")).first().satisfies(row -> assertThat(row)
                .contains("Sign-in refused", "user name or password is wrong")
                .anyMatch(cell -> cell.startsWith("operator")));
        browser.open(installation.url("/ui/operations/audit?kind=SIGNED_IN"));
        assertThat(browser.rows(".operations tbody tr"))
                .anySatisfy(row -> assertThat(row).contains("Signed in").anyMatch(cell -> cell.startsWith("operator")));
    }

    @Test
    void the_list_is_ordered_searched_and_kept_as_a_filter_and_chosen_jobs_are_ended_and_downloaded()
            throws IOException {
        installation.offer("sleeper", "exec sleep 600\n");
        String zeta = installation.submit(Documents.bareJob("zeta", "sleeper"));
        String eta = installation.submit(Documents.bareJob("eta", "sleeper"));
        browser.view(1280, false).open(installation.url("/ui/jobs"));
        browser.type("text", "SLEEP").submit(".filter button[type=submit]");
        follow("th a.sort");
        assertThat(browser.address()).contains("text=SLEEP", "sort=name");
        assertThat(listed()).containsExactly(eta, zeta);
        follow("th[aria-sort=ascending] a.sort");
        assertThat(listed()).containsExactly(zeta, eta);

        browser.click(".listing summary").type("called", "Sleepers").submit(".listing details button[type=submit]");
        browser.open(installation.url("/ui/jobs"));
        browser.submit("nav.saved a");
        assertThat(listed()).containsExactly(zeta, eta);

        press(".acts .confirm summary");
        press("#choose-all");
        browser.screenshot("choosing", 390);
        browser.screenshot("choosing", 1280);
        follow(".acts button[value=CANCEL]");
        browser.screenshot("chosen", 390);
        browser.screenshot("chosen", 1280);
        assertThat(browser.text("main")).contains("Done for 2 jobs, refused for none.");
        installation.watched(zeta);
        installation.watched(eta);

        Path zip = Browser.DOWNLOADS.resolve("results.zip");
        Files.deleteIfExists(zip);
        browser.open(installation.url("/ui/jobs?text=" + done.substring(0, 12)));
        assertThat(listed()).containsExactly(done);
        press("td.tick input");
        press("button[value=DOWNLOAD]");
        await("the zip is there", () -> Files.exists(zip));
        try (ZipFile file = new ZipFile(zip.toFile())) {
            assertThat(file.stream().map(ZipEntry::getName))
                    .contains("report.txt")
                    .anyMatch(name -> name.startsWith(done + "/"));
        }
    }

    /** Presses a thing of a part that the page may replace at any time. */
    private static void press(String css) {
        browser.script("document.querySelector('" + css + "').click()");
    }

    private static void follow(String css) {
        browser.follow(() -> press(css));
    }

    private static List<String> listed() {
        return browser.text("table.jobs .token").lines().toList();
    }

    @Test
    void a_page_fits_a_phone() {
        browser.open(installation.url("/ui/jobs/" + done));
        browser.screenshot("job", 390);

        assertThat((Boolean) browser.script(
                        "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
                .isTrue();
    }
}
