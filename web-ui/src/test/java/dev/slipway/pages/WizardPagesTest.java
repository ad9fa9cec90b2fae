package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.Caller;
import dev.slipway.draft.Draft;
import dev.slipway.draft.DraftDesk;
import dev.slipway.form.JobForm;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The wizard as a browser without scripts sees it. */
class WizardPagesTest {
    private static final Pattern VERSION = Pattern.compile("name=\"version\" value=\"(\\d+)\"");
    private static Site site;
    private static Visitor ada;
    private String draft;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(folder);
        ada = site.signedIn("ada");
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @BeforeEach
    void begin() {
        HttpResponse<String> answer =
                ada.post("/ui/drafts", Map.of("from", "nothing", "_csrf", Visitor.csrf(ada.get("/ui/drafts"))));
        assertThat(answer.statusCode()).isEqualTo(302);
        draft = location(answer).replaceAll("/identity$", "");
        assertThat(draft).matches(".*/ui/drafts/[0-9a-z]{32}");
        draft = draft.substring(draft.indexOf("/ui/"));
    }

    private static String location(HttpResponse<String> answer) {
        return answer.headers().firstValue("Location").orElse("none: " + answer.statusCode());
    }

    /** Sends the form of a page as it is, with these values; follows where it leads. */
    private HttpResponse<String> send(String page, Map<String, String> values) {
        HttpResponse<String> answer = sent(page, values);
        return answer.statusCode() == 302
                ? ada.get(location(answer).substring(location(answer).indexOf("/ui/")))
                : answer;
    }

    private HttpResponse<String> sent(String page, Map<String, String> values) {
        HttpResponse<String> shown = ada.get(draft + "/" + page);
        Map<String, String> form = new LinkedHashMap<>(Map.of("_csrf", Visitor.csrf(shown), "version", version(shown)));
        form.putAll(values);
        return ada.post(draft + "/" + page, form);
    }

    private static String version(HttpResponse<String> page) {
        Matcher version = VERSION.matcher(page.body());
        assertThat(version.find()).as(page.body()).isTrue();
        return version.group(1);
    }

    private HttpResponse<String> add(String kind) {
        HttpResponse<String> shown = ada.get(draft + "/stage-in");
        HttpResponse<String> answer = ada.post(
                draft + "/steps", Map.of("_csrf", Visitor.csrf(shown), "version", version(shown), "kind", kind));
        return ada.get(location(answer).substring(location(answer).indexOf("/ui/")));
    }

    private Draft stored() {
        return site.bean(DraftDesk.class).open(Site.ADA, new JobToken(draft.substring(draft.lastIndexOf('/') + 1)));
    }

    @Test
    void a_job_that_is_typed_page_by_page_runs_to_its_end() {
        assertThat(send("identity", Map.of("name", Samples.HOSTILE, "go", "next"))
                        .body())
                .contains(Samples.ESCAPED, "Program");
        send("application", Map.of("executable", "var-mc", "arguments", "--scenarios\r\n10\r\n", "go", "next"));
        send("resources", Map.of("processes", "2", "wallTime", "5 min", "go", "next"));
        assertThat(add("ssh-fetch").body()).contains("steps/0/remotePath");
        assertThat(send(
                                "steps/0",
                                Map.of(
                                        "steps/0/host", "market-data",
                                        "steps/0/remotePath", "/curve.csv",
                                        "steps/0/file", "curve.csv",
                                        "go", "done"))
                        .body())
                .contains("curve.csv", "Complete");
        send(
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

        HttpResponse<String> review = ada.get(draft + "/review");
        assertThat(review.body())
                .contains(
                        "Nothing stands against this job", "&lt;posix:Argument&gt;--scenarios&lt;/posix:Argument&gt;");
        HttpResponse<String> submitted = ada.post(
                draft + "/submit", Map.of("_csrf", Visitor.csrf(review), "version", version(review), "save", "false"));

        JobToken token = new JobToken(location(submitted).replaceAll(".*/", ""));
        site.await(token, Site.in(JobState.CLOSED));
        assertThat(site.desk().status(Site.ADA, token).outcome().orElseThrow().word())
                .isEqualTo("DONE");
        assertThat(site.desk().request(Site.ADA, token).launch().arguments()).containsExactly("--scenarios", "10");
    }

    @Test
    void a_second_press_gives_the_same_job() {
        complete();
        HttpResponse<String> review = ada.get(draft + "/review");
        Map<String, String> press = Map.of("_csrf", Visitor.csrf(review), "version", version(review), "save", "true");

        ada.post(draft + "/submit", press);
        String first = stored().job().orElseThrow().value();
        HttpResponse<String> saved = ada.get(draft + "/saved");
        ada.post(draft + "/submit", press);

        assertThat(stored().job().orElseThrow().value()).isEqualTo(first);
        assertThat(saved.body()).contains(first, draft + "/document");
    }

    private void complete() {
        send("identity", Map.of("name", "var", "go", "next"));
        send("application", Map.of("executable", "var-mc", "go", "next"));
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
        complete();

        HttpResponse<String> answer = send(page, Map.of(field, value, "go", "check"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains(message).contains("name=\"" + field + "\"");
        if (!value.isEmpty()) {
            assertThat(answer.body()).contains(value);
        }
        assertThat(ada.get(draft + "/review").body()).contains("Not complete yet", message);
    }

    @Test
    void a_page_with_a_mistake_does_not_let_go_on_but_any_other_page_can_be_opened() {
        assertThat(location(sent("identity", Map.of("name", "", "go", "next")))).endsWith("/identity?checked");
        assertThat(location(sent("identity", Map.of("name", "", "go", "resources"))))
                .endsWith("/resources");
    }

    @Test
    void a_query_is_tried_on_the_spot() {
        add("sql-extract");

        String good = send("steps/0", sql("SELECT 1")).body();
        String bad = send("steps/0", sql("SELEC 1")).body();

        assertThat(good)
                .contains(
                        "book",
                        "int4",
                        "&lt;b&gt;name&lt;/b&gt;",
                        "&lt;i&gt;Equity&lt;/i&gt;",
                        "NULL",
                        "There are more rows")
                .doesNotContain("<i>Equity");
        assertThat(bad).contains("source risk refuses the statement", "syntax error at &lt;SELEC");
    }

    private static Map<String, String> sql(String statement) {
        return Map.of(
                "steps/0/source", "risk", "steps/0/statement", statement, "steps/0/file", "books.csv", "go", "try");
    }

    @Test
    void a_place_is_looked_at_on_the_spot_and_only_what_is_granted_is_offered() {
        assertThat(add("ssh-fetch").body()).contains(">market-data<").doesNotContain(">strict<");

        String answer = send(
                        "steps/0",
                        Map.of("steps/0/host", "strict", "steps/0/remotePath", "/x", "steps/0/file", "x", "go", "try"))
                .body();

        assertThat(answer).contains("strict (not offered to you now)");
    }

    @Test
    void a_password_is_kept_sealed_alone_and_only_for_its_host_and_user() {
        add("ssh-fetch");
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
        assertThat(send("steps/0", login).body()).contains("the password of user");

        login.put("password", "canary-typed");
        String page = send("steps/0", login).body();

        assertThat(page).contains("A sealed password is kept").doesNotContain("canary-typed", "eyJ");
        assertThat(stored().form().json()).doesNotContain("canary-typed").contains("eyJada-market-data-loader");
        login.remove("password");
        login.put("steps/0/user", "other");
        assertThat(send("steps/0", login).body()).contains("the password of user");
        assertThat(stored().form().json()).doesNotContain("eyJ");
    }

    @Test
    void two_windows_do_not_overwrite_each_other() {
        HttpResponse<String> first = ada.get(draft + "/identity");
        send("identity", Map.of("name", "second window", "go", "check"));

        HttpResponse<String> answer = ada.post(
                draft + "/identity",
                Map.of("_csrf", Visitor.csrf(first), "version", version(first), "name", "first window", "go", "next"));

        assertThat(answer.body()).contains("changed in another window", "first window");
        assertThat(stored().form().value("name")).isEqualTo("second window");
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
        HttpResponse<String> bad = open(document.replace("posix:Executable", "posix:Program"));

        assertThat(ada.get(location(good).substring(location(good).indexOf("/ui/")))
                        .body())
                .contains("opened");
        assertThat(bad.body()).contains("cannot be opened here", "line 4");
    }

    private HttpResponse<String> open(String document) {
        return ada.post(
                "/ui/drafts",
                Map.of("from", "document", "text", document, "_csrf", Visitor.csrf(ada.get("/ui/drafts"))));
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

        JobToken made = new JobToken(location(mine).replaceAll(".*/drafts/|/identity", ""));
        Draft again = site.bean(DraftDesk.class).open(Site.ADA, made);
        assertThat(again.form()).isEqualTo(JobForm.of(Samples.job("old", "var-mc")));
        assertThat(foreign.statusCode()).isEqualTo(404);
    }

    @Test
    void what_was_typed_is_there_in_another_session() {
        send("identity", Map.of("name", "kept", "go", "check"));

        assertThat(site.signedIn("ada").get(draft + "/identity").body()).contains("value=\"kept\"");
        assertThat(site.signedIn("ada").get("/ui/drafts").body()).contains(">kept<");
        assertThat(site.bean(DraftDesk.class).list(new Caller("bob", Site.ADA.roles(), "test")).stream()
                        .map(Draft::id))
                .doesNotContain(stored().id());
    }

    @Test
    void a_removed_step_and_a_removed_draft_are_gone() {
        add("inline-data");
        send("steps/0", Map.of("go", "remove"));
        assertThat(stored().form().steps()).isEmpty();
        assertThat(ada.get(draft + "/steps/0").statusCode()).isEqualTo(404);

        ada.post(draft + "/remove", Map.of("_csrf", Visitor.csrf(ada.get("/ui/drafts"))));

        assertThat(ada.get(draft + "/identity").statusCode()).isEqualTo(404);
    }
}
