package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the results, the output and the audit record of a job, as files and as parts of its page. */
class JobFilesTest extends JobSite {
    @Test
    void results_come_as_files_that_no_browser_opens_as_a_page() {
        Visitor ada = site.visitorOf("ada");

        HttpResponse<String> file = ada.get("/ui/jobs/" + done + "/result?name=a+%22b%22%2F..");

        assertThat(file.body()).isEqualTo("a\n=1\n");
        assertThat(file.headers().firstValue("Content-Type")).hasValue("text/csv;charset=UTF-8");
        assertThat(file.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(file.headers().firstValue("Content-Disposition").orElseThrow())
                .startsWith("attachment; filename=");
        assertThat(ada.get("/ui/jobs/" + done + "/result?name=pnl").body()).isEqualTo(Samples.pnl());
        assertThat(ada.get("/ui/jobs/" + done + "/result?name=none").statusCode())
                .isEqualTo(404);
        assertThat(ada.get("/ui/jobs/" + done + "/document").body()).isEqualTo("<document/>");
    }

    @Test
    void the_first_rows_of_a_result_stand_in_a_table_and_formulas_in_it_do_nothing() {
        Part results = page("ada", done).section("Results");

        Part rows = results.region("First rows of pnl.csv");
        assertThat(rows.table().columns()).startsWith("scenario");
        assertThat(rows.parts("th.number")).extracting(Part::name).startsWith("scenario");
        assertThat(results.texts("td")).contains("=1");
        assertThat(results.texts(".help")).contains("More rows follow: download the file for all of them.");
        assertThat(results.marks("aria-label")).doesNotContain("First rows of figures.csv");
    }

    @Test
    void an_audit_record_comes_as_a_file_for_all_who_may_see_the_job() {
        for (String user : List.of("ada", "alma", "olga")) {
            HttpResponse<String> record = page(user, done).form("Audit record").send(site.visitorOf(user));
            assertThat(record.body()).contains(done.value(), "ACCEPTED");
            assertThat(record.headers().firstValue("Content-Disposition").orElseThrow())
                    .contains("attachment", "audit-" + done + ".xml");
        }
    }

    @Test
    void output_comes_piece_by_piece_as_it_grows() {
        JobToken token = site.submit(Samples.job("long run", "endless"), Site.in(JobState.RUNNING));
        Visitor ada = site.visitorOf("ada");
        Part output = page("ada", token).section("Standard output");
        assertThat(output.marks("data-follow")).containsExactly("/ui/jobs/" + token + "/stdout");
        assertThat(output.marks("data-next")).containsExactly("27");

        HttpResponse<String> piece = ada.get("/ui/jobs/" + token + "/stdout?from=7");
        assertThat(piece.body()).isEqualTo("2 ranks\n<b>done</b>\n");
        assertThat(piece.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
        assertThat(piece.headers().firstValue("Slipway-Next")).hasValue("27");
        assertThat(piece.headers().firstValue("Slipway-Complete")).hasValue("false");
        assertThat(ada.get("/ui/jobs/" + token + "/stdout?from=27").body()).isEmpty();
        assertThat(ada.get("/ui/jobs/" + token + "/stdout?from=x").statusCode()).isEqualTo(400);
        assertThat(ada.get("/ui/jobs/" + done + "/stderr?from=-9").headers().firstValue("Slipway-Complete"))
                .hasValue("true");
        assertThat(page("ada", done).marks("data-follow")).isEmpty();
    }

    @Test
    void output_comes_whole_as_plain_text() {
        HttpResponse<String> output = site.visitorOf("ada").get("/ui/jobs/" + done + "/stdout");

        assertThat(output.body()).isEqualTo("run of 2 ranks\n<b>done</b>\n");
        assertThat(output.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
    }

    @Test
    void a_result_that_is_gone_from_the_disk_shows_a_reference_and_nothing_of_its_cause() throws IOException {
        JobToken token = site.submit(Samples.job("var", "var-mc"), Site.in(JobState.CLOSED));
        try (var files = Files.walk(folder.resolve("results"))) {
            for (Path file : files.filter(each -> each.toString().contains(token.value()))
                    .filter(Files::isRegularFile)
                    .toList()) {
                Files.delete(file);
            }
        }

        Page page = Page.of(site.visitorOf("ada").get("/ui/jobs/" + token + "/result?name=pnl"));

        assertThat(page.status()).isEqualTo(500);
        assertThat(page.heading()).isEqualTo("The service could not show this page.");
        assertThat(page.texts("p"))
                .anyMatch(text -> text.contains("Give your operator this reference; it leads to the cause: "));
        assertThat(page.source()).doesNotContain("NoSuchFile", folder.toString());
    }

    @Test
    void damaged_results_leave_the_rest_of_the_page_whole() {
        JobToken token = site.submit(
                Samples.job("var", "damaged"),
                job -> job.state() == JobState.CLOSED && job.outcome().orElseThrow() instanceof JobOutcome.Done);

        Page page = page("ada", token);
        assertThat(page.section("Profit and loss").notes())
                .singleElement()
                .asString()
                .startsWith("The profits and losses cannot be drawn");
        assertThat(page.section("Run").terms()).contains("Exit status");
        assertThat(page.section("Results").buttons()).contains("pnl.csv");
    }

    private static Page page(String user, JobToken token) {
        return job(user, token).page();
    }
}
