package dev.slipway.pages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.reset;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.JobStatus;
import dev.slipway.desk.OutputChunk;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

@SpringBootTest(classes = Site.class, webEnvironment = WebEnvironment.RANDOM_PORT)
class PagesTest {
    private static final byte[] OUTPUT = "rank 0: 10000 scenarios\n<b>done</b>\n".getBytes(UTF_8);

    @Value("${local.server.port}")
    private int port;

    @Autowired
    private JobDesk desk;

    private Visitor visitor;

    @BeforeEach
    void desk_answers() {
        reset(desk);
        visitor = new Visitor(port);
        when(desk.list(any(), anyInt(), anyInt())).thenReturn(Samples.list());
        when(desk.count(any())).thenReturn(60L);
        when(desk.history(any(), any())).thenReturn(Samples.history());
        when(desk.document(any(), any())).thenReturn("<job/>".getBytes(UTF_8));
        when(desk.results(any(), eq(Samples.DONE))).thenReturn(Samples.results());
        when(desk.openResult(any(), any(), eq("pnl"))).thenAnswer(call -> stream(Samples.pnl()));
        when(desk.openResult(any(), any(), eq("figures & more"))).thenAnswer(call -> stream(Samples.figures()));
        when(desk.output(any(), any(), any(), anyLong(), anyInt())).thenAnswer(call -> {
            long offset = call.getArgument(3);
            int from = (int) Math.min(offset, OUTPUT.length);
            return new OutputChunk(offset, Arrays.copyOfRange(OUTPUT, from, OUTPUT.length), true);
        });
        for (JobStatus job : List.of(Samples.done(), Samples.running(), Samples.failed(), Samples.blocked())) {
            when(desk.status(any(), eq(job.token()))).thenReturn(job);
        }
        when(desk.status(argThat(caller -> caller != null && caller.user().equals("bob")), any()))
                .thenThrow(new ProblemException(Problem.of(ProblemCode.JOB_UNKNOWN, "there is no such job")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/ui/jobs",
                "/ui/jobs/rows",
                "/ui/jobs/TOKEN",
                "/ui/jobs/TOKEN/live",
                "/ui/jobs/TOKEN/result?name=pnl",
                "/ui/jobs/TOKEN/stdout",
                "/ui/jobs/TOKEN/stderr",
                "/ui/jobs/TOKEN/document"
            })
    void nothing_is_shown_to_whoever_has_not_signed_in(String path) {
        HttpResponse<String> answer = visitor.get(path.replace("TOKEN", Samples.DONE.value()));

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Location"))
                .hasValueSatisfying(to -> assertThat(to).endsWith("/login"));
    }

    @Test
    void whoever_has_not_signed_in_gets_no_session() {
        for (int i = 0; i < 20; i++) {
            visitor.get("/login");
            visitor.get("/ui/jobs");
            visitor.post("/logout", Map.of());
            visitor.signIn("ada", "wrong");
            visitor.get("/login?refused");
        }

        assertThat(visitor.session()).isNull();
    }

    @Test
    void the_forms_token_lives_in_a_cookie_of_this_host_that_no_script_reads() {
        HttpResponse<String> page = visitor.get("/login");

        assertThat(page.headers().allValues("Set-Cookie")).singleElement().satisfies(cookie -> assertThat(cookie)
                .startsWith("__Host-slipway-csrf=")
                .contains("; Path=/", "; Secure", "; HttpOnly", "; SameSite=Lax")
                .doesNotContain("Domain"));
    }

    @Test
    void a_login_without_the_forms_token_is_refused() {
        visitor.get("/login");

        HttpResponse<String> answer = visitor.post("/login", Map.of("username", "ada", "password", Site.PASSWORD));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(visitor.get("/ui/jobs").statusCode()).isEqualTo(302);
    }

    @Test
    void signing_in_changes_the_session_and_leads_to_the_jobs() {
        visitor.signIn("ada", Site.PASSWORD);
        String before = visitor.session();
        String token = Visitor.csrf(visitor.get("/ui/jobs"));

        HttpResponse<String> answer =
                visitor.post("/login", Map.of("username", "ada", "password", Site.PASSWORD, "_csrf", token));

        assertThat(answer.headers().firstValue("Location").orElseThrow()).endsWith("/ui/jobs");
        assertThat(before).isNotNull();
        assertThat(visitor.session()).isNotEqualTo(before);
        assertThat(answer.headers().allValues("Set-Cookie")).anySatisfy(cookie -> assertThat(cookie)
                .contains("slipway-session=", "; Secure", "; HttpOnly", "; SameSite=Lax"));
        assertThat(save("jobs", visitor.get("/ui/jobs")).statusCode()).isEqualTo(200);
    }

    @Test
    void a_wrong_password_says_no_more_than_that() {
        HttpResponse<String> answer = visitor.signIn("ada", "wrong");

        assertThat(answer.headers().firstValue("Location").orElseThrow()).endsWith("/login?refused");
        assertThat(save("login", visitor.get("/login?refused")).body()).contains("User name or password is wrong");
    }

    @Test
    void signing_out_ends_the_session() {
        visitor.signIn("ada", Site.PASSWORD);
        String token = Visitor.csrf(visitor.get("/ui/jobs"));

        assertThat(visitor.post("/logout", Map.of("_csrf", token)).statusCode()).isEqualTo(302);

        assertThat(visitor.get("/ui/jobs").statusCode()).isEqualTo(302);
    }

    @Test
    void every_page_forbids_what_it_does_not_need() {
        visitor.signIn("ada", Site.PASSWORD);
        for (String path : List.of("/login", "/ui/jobs", "/ui/jobs/" + Samples.DONE, "/ui/nowhere")) {
            HttpResponse<String> page = visitor.get(path);
            assertThat(page.headers().firstValue("Content-Security-Policy").orElse("none on " + path))
                    .contains("default-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
            assertThat(page.headers().firstValue("X-Frame-Options")).hasValue("DENY");
            assertThat(page.headers().firstValue("Referrer-Policy")).hasValue("same-origin");
            assertThat(page.body()).doesNotContain(" style=", "<style", "<script>", " onclick");
        }
    }

    @Test
    void lists_jobs_with_their_states_and_pages() {
        visitor.signIn("ada", Site.PASSWORD);

        String page = visitor.get("/ui/jobs?page=2").body();

        assertThat(page).contains("equity-desk-var", "Failed", "Blocked", "Page 2 of 3, 60 jobs", "?page=3", "?page=1");
        assertThat(page).contains("data-open=\"true\"", "datetime=\"2026-11-21T09:26:40Z\"");
        verify(desk).list(any(), eq(25), eq(25));
    }

    @Test
    void a_page_past_the_end_is_the_last_one() {
        visitor.signIn("ada", Site.PASSWORD);

        assertThat(visitor.get("/ui/jobs?page=99999999").body()).contains("Page 3 of 3");
        assertThat(visitor.get("/ui/jobs?page=-1").body()).contains("Page 1 of 3");
        assertThat(visitor.get("/ui/jobs?page=x").statusCode()).isEqualTo(400);
    }

    @Test
    void an_empty_list_says_how_to_submit() {
        visitor.signIn("ada", Site.PASSWORD);
        when(desk.list(any(), anyInt(), anyInt())).thenReturn(List.of());
        when(desk.count(any())).thenReturn(0L);

        assertThat(save("empty", visitor.get("/ui/jobs")).body()).contains("No jobs yet", "slipway submit FILE");
    }

    @Test
    void a_finished_job_shows_its_picture_figures_results_and_output() {
        visitor.signIn("ada", Site.PASSWORD);

        String page = save("done", visitor.get("/ui/jobs/" + Samples.DONE)).body();

        assertThat(page)
                .contains("<desc id=\"chart-desc\">", "Histogram of 10,000 scenarios", "VaR 95", "VaR 99", "ES 95");
        assertThat(page).contains("hold no usable number: 1.", "class=\"tail\"");
        assertThat(page)
                .contains("341,233.42", "335,870.10 &hellip; 347,120.90", "Value at risk, relative to the mean");
        assertThat(page)
                .contains("result?name=figures+%26+more", "title=\"" + Samples.HASH + "\"", "294.1 KiB", "5,000");
        assertThat(page).contains("Exit status", "24.3 s + 820 ms", "137.0 MiB", "data-open=\"false\"", "32.0 s");
        assertThat(page).contains("&lt;b&gt;done&lt;/b&gt;", "books &lt;i&gt;4 rows&lt;/i&gt;", "&lt;img src=x&gt;");
        assertThat(page).doesNotContain("<b>done", "<i>4", "<img src=x", "???");
    }

    @Test
    void a_hostile_name_is_text_wherever_it_stands() {
        visitor.signIn("ada", Site.PASSWORD);
        String escaped = "&lt;script&gt;alert(&#034;x&#034;)&lt;/script&gt; &amp; &#039;co&#039;";

        for (String path : List.of("/ui/jobs", "/ui/jobs/rows", "/ui/jobs/" + Samples.RUNNING)) {
            assertThat(visitor.get(path).body()).contains(escaped).doesNotContain("<script>alert");
        }
        assertThat(visitor.get("/ui/jobs/" + Samples.RUNNING).body()).contains("<title>" + escaped);
    }

    @Test
    void a_running_job_shows_how_far_it_is_and_can_be_cancelled() {
        visitor.signIn("ada", Site.PASSWORD);

        String page =
                save("running", visitor.get("/ui/jobs/" + Samples.RUNNING)).body();

        assertThat(page).contains("<progress max=\"10000\" value=\"6250\"", "62 %", "var_mean_99", "509,112.25");
        assertThat(page).contains("Yes, cancel this job", "data-open=\"true\"", "running open");
        assertThat(page).doesNotContain("chart-title");
    }

    @Test
    void a_failed_job_says_phase_thing_and_remedy() {
        visitor.signIn("ada", Site.PASSWORD);

        String page = save("failed", visitor.get("/ui/jobs/" + Samples.FAILED)).body();

        assertThat(page).contains("Failed while staging in", "step positions of job fff cannot run its statement");
        assertThat(page).contains("relation &#034;risk.positons&#034; does not exist", "&lt;b&gt;");
        assertThat(page).contains("Correct the statement; the database&#039;s own words stand in the detail.");
        assertThat(page).doesNotContain("Yes, cancel this job");
    }

    @Test
    void a_blocked_job_says_what_it_waits_for() {
        visitor.signIn("ada", Site.PASSWORD);

        assertThat(save("blocked", visitor.get("/ui/jobs/" + Samples.BLOCKED)).body())
                .contains("Blocked by an outage", "source risk does not answer", "Nothing to do");
    }

    @Test
    void a_job_of_somebody_else_is_answered_as_one_that_does_not_exist() {
        visitor.signIn("bob", Site.PASSWORD);

        HttpResponse<String> foreign = visitor.get("/ui/jobs/" + Samples.DONE);
        HttpResponse<String> malformed = visitor.get("/ui/jobs/nonsense");

        assertThat(save("problem", foreign).statusCode()).isEqualTo(404);
        assertThat(foreign.body()).contains("there is no such job", "Check the token with `slipway list`");
        assertThat(malformed.statusCode()).isEqualTo(404);
    }

    @Test
    void cancel_needs_the_forms_token() {
        visitor.signIn("ada", Site.PASSWORD);
        String path = "/ui/jobs/" + Samples.RUNNING;

        assertThat(visitor.post(path + "/cancel", Map.of()).statusCode()).isEqualTo(403);
        verify(desk, never()).cancel(any(), any());

        Map<String, String> form = Map.of("_csrf", Visitor.csrf(visitor.get(path)));
        assertThat(visitor.post(path + "/cancel", form).headers().firstValue("Location"))
                .hasValueSatisfying(to -> assertThat(to).endsWith(path));
        verify(desk).cancel(new Caller("ada", Set.of(Caller.Role.USER), "127.0.0.1"), Samples.RUNNING);
    }

    @Test
    void only_those_who_may_cancel_see_the_button() {
        visitor.signIn("olga", Site.PASSWORD);

        assertThat(visitor.get("/ui/jobs/" + Samples.RUNNING).body()).contains("Yes, cancel this job");
    }

    @Test
    void results_come_as_files_that_no_browser_opens_as_a_page() {
        visitor.signIn("ada", Site.PASSWORD);
        when(desk.results(any(), eq(Samples.DONE)))
                .thenReturn(List.of(new dev.slipway.desk.ResultEntry(
                        "a \"b\"/..", dev.slipway.request.ResultFile.Role.FILE, "out/pnl \"x\".csv", 5, Samples.HASH)));
        when(desk.openResult(any(), any(), eq("a \"b\"/.."))).thenAnswer(call -> stream("a\n=1\n"));

        HttpResponse<String> file = visitor.get("/ui/jobs/" + Samples.DONE + "/result?name=a+%22b%22%2F..");

        assertThat(file.body()).isEqualTo("a\n=1\n");
        assertThat(file.headers().firstValue("Content-Type")).hasValue("text/csv;charset=UTF-8");
        assertThat(file.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(file.headers().firstValue("Content-Disposition").orElseThrow())
                .startsWith("attachment; filename=");
        assertThat(visitor.get("/ui/jobs/" + Samples.DONE + "/result?name=none").statusCode())
                .isEqualTo(404);
    }

    @Test
    void output_comes_whole_as_plain_text() {
        visitor.signIn("ada", Site.PASSWORD);

        HttpResponse<String> output = visitor.get("/ui/jobs/" + Samples.DONE + "/stdout");

        assertThat(output.body()).isEqualTo(new String(OUTPUT, UTF_8));
        assertThat(output.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
    }

    @Test
    void an_unknown_error_shows_a_reference_and_nothing_of_its_cause() {
        visitor.signIn("ada", Site.PASSWORD);
        doThrow(new IllegalStateException("password=hunter2")).when(desk).list(any(), anyInt(), anyInt());

        HttpResponse<String> page = visitor.get("/ui/jobs");

        assertThat(page.statusCode()).isEqualTo(500);
        assertThat(page.body()).contains("Give the operator this reference").doesNotContain("hunter2", "IllegalState");
    }

    @Test
    void damaged_results_leave_the_rest_of_the_page_whole() {
        visitor.signIn("ada", Site.PASSWORD);
        when(desk.results(any(), eq(Samples.DONE)))
                .thenReturn(List.of(new dev.slipway.desk.ResultEntry(
                        "pnl", dev.slipway.request.ResultFile.Role.PNL_DISTRIBUTION, "pnl.csv", 9, "0".repeat(64))));
        when(desk.openResult(any(), any(), eq("pnl"))).thenAnswer(call -> stream("\u001f\u008bnot gzip"));

        assertThat(visitor.get("/ui/jobs/" + Samples.DONE).body())
                .contains("cannot be drawn", "Exit status", "pnl.csv");
    }

    @Test
    void a_page_itself_cannot_be_asked_for_past_its_controller() {
        visitor.signIn("ada", Site.PASSWORD);

        assertThat(visitor.get("/WEB-INF/jsp/jobs.jsp").statusCode()).isEqualTo(404);
    }

    @Test
    void assets_may_be_kept_for_good_because_their_path_names_their_content() {
        String page = visitor.get("/login").body();
        String style = page.replaceAll("(?s).*href=\"(/assets/[0-9a-f]{16}/slipway.css)\".*", "$1");

        HttpResponse<String> asset = visitor.get(style);

        assertThat(asset.statusCode()).isEqualTo(200);
        assertThat(asset.headers().firstValue("Cache-Control").orElseThrow()).contains("max-age=31536000", "immutable");
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    /** Leaves the page in target/pages with its assets beside it, to be looked at without the server. */
    private static HttpResponse<String> save(String name, HttpResponse<String> page) {
        Path folder = Path.of("target", "pages");
        try {
            Files.createDirectories(folder);
            for (String asset : List.of("slipway.css", "live.js", "logo.svg")) {
                Files.write(
                        folder.resolve(asset),
                        PagesTest.class
                                .getResourceAsStream("/dev/slipway/web/assets/" + asset)
                                .readAllBytes());
            }
            String html = page.body().replaceAll("/assets/[0-9a-f]{16}/", "").replace("data-open=\"true\"", "");
            Files.writeString(folder.resolve(name + ".html"), html);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return page;
    }
}
