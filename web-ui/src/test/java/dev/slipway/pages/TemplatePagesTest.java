package dev.slipway.pages;

import static dev.slipway.pages.PageForm.at;
import static dev.slipway.pages.PageForm.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.ReadDocument;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.request.InlineData;
import dev.slipway.request.JobRequest;
import dev.slipway.request.SqlExtract;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests templates as browsers without scripts show them to an author and a colleague. */
class TemplatePagesTest extends TemplateSite {
    @Test
    void an_author_makes_a_template_of_an_old_job_without_knowing_its_document() {
        String edit = templates.of(Samples.job("var <i>", "var-mc"));
        HttpResponse<String> page = ada.get(edit);
        assertThat(Page.of(page).field("Program").value()).isEqualTo("var-mc");
        assertThat(Page.of(page).field("Arguments, one on each line").value().strip())
                .isEqualTo("<i>4</i>");
        assertThat(Page.of(page).field("Path on the host").value()).isEqualTo("/curve.csv");
        assertThat(Page.of(page).section("Blanks").texts(".help"))
                .first()
                .isEqualTo("There are none yet: the template runs as it is.");
        assertThat(Page.of(page).source()).doesNotContain("jsdl");

        HttpResponse<String> replaced =
                send(ada, page, edit, "do", "replace", "value", "market-data", "blank", "place");
        assertMade(replaced, "Blank place replaced \u201cmarket-data\u201d once.");
        assertThat(Page.of(replaced).field("Host").value()).isEqualTo("${place}");
        assertThat(Page.of(replaced).group("${place}").field("Default").value()).isEqualTo("market-data");
        assertMade(
                send(ada, replaced, edit, "do", "replace", "value", "market", "blank", "x"),
                "\u201cmarket\u201d is nowhere in the job as a whole word.");
        assertMade(
                send(ada, replaced, edit, "do", "replace", "value", "curve", "blank", "1 x"),
                "A blank needs a value of at most 200 characters that is in the job, and a name ");
        keepWhatWasWritten(edit, replaced);
    }

    private static void keepWhatWasWritten(String edit, HttpResponse<String> replaced) {
        HttpResponse<String> found = send(ada, replaced, edit, "do", "save", "text.executable", "${program}");
        assertThat(found.statusCode())
                .as("a new blank is shown before it is kept")
                .isEqualTo(200);
        assertThat(Page.of(found).notes()).singleElement().asString().startsWith("New blanks: program.");
        HttpResponse<String> bad = send(ada, found, edit, "do", "save", "text.executable", "${pro gram}");
        assertThat(Page.of(bad).notes())
                .singleElement()
                .asString()
                .startsWith("This was not saved yet: ")
                .contains("not a blank");
        assertThat(Page.open(ada, edit).source()).as("nothing is kept so far").doesNotContain("${place}");
        Page kept = Page.open(ada, at(send(ada, found, edit, "do", "save")));
        assertThat(kept.notes()).singleElement().asString().startsWith("Saved.");
        assertThat(kept.field("Program").value()).isEqualTo("${program}");
        assertThat(kept.field("Host").value()).isEqualTo("${place}");

        Page late = Page.of(send(ada, found, edit, "do", "save", "name", "late"));
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.heading()).endsWith("was changed after this page was opened");
    }

    @Test
    void edits_are_kept_when_the_author_goes_on_to_run_the_template() {
        String edit = templates.of(Samples.job("var", "var-mc"));
        HttpResponse<String> page = ada.get(edit);
        assertThat(Page.of(page).marks("data-unsaved")).containsExactly("false");
        assertThat(Page.of(page).links()).doesNotContain(edit.replace("/edit", "/run"));

        HttpResponse<String> looked = send(ada, page, edit, "do", "look", "description", "only looked at");
        assertThat(Page.of(looked).field("What it is for").value()).isEqualTo("only looked at");
        assertThat(Page.open(ada, edit).source()).as("a look keeps nothing").doesNotContain("only looked at");
        HttpResponse<String> onward = send(ada, page, edit, "do", "run", "description", "edited and run");
        Page bad = Page.of(send(ada, ada.get(edit), edit, "do", "run", "text.executable", "${pro gram}"));

        assertThat(at(onward)).isEqualTo(edit.replace("/edit", "/run"));
        assertThat(Page.open(ada, edit).field("What it is for").value()).isEqualTo("edited and run");
        assertThat(bad.notes()).singleElement().asString().startsWith("This was not saved yet: ");
        assertThat(bad.marks("data-unsaved")).containsExactly("true");
    }

    @Test
    void a_colleague_fills_in_the_blanks_sees_what_runs_and_runs_it() {
        String template = templates.shared();
        Part row = Page.open(bob, "/ui/templates").table("Templates").rowWith(template + "/run");
        assertThat(row.name()).isEqualTo("Desk " + Samples.HOSTILE);
        assertThat(row.texts(".about")).containsExactly("For <all>");
        assertThat(row.buttons()).containsExactly("Figures", "Run");
        HttpResponse<String> page = bob.get(template + "/run");
        assertThat(Page.of(page).title()).startsWith("Run Desk " + Samples.HOSTILE);
        assertThat(Page.of(page).field("Count").help()).isEqualTo("From 1 to 64.");
        assertThat(Page.of(page).field("Place").value()).isEqualTo("market-data");

        Page wrong =
                Page.of(send(bob, page, template + "/run", "do", "now", "value.place", "a';b", "value.count", "65"));
        assertThat(wrong.status()).isEqualTo(200);
        assertThat(wrong.notes()).containsExactly("Nothing was submitted. Correct the marked fields.");
        assertThat(wrong.field("Place").value()).isEqualTo("a';b");
        assertThat(wrong.field("Place").wrong()).contains("takes letters, digits, blanks and . _ : + - / @ only");
        assertThat(wrong.field("Count").wrong()).contains("a number from 1 to 64, and not 65");
        assertThat(site.desk().count(BOB)).isZero();

        HttpResponse<String> shown = send(bob, page, template + "/run", "do", "look", "value.count", "7");
        Part summary = Page.of(shown).section("What will run");
        assertThat(summary.notes()).containsExactly("This can run.");
        assertThat(summary.fact("Program")).isEqualTo("var-mc");
        assertThat(summary.fact("Arguments, one on each line")).isEqualTo("<i>7</i>");
        assertThat(site.desk().count(BOB)).isZero();

        String job = at(send(bob, shown, template + "/run", "do", "now"));
        assertThat(at(send(bob, shown, template + "/run", "do", "now")))
                .as("sent twice")
                .isEqualTo(job);
        assertThat(site.desk().count(BOB)).isEqualTo(1);
        JobToken token = new JobToken(job.substring(job.lastIndexOf('/') + 1));
        site.await(token, Site.in(JobState.CLOSED));
        JobRequest request = site.desk().request(BOB, token);
        assertThat(request.launch().application().programs().get(0).arguments()).containsExactly("<i>7</i>");
        assertThat(request.description().orElseThrow()).contains("of ada, version 2: place=market-data, count=7]");
    }

    @Test
    void the_job_of_the_demo_becomes_a_template_of_three_fields() throws IOException {
        byte[] document = Files.readAllBytes(Path.of("../deploy/demo/equity-var.xml"));
        JobRequest demo = ((ReadDocument.Accepted) new JobDocumentReader().read(document)).request();
        String edit = templates.of(demo);
        HttpResponse<String> page = ada.get(edit);
        page = send(ada, page, edit, "do", "replace", "value", "2022-12-28", "blank", "day");
        assertMade(page, "Blank day replaced \u201c2022-12-28\u201d 2 times.");
        page = send(ada, page, edit, "do", "replace", "value", "Equity", "blank", "desk");
        page = send(ada, page, edit, "do", "replace", "value", "10000", "blank", "scenarios");
        String run = at(send(ada, page, edit, "do", "save", "shared", "true")).replace("edit?done=saved", "run");

        String job = at(send(
                bob,
                bob.get(run),
                run,
                "do",
                "now",
                "value.day",
                "2022-12-27",
                "value.desk",
                "Rates",
                "value.scenarios",
                "500"));

        JobRequest request = site.desk().request(BOB, new JobToken(job.substring(job.lastIndexOf('/') + 1)));
        assertThat(request.launch().application().programs().get(0).arguments())
                .containsSequence("--scenarios", "500", "--horizon-days", "10");
        assertThat(statements(request))
                .anyMatch(sql -> sql.contains("WHERE desk = 'Rates' ORDER BY book_id"))
                .anyMatch(sql -> sql.contains("WHERE b.desk = 'Rates' ORDER BY i.symbol"))
                .anyMatch(sql -> sql.contains("(i.maturity - date '2022-12-27') / 365.0"))
                .anyMatch(sql -> sql.contains("BETWEEN date '2020-12-28' AND date '2022-12-27'"))
                .noneMatch(sql -> sql.contains("Equity") || sql.contains("${"));
    }

    @Test
    void the_bank_of_the_demo_becomes_a_template_of_desk_horizon_and_levels() throws IOException {
        byte[] document = Files.readAllBytes(Path.of("../deploy/demo/bank-var.xml"));
        String edit = templates.of(((ReadDocument.Accepted) new JobDocumentReader().read(document)).request());
        HttpResponse<String> page = ada.get(edit);
        String desk = Page.of(page).formTo(edit).nameOf("desk\nall");
        page = send(ada, page, edit, "do", "look", desk, "desk\n${desk}\n");
        page = send(ada, page, edit, "do", "replace", "value", "10", "blank", "horizon");
        assertMade(page, "Blank horizon replaced \u201c10\u201d once.");
        page = send(ada, page, edit, "do", "replace", "value", "0.95,0.99", "blank", "levels");
        assertMade(page, "Blank levels replaced \u201c0.95,0.99\u201d 3 times.");
        assertThat(Page.of(page).group("${levels}").field("Kind").value()).isEqualTo("NUMBERS");
        String run = at(send(ada, page, edit, "do", "save", "blanks.2.least", "0.5", "blanks.2.most", "0.9999"))
                .replace("edit?done=saved", "run");

        HttpResponse<String> form = ada.get(run);
        assertThat(Page.of(form).field("Levels").help())
                .isEqualTo("Numbers with commas between. Each from 0.5 to 0.9999.");
        Page wrong = Page.of(send(ada, form, run, "do", "now", "value.levels", "0.9,1"));
        assertThat(wrong.field("Levels").wrong()).contains("takes a number from 0.5 to 0.9999, and not 1");
        String job = at(send(
                ada,
                form,
                run,
                "do",
                "now",
                "value.desk",
                "swaps",
                "value.horizon",
                "1",
                "value.levels",
                "0.9, 0.975"));

        JobRequest request = site.desk().request(Site.ADA, new JobToken(job.substring(job.lastIndexOf('/') + 1)));
        assertThat(request.launch().application().programs().get(0).arguments())
                .containsSequence("--horizon-days", "1")
                .containsSequence("--levels", "0.9,0.975");
        assertThat(request.description().orElseThrow())
                .startsWith("VaR of a bank, 100,000 scenarios [template bank-var of ada, ")
                .endsWith(": desk=swaps, horizon=1, levels=0.9,0.975]");
        assertThat(request.stageIn())
                .filteredOn(InlineData.class::isInstance)
                .extracting(step -> ((InlineData) step).data())
                .contains("desk\nswaps\n");
        assertThat(statements(request))
                .filteredOn(sql -> sql.contains("level IN (0.9,0.975)"))
                .hasSize(2);
    }

    private static List<String> statements(JobRequest request) {
        return request.stageIn().stream()
                .filter(SqlExtract.class::isInstance)
                .map(step -> ((SqlExtract) step).statement())
                .toList();
    }

    @Test
    void a_value_to_replace_is_no_longer_than_a_value_may_be() {
        String edit = templates.of(Samples.job("var", "var-mc"));

        assertMade(
                send(ada, ada.get(edit), edit, "do", "replace", "value", "x".repeat(201), "blank", "b"),
                "A blank needs a value of at most 200 characters that is in the job, ");
    }

    /** Asserts what the page tells of a blank that was asked for. */
    private static void assertMade(HttpResponse<String> page, String words) {
        assertThat(Page.of(page).section("Make a blank").notes())
                .singleElement()
                .asString()
                .startsWith(words);
    }
}
