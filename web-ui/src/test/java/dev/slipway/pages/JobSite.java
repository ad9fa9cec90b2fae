package dev.slipway.pages;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Gives a class of tests a site with one finished job of ada, and frees the machine after each test. */
abstract class JobSite {
    /** The folder of the site. */
    static Path folder;

    static Site site;
    static JobToken done;

    @BeforeAll
    static void start(@TempDir Path temporary) {
        folder = temporary;
        site = new Site(folder);
        done = site.submit(Samples.job("equity-desk-var", "var-mc"), Site.in(JobState.CLOSED));
    }

    @AfterEach
    void free_the_machine() {
        site.cancelAll();
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    /** Opens the page of a job as a user. */
    static JobPage job(String user, JobToken token) {
        return JobPage.open(site.visitorOf(user), token);
    }
}
