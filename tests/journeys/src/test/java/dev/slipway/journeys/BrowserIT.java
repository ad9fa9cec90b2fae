package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
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
    void a_failed_job_says_what_and_what_to_do() {
        browser.open(installation.url("/ui/jobs/" + failed));
        browser.screenshot("failed", 1280);

        assertThat(browser.text()).contains("--scenarios").contains("Read the program's standard error");
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
