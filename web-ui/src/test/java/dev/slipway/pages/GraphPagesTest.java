package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the graph of a stream application, on the page of its job and in the wizard. */
class GraphPagesTest {
    private static Site site;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(folder);
    }

    @AfterEach
    void free_the_machine() {
        site.cancelAll();
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    private static String page(JobToken token) {
        return site.signedIn("ada").get("/ui/jobs/" + token).body();
    }

    @Test
    void a_running_job_shows_records_and_rate_of_each_link() {
        JobToken token = site.submit(Samples.market("market", "engine"), Site.in(JobState.RUNNING));
        String page = page(token);
        while (!page.contains("12,345")) {
            page = page(token);
        }

        assertThat(page)
                .contains("<svg class=\"graph\"", "class=\"kernel running copies\"", "class=\"kernel running with\"");
        assertThat(page)
                .as("to each receiver of a split its own records")
                .contains(
                        ">12,345</text>",
                        ">12,344</text>",
                        ">4,996/s, to each</text>",
                        ">8,000/s</text>",
                        ">1.3/s</text>");
        assertThat(page)
                .contains("class=\"feedback\" d=\"M")
                .contains("Processes</dt><dd>3<")
                .doesNotContain("???");
    }

    @Test
    void who_cannot_see_the_picture_is_told_the_same() {
        JobToken token = site.submit(Samples.market("market", "engine"), Site.in(JobState.RUNNING));
        String page = page(token);
        while (!page.contains("12,345")) {
            page = page(token);
        }

        String told = page.substring(
                        page.indexOf("<desc id=\"graph-desc\">"),
                        page.indexOf("</desc>", page.indexOf("graph-desc\">")))
                .replaceAll("\\s+", " ");
        assertThat(told)
                .contains(
                        "generator: one process, running. engine: 2 copies, running. store: with generator, running. ")
                .contains("generator to engine, store, duplicated: 12,345 records, 4,996 a second. ")
                .contains("store to generator, feedback: 16 records, 1.3 a second. ");
        assertThat(page)
                .contains(
                        "<td data-label=\"Kind\"><span>duplicated</span></td>",
                        "<td data-label=\"Records in\" class=\"number\">32,345</td>");
    }

    @Test
    void the_kernel_that_died_is_marked_with_how_also_after_the_end() {
        JobToken token = site.submit(Samples.market("market", "dies"), Site.in(JobState.RUNNING));
        site.cancelAll();
        String page = page(token);
        while (!page.contains("data-open=\"false\"")) {
            page = page(token);
        }

        assertThat(page).contains("class=\"kernel died copies\"", ">died: signal 9</text>", ">12,345</text>");
    }

    @Test
    void the_wizard_keeps_the_graph_and_shows_it() {
        JobToken token = site.submit(Samples.market("market", "engine"), Site.in(JobState.RUNNING));
        Visitor ada = site.signedIn("ada");
        Map<String, String> press =
                Map.of("from", "job", "token", token.value(), "_csrf", Visitor.csrf(ada.get("/ui/drafts")));
        Wizard wizard = new Wizard(site, ada, ada.post("/ui/drafts", press));

        String application = ada.get(wizard.draft() + "/application").body();
        assertThat(application)
                .contains("The wizard keeps its kernels and links", "<svg class=\"graph\"", "name=\"stdout\"")
                .doesNotContain("name=\"executable\"", "name=\"stream\"", "???");
        wizard.send("application", Map.of("stdout", "said.txt", "stream", "", "executable", "smuggled", "go", "next"));
        assertThat(ada.get(wizard.draft() + "/resources").body()).doesNotContain("name=\"processes\"");
        String review = ada.get(wizard.draft() + "/review").body();

        assertThat(review).contains("<svg class=\"graph\"", ">to each</text>").doesNotContain("12,345", "???");
        assertThat(review)
                .contains("&lt;sw:StreamApplication name=&#034;market&#034;", "feedback=&#034;true&#034;", "said.txt")
                .doesNotContain("smuggled");
    }
}
