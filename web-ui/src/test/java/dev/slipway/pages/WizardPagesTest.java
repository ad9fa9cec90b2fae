package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.Caller;
import dev.slipway.document.writer.JobDocumentWriter;
import dev.slipway.draft.Draft;
import dev.slipway.draft.DraftDesk;
import dev.slipway.draft.DraftEntry;
import dev.slipway.form.JobForm;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.request.JobRequest;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunPath;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the wizard in a browser without scripts. */
class WizardPagesTest extends WizardSite {
    @Test
    void a_job_that_is_typed_page_by_page_runs_to_its_end() {
        Page program = Page.of(wizard.send(
                "identity", Map.of("name", Samples.HOSTILE, "description", "up & <b>down</b>", "go", "next")));
        assertThat(program.heading()).isEqualTo("Program");
        assertThat(program.texts("nav [aria-current=page]")).containsExactly(Samples.HOSTILE);
        wizard.send("application", Map.of("executable", "var-mc", "arguments", "--scenarios\r\n10\r\n", "go", "next"));
        wizard.send("resources", Map.of("processes", "2", "wallTime", "5 min", "go", "next"));
        assertThat(wizard.add("File from a host").labels()).contains("Path on the host");
        Page steps = Page.of(wizard.send(
                "steps/0",
                Map.of(
                        "steps/0/host", "market-data",
                        "steps/0/remotePath", "/curve.csv",
                        "steps/0/file", "curve.csv",
                        "go", "done")));
        assertThat(steps.table("Data in").row("curve.csv").cell("Check").text()).isEqualTo("Complete");
        wizard.send(
                "stage-out",
                Map.of(
                        "results/0/name",
                        "pnl",
                        "results/0/file",
                        "pnl.csv",
                        "results/0/role",
                        "pnl-distribution",
                        "go",
                        "next"));

        Page review = wizard.page("review");
        assertThat(review.notes()).anyMatch(text -> text.startsWith("This job can be submitted."));
        assertThat(review.section("The job document").listings())
                .singleElement()
                .asString()
                .contains("<posix:Argument>--scenarios</posix:Argument>");
        HttpResponse<String> submitted = review.form("Submit").send(ada);

        JobToken token = new JobToken(Wizard.location(submitted).replaceAll(".*/", ""));
        site.await(token, Site.in(JobState.CLOSED));
        assertThat(site.desk().status(Site.ADA, token).outcome().orElseThrow().word())
                .isEqualTo("DONE");
        assertThat(JobPage.open(ada, token).page().texts(".said")).contains("up & <b>down</b>");
        assertThat(arguments(token)).containsExactly("--scenarios", "10");
    }

    private List<String> arguments(JobToken token) {
        return site.desk()
                .request(Site.ADA, token)
                .launch()
                .application()
                .programs()
                .get(0)
                .arguments();
    }

    @Test
    void the_review_reads_back_what_will_run_and_what_is_kept() {
        wizard.complete();
        wizard.send("application", Map.of("executable", "var-mc", "arguments", "--scenarios\r\n10", "go", "next"));
        wizard.send("resources", Map.of("processes", "2", "wallTime", "5 min", "go", "next"));

        Part launch = wizard.page("review").section("What will run");

        assertThat(launch.fact("Program")).isEqualTo("var-mc");
        assertThat(launch.fact("Arguments")).isEqualTo("--scenarios 10");
        assertThat(launch.fact("Processes")).isEqualTo("2");
        assertThat(launch.fact("Partition")).isEqualTo("the usual one");
        assertThat(launch.fact("Time limit")).isEqualTo("5 min");
        assertThat(launch.terms()).contains("Kept for download");
    }

    @Test
    void a_page_turns_green_when_it_is_done_and_right() {
        assertThat(wizard.page("identity").texts(".stop.sound"))
                .as("a new draft")
                .isEmpty();

        wizard.send("identity", Map.of("name", "var", "go", "next"));
        wizard.send("application", Map.of("executable", "var-mc", "environment", "no variable", "go", "check"));
        assertThat(green()).as("the program page is filled in, and wrong").containsExactly("1 Name (done)");

        wizard.send("application", Map.of("environment", "", "go", "next"));
        assertThat(green()).containsExactly("1 Name (done)", "2 Program (done)");
        wizard.send("resources", Map.of("wallTime", "5 min", "go", "next"));
        assertThat(green()).contains("3 Resources (done)").doesNotContain("6 Review (done)");
    }

    private List<String> green() {
        return wizard.page("review").texts(".stop.sound");
    }

    @Test
    void the_review_has_the_limits_and_the_expected_time_of_the_run() {
        wizard.complete();
        Part launch = wizard.page("review").section("What will run");

        assertThat(launch.fact("Memory limit")).isEqualTo("the partition's limit");
        assertThat(launch.fact("Processes")).isEqualTo("1");
        assertThat(launch.fact("Expected run time")).isNotEmpty();
        assertThat(wizard.page("review").section("Data in").text()).contains("No data are brought in.");
        assertThat(wizard.page("review").section("Data out").text()).contains("Nothing is sent anywhere.");
    }

    @Test
    void a_new_job_starts_one_process_unless_its_author_asks_for_more() {
        assertThat(wizard.page("resources").field("Processes").value()).isEqualTo("1");
    }

    @Test
    void more_processes_than_the_machine_has_are_told_on_their_page() {
        wizard.complete();

        Page answer = Page.of(wizard.send("resources", Map.of("processes", "64", "go", "next")));

        assertThat(answer.field("Processes").value()).isEqualTo("64");
        assertThat(answer.parts(".note.bad")).isNotEmpty();
        assertThat(answer.text()).doesNotContain("This page is complete");
        assertThat(Wizard.location(wizard.sent("resources", Map.of("processes", "4", "go", "next"))))
                .endsWith("/stage-in");
    }

    @Test
    void a_second_press_gives_the_same_job() {
        wizard.complete();
        Form press = wizard.page("review").form("Submit and save");

        press.send(ada);
        String first = wizard.stored().job().orElseThrow().value();
        Page saved = wizard.page("saved");
        press.send(ada);

        assertThat(wizard.stored().job().orElseThrow().value()).isEqualTo(first);
        assertThat(saved.link("Follow the job")).isEqualTo("/ui/jobs/" + first);
        assertThat(saved.links()).contains(wizard.draft() + "/document");
    }

    @ParameterizedTest
    @CsvSource({
        "identity, name, '', the name is missing",
        "application, executable, '', the program is missing",
        "application, environment, HOME, not a variable",
        "application, stdout, /etc/passwd, not a file inside the run folder",
        "resources, processes, many, not a whole number",
        "resources, wallTime, long, not a span of time",
        "stage-in, snapshots, risk, a snapshot of a source of which the job extracts nothing",
        "stage-out, results/0/name, pnl, the file is missing"
    })
    void wrong_input_is_kept_and_told_at_its_field(String page, String field, String value, String message) {
        wizard.complete();

        Page answer = Page.of(wizard.send(page, Map.of(field, value, "go", "check")));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.formTo(wizard.draft() + "/" + page).value(field)).isEqualTo(value);
        assertThat(answer.texts(".fault, .note.bad")).anyMatch(text -> text.contains(message));
        assertThat(wizard.page("review").section("Not complete yet").items()).anyMatch(text -> text.contains(message));
    }

    @Test
    void a_page_with_a_mistake_does_not_let_go_on_but_any_other_page_can_be_opened() {
        assertThat(Wizard.location(wizard.sent("identity", Map.of("name", "", "go", "next"))))
                .endsWith("/identity?checked");
        assertThat(Wizard.location(wizard.sent("identity", Map.of("name", "", "go", "resources"))))
                .endsWith("/resources");
    }

    @Test
    void two_windows_do_not_overwrite_each_other() {
        HttpResponse<String> first = ada.get(wizard.draft() + "/identity");
        wizard.send("identity", Map.of("name", "second window", "go", "check"));

        HttpResponse<String> answer = ada.post(
                wizard.draft() + "/identity",
                Map.of(
                        "_csrf",
                        Visitor.csrf(first),
                        "version",
                        Wizard.version(first),
                        "name",
                        "first window",
                        "go",
                        "next"));

        assertThat(Page.of(answer).notes()).anyMatch(text -> text.contains("changed in another window"));
        assertThat(Page.of(answer).field("Name of the job").value()).isEqualTo("first window");
        assertThat(wizard.stored().form().value("name")).isEqualTo("second window");
    }

    @Test
    void a_document_is_opened_for_change_and_a_wrong_one_is_told_line_by_line() {
        String document = """
                <jsdl:JobDefinition xmlns:jsdl="http://schemas.ggf.org/jsdl/2005/11/jsdl"><jsdl:JobDescription>
                <jsdl:JobIdentification><jsdl:JobName>opened</jsdl:JobName></jsdl:JobIdentification><jsdl:Application>
                <posix:POSIXApplication xmlns:posix="http://schemas.ggf.org/jsdl/2005/11/jsdl-posix">
                <posix:Executable>var-mc</posix:Executable></posix:POSIXApplication></jsdl:Application>
                </jsdl:JobDescription></jsdl:JobDefinition>""";

        HttpResponse<String> good = open(document);
        Page bad = Page.of(open(document.replace("posix:Executable", "posix:Program")));

        assertThat(Page.open(ada, PageForm.at(good)).field("Name of the job").value())
                .isEqualTo("opened");
        assertThat(bad.heading()).isEqualTo("This document cannot be opened here");
        assertThat(bad.table("This document cannot be opened here").names()).contains("line 4");
    }

    @Test
    void a_document_that_opens_can_be_sent_again_from_its_largest_page_and_a_larger_one_does_not_open() {
        HttpResponse<String> large = open(withResults(300));
        HttpResponse<String> larger = open(withResults(301));

        assertThat(larger.statusCode()).isEqualTo(409);
        assertThat(Page.of(larger).text()).contains("301 results", "300 of them", "text editor");
        Wizard opened = new Wizard(site, ada, large);
        Map<String, String> fields = new LinkedHashMap<>();
        for (String name :
                opened.page("stage-out").formTo(opened.draft() + "/stage-out").names()) {
            if (name.startsWith("results/")) {
                fields.put(name, name.startsWith("results/300/") ? "" : "file" + fields.size());
            }
        }
        assertThat(fields).hasSize(2107);
        assertThat(opened.sent("stage-out", fields).statusCode()).isEqualTo(302);
        assertThat(opened.stored().form().results().get(299)).containsEntry("file", "file2094");
    }

    private static String withResults(int count) {
        JobRequest job = Samples.job("large", "var-mc");
        List<ResultFile> results = IntStream.range(0, count)
                .mapToObj(i -> new ResultFile("r" + i, new RunPath("r" + i), ResultFile.Role.FILE))
                .toList();
        return new String(
                new JobDocumentWriter()
                        .write(new JobRequest(
                                job.name(),
                                Optional.empty(),
                                Optional.empty(),
                                job.launch(),
                                job.stageIn(),
                                job.stageOut(),
                                results,
                                Map.of(),
                                List.of())),
                StandardCharsets.UTF_8);
    }

    private HttpResponse<String> open(String document) {
        return Page.open(ada, "/ui/drafts")
                .form("Open for change")
                .fill("Text of the document", document)
                .send(ada);
    }

    @Test
    void an_old_job_is_run_again_with_changes_by_who_may_see_it() {
        JobToken job = site.submit(Samples.job("old", "var-mc"), Site.in(JobState.CLOSED));
        Visitor bob = site.signedIn("bob");
        Map<String, String> press = new LinkedHashMap<>(Map.of("from", "job", "token", job.value()));

        press.put("_csrf", Visitor.csrf(ada.get("/ui/drafts")));
        HttpResponse<String> mine = ada.post("/ui/drafts", press);
        press.put("_csrf", Visitor.csrf(bob.get("/ui/drafts")));
        HttpResponse<String> foreign = bob.post("/ui/drafts", press);

        JobToken made = new JobToken(Wizard.location(mine).replaceAll(".*/drafts/|/identity", ""));
        Draft again = site.bean(DraftDesk.class).open(Site.ADA, made);
        assertThat(again.form()).isEqualTo(JobForm.of(Samples.job("old", "var-mc")));
        assertThat(foreign.statusCode()).isEqualTo(404);
    }

    @Test
    void what_was_typed_is_there_in_another_session() {
        wizard.send("identity", Map.of("name", "kept", "go", "check"));

        Visitor elsewhere = site.signedIn("ada");
        assertThat(Page.open(elsewhere, wizard.draft() + "/identity")
                        .field("Name of the job")
                        .value())
                .isEqualTo("kept");
        assertThat(Page.open(elsewhere, "/ui/drafts").table("Your drafts").names())
                .contains("kept");
        assertThat(site.bean(DraftDesk.class).list(new Caller("bob", Site.ADA.roles(), "test")).stream()
                        .map(DraftEntry::id))
                .doesNotContain(wizard.stored().id());
    }

    @Test
    void a_removed_step_and_a_removed_draft_are_gone() {
        wizard.add("Text typed here");
        wizard.send("steps/0", Map.of("go", "remove"));
        assertThat(wizard.stored().form().steps()).isEmpty();
        assertThat(ada.get(wizard.draft() + "/steps/0").statusCode()).isEqualTo(404);

        ada.post(wizard.draft() + "/remove", Map.of("_csrf", Visitor.csrf(ada.get("/ui/drafts"))));

        assertThat(ada.get(wizard.draft() + "/identity").statusCode()).isEqualTo(404);
    }
}
