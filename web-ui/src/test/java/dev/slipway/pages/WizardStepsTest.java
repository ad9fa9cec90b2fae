package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.slipway.document.ReadDocument;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.form.JobForm;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the pages of staging steps: every kind, uploads, passwords, tries on the spot. */
class WizardStepsTest extends WizardSite {
    @Test
    void a_kind_of_step_for_which_the_user_has_no_place_is_not_offered_and_the_page_says_why() {
        Visitor nina = site.visitor();
        nina.signIn(site.addUser(), Site.PASSWORD);
        Wizard poor = new Wizard(site, nina);

        Page in = poor.page("stage-in");

        assertThat(in.buttons()).anyMatch(button -> button.startsWith("Text typed here"));
        assertThat(in.buttons()).noneMatch(button -> button.startsWith("Database query"));
        assertThat(in.text()).contains("Not offered, because your jobs may not use such a place yet: Database query");
        assertThat(poor.page("stage-out").text()).contains("Into a database, To a host", "Ask your operator");
    }

    @Test
    void a_query_is_tried_on_the_spot() {
        wizard.add("Database query");

        Part good = looked(sql("SELECT 1"));
        Part bad = looked(sql("SELEC 1"));

        Table rows = good.table("First rows of the answer");
        assertThat(rows.columns()).containsExactly("book", "<b>name</b>");
        assertThat(rows.texts("th small")).startsWith("int4");
        assertThat(rows.texts("td")).contains("<i>Equity</i>", "NULL");
        assertThat(good.texts(".help")).contains("There are more rows.");
        assertThat(bad.text()).contains("source risk refuses the statement");
        assertThat(bad.listings()).singleElement().asString().contains("syntax error at <SELEC");
        assertThat(bad.captions()).isEmpty();
    }

    private Part looked(Map<String, String> form) {
        return Page.of(wizard.send("steps/0", form)).section("What the place says");
    }

    private static Map<String, String> sql(String statement) {
        return Map.of("steps/0/source", "risk", "steps/0/statement", statement, "go", "try");
    }

    @Test
    void a_place_is_looked_at_on_the_spot_and_only_what_is_granted_is_offered() {
        assertThat(wizard.add("File from a host").field("Host").choices())
                .contains("market-data")
                .doesNotContain("strict");

        Page answer = Page.of(wizard.send(
                "steps/0",
                Map.of("steps/0/host", "strict", "steps/0/remotePath", "/x", "steps/0/file", "x", "go", "try")));

        assertThat(answer.field("Host").value()).isEqualTo("strict");
        assertThat(answer.texts("option[selected]")).contains("strict (you may not use this now)");
    }

    @Test
    void a_password_is_kept_sealed_alone_and_only_for_its_host_and_user() {
        wizard.add("File from a host");
        Map<String, String> login = new LinkedHashMap<>(Map.of(
                "steps/0/host",
                "market-data",
                "steps/0/remotePath",
                "/x",
                "steps/0/file",
                "x",
                "steps/0/user",
                "loader"));
        login.put("go", "check");
        assertThat(problems(login)).anyMatch(text -> text.contains("the password of user"));

        login.put("password", "canary-typed");
        Page page = Page.of(wizard.send("steps/0", login));

        assertThat(page.field("Password of that user").help()).startsWith("A password is stored.");
        assertThat(page.field("Password of that user").value()).isEmpty();
        assertThat(page.source()).doesNotContain("canary-typed", "eyJ");
        assertThat(wizard.stored().form().json()).doesNotContain("canary-typed").contains("eyJada-market-data-loader");
        login.remove("password");
        login.put("steps/0/user", "other");
        assertThat(problems(login)).anyMatch(text -> text.contains("the password of user"));
        assertThat(wizard.stored().form().json()).doesNotContain("eyJ");
    }

    /** Returns what a step's page tells to be wrong. */
    private List<String> problems(Map<String, String> form) {
        return Page.of(wizard.send("steps/0", form)).texts(".note.bad, .fault");
    }

    @Test
    void a_page_of_a_step_that_another_window_removed_changes_no_other_step() {
        wizard.add("Text typed here");
        wizard.add("Text typed here");
        wizard.send("steps/0", Map.of("steps/0/file", "first.csv", "steps/0/data", "1", "go", "check"));
        wizard.send("steps/1", Map.of("steps/1/file", "second.csv", "steps/1/data", "2", "go", "check"));
        HttpResponse<String> shown = ada.get(wizard.draft() + "/steps/0");
        wizard.send("steps/0", Map.of("go", "remove"));

        HttpResponse<String> answer = ada.post(
                wizard.draft() + "/steps/0",
                Map.of(
                        "_csrf",
                        Visitor.csrf(shown),
                        "version",
                        Integer.toString(wizard.stored().version()),
                        "kind",
                        "inline-data",
                        "was",
                        "first.csv",
                        "steps/0/data",
                        "changed",
                        "go",
                        "done"));

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(wizard.stored().form().steps()).singleElement().satisfies(step -> assertThat(step.value("data"))
                .isEqualTo("2"));
    }

    static Stream<Arguments> kinds() {
        return Stream.of(
                arguments("Database query", "sql-extract", Map.of("source", "risk", "statement", "SELECT 1")),
                arguments(
                        "File from a host",
                        "ssh-fetch",
                        Map.of("host", "market-data", "remotePath", "/x", "preserve", "true")),
                arguments("File from a web site", "http-fetch", Map.of("site", "rates", "path", "usd.csv")),
                arguments(
                        "Web service",
                        "service-query",
                        Map.of(
                                "site",
                                "rates",
                                "path",
                                "q",
                                "rows",
                                "/data",
                                "columns",
                                "bid = quote/bid\r\nask = ask")),
                arguments("Text typed here", "inline-data", Map.of("data", "a,b\r\n1,2\r\n")),
                arguments("File of a shared folder", "folder-copy", Map.of("folder", "shared", "path", "a/b.csv")),
                arguments(
                        "Into a database",
                        "sql-store",
                        Map.of("source", "risk", "statement", "INSERT INTO t VALUES (?)", "parameters", "{token}")),
                arguments(
                        "To a host",
                        "ssh-deliver",
                        Map.of("host", "market-data", "remotePath", "/y", "always", "true")));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void a_step_of_each_kind_is_typed_and_stands_in_the_document(
            String button, String kind, Map<String, String> values) {
        wizard.complete();
        assertThat(wizard.add(button).labels()).contains("File in the run folder");
        Map<String, String> form = new LinkedHashMap<>();
        values.forEach((field, value) -> form.put("steps/0/" + field, value));
        form.putAll(Map.of("steps/0/file", "x.csv", "steps/0/shown", "true", "go", "done"));

        Table.Row row = Page.of(wizard.send("steps/0", form)).table().row("x.csv");
        assertThat(row.cell("Kind").text()).isEqualTo(button);
        assertThat(row.cell("Check").text()).isEqualTo("Complete");

        HttpResponse<String> document = ada.get(wizard.draft() + "/document");
        assertThat(document.statusCode()).isEqualTo(200);
        assertThat(document.headers().firstValue("Content-Disposition").orElse(""))
                .contains("attachment", "var.xml");
        ReadDocument read = new JobDocumentReader().read(document.body().getBytes(StandardCharsets.UTF_8));
        assertThat(JobForm.of(((ReadDocument.Accepted) read).request()).steps())
                .singleElement()
                .satisfies(step -> assertThat(step.kind().id()).isEqualTo(kind));
    }

    @Test
    void a_workbook_is_uploaded_and_a_range_of_it_extracted() {
        wizard.complete();
        wizard.add("File from your computer");
        HttpResponse<String> shown = ada.get(wizard.draft() + "/steps/0");

        HttpResponse<String> answer = ada.post(
                wizard.draft() + "/steps/0/upload",
                Map.of("_csrf", Visitor.csrf(shown), "version", Wizard.version(shown), "upload", "@q4.xlsx"));
        assertThat(answer.statusCode()).isEqualTo(302);
        wizard.add("Spreadsheet range");
        wizard.send(
                "steps/1",
                Map.of(
                        "steps/1/workbook",
                        "q4.xlsx",
                        "steps/1/range",
                        "A1:D9",
                        "steps/1/file",
                        "q4.csv",
                        "go",
                        "check"));

        assertThat(wizard.stored().form().steps().get(0).value("file")).isEqualTo("q4.xlsx");
        assertThat(wizard.stored().form().steps().get(0).value("sha256")).hasSize(64);
        assertThat(wizard.page("review").section("Not complete yet").items())
                .anyMatch(text -> text.contains("no step of an order group below 1 brings \"q4.xlsx\""));
        wizard.send("steps/1", Map.of("steps/1/orderGroup", "2", "go", "done"));
        assertThat(ada.get(wizard.draft() + "/document").body()).contains("q4.xlsx", "A1:D9");
    }
}
