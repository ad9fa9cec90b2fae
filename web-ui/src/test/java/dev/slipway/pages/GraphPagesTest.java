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

    private static JobPage page(JobToken token) {
        return JobPage.open(site.visitorOf("ada"), token);
    }

    /** Waits until the graph of a running job counts records. */
    private static JobPage counted(JobToken token) {
        JobPage page = page(token);
        while (!page.page().text().contains("12,345")) {
            page = page(token);
        }
        return page;
    }

    private static Part graph(Page page) {
        return page.section("Graph of the stream application");
    }

    @Test
    void a_running_job_shows_records_and_rate_of_each_link() {
        JobToken token = site.submit(Samples.market("market", "engine"), Site.in(JobState.RUNNING));
        Page page = counted(token).page();

        Part graph = graph(page);
        assertThat(graph.parts("svg.graph")).hasSize(1);
        assertThat(graph.parts("g.kernel.running.copies")).isNotEmpty();
        assertThat(graph.parts("g.kernel.running.with")).isNotEmpty();
        assertThat(graph.texts("svg text"))
                .as("to each receiver of a split its own records")
                .contains("12,345", "12,344", "4,996/s, to each", "8,000/s", "1.3/s");
        assertThat(graph.parts("path.feedback")).hasSize(1);
        assertThat(page.section("Run").fact("Processes")).isEqualTo("3");
    }

    @Test
    void who_cannot_see_the_picture_is_told_the_same() {
        JobToken token = site.submit(Samples.market("market", "engine"), Site.in(JobState.RUNNING));
        Part graph = graph(counted(token).page());

        assertThat(graph.texts("svg desc"))
                .singleElement()
                .asString()
                .contains(
                        "generator: one process, running. engine: 2 copies, running. store: with generator, running. ")
                .contains("generator to engine, store, duplicated: 12,345 records, 4,996 a second. ")
                .contains("store to generator, feedback: 16 records, 1.3 a second.");
        assertThat(graph.table("The same as tables").column("Kind")).contains("duplicated", "feedback");
        assertThat(graph.table("Kernels").column("Records in")).contains("32,345");
    }

    @Test
    void the_kernel_that_died_is_marked_with_how_also_after_the_end() {
        JobToken token = site.submit(Samples.market("market", "dies"), Site.in(JobState.RUNNING));
        site.cancelAll();
        JobPage page = page(token);
        while (!page.open().equals("false")) {
            page = page(token);
        }

        Part graph = graph(page.page());
        assertThat(graph.parts("g.kernel.died.copies")).hasSize(1);
        assertThat(graph.texts("g.kernel.died text")).contains("died: signal 9");
        assertThat(graph.texts("svg text")).contains("12,345");
    }

    @Test
    void the_wizard_keeps_the_graph_and_shows_it() {
        JobToken token = site.submit(Samples.market("market", "engine"), Site.in(JobState.RUNNING));
        Visitor ada = site.visitorOf("ada");
        Wizard wizard = new Wizard(
                site, ada, page(token).page().form("Run again with changes").send(ada));

        Page application = wizard.page("application");
        assertThat(application.texts(".help")).anyMatch(text -> text.contains("Its kernels and links stay"));
        assertThat(graph(application).parts("svg.graph")).hasSize(1);
        assertThat(application.labels())
                .contains("File for standard output")
                .doesNotContain("Program", "Stream application");
        wizard.smuggle(
                "application", Map.of("stdout", "said.txt", "stream", "", "executable", "smuggled", "go", "next"));
        assertThat(wizard.page("resources").labels()).doesNotContain("Processes");
        Page review = wizard.page("review");

        assertThat(graph(review).texts("svg text")).contains("to each");
        assertThat(review.source()).doesNotContain("12,345", "smuggled");
        assertThat(review.section("The job document").listings())
                .singleElement()
                .asString()
                .contains("<sw:StreamApplication name=\"market\"", "feedback=\"true\"", "said.txt");
    }
}
