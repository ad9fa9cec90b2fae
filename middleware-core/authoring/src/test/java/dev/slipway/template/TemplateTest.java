package dev.slipway.template;

import static dev.slipway.testbed.MiddlewareTestBed.ALICE;
import static dev.slipway.testbed.MiddlewareTestBed.AUDITOR;
import static dev.slipway.testbed.MiddlewareTestBed.BOB;
import static dev.slipway.testbed.MiddlewareTestBed.OPERATOR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.slipway.desk.Caller;
import dev.slipway.form.JobForm;
import dev.slipway.form.StepForm;
import dev.slipway.form.StepKind;
import dev.slipway.job.Job;
import dev.slipway.job.JobToken;
import dev.slipway.journal.ledger.OperationFilter;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.Program;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.StepHead;
import dev.slipway.servers.Await;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests templates on a real store: the rights of users, and the jobs that templates become. */
public class TemplateTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 1, 2);

    @TempDir
    Path folder;

    private MiddlewareTestBed bed;
    private TemplateDesk templates;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
        templates = desk(bed);
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    public static TemplateDesk desk(MiddlewareTestBed bed) {
        return new TemplateDesk(bed.dataSource, bed.desk(), TemplateTest::document, bed.clock);
    }

    private static byte[] document(JobRequest request) {
        return JobForm.of(request).json().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns a template with three blanks: the desk in one statement, the day in another, the scenarios among the
     * arguments.
     */
    public static TemplateText valueAtRisk() {
        return valueAtRisk(true, UnaryOperator.identity());
    }

    public static TemplateText valueAtRisk(boolean shared, UnaryOperator<String> change) {
        SqlExtract books = JobRequests.extract("books", 1);
        SqlExtract prices = JobRequests.extract("prices", 2);
        JobRequest request = JobRequests.with(
                JobRequests.request(
                        List.of(
                                new SqlExtract(
                                        new StepHead.In(
                                                "books", 1, books.file(), books.creation(), books.compression()),
                                        "risk",
                                        "SELECT id FROM book WHERE desk = 'DESK'",
                                        Optional.empty()),
                                new SqlExtract(
                                        new StepHead.In(
                                                "prices", 2, prices.file(), prices.creation(), prices.compression()),
                                        "risk",
                                        "SELECT close FROM price WHERE day <= date 'DAY'",
                                        Optional.empty())),
                        List.of()),
                launch(List.of("--scenarios", "COUNT")));
        JobForm form = JobForm.of(request)
                .map(text -> change.apply(
                        text.replace("DESK", "${desk}").replace("DAY", "${day}").replace("COUNT", "${scenarios}")));
        return new TemplateText("Desk VaR", "", shared, form, blanks());
    }

    private static LaunchRequest launch(List<String> arguments) {
        LaunchRequest usual = JobRequests.launch(2);
        Program program = usual.application().programs().get(0);
        return usual.running(MpiProgram.of(program.executable(), arguments, program.environment(), 2));
    }

    private static List<Blank> blanks() {
        return List.of(
                new Blank(
                        "desk", "Desk", "As the risk database calls it", Blank.Kind.TEXT, "", "", List.of(), "Equity"),
                new Blank("day", "Valuation day", "", Blank.Kind.DATE, "", "", List.of(), "today"),
                new Blank("scenarios", "Scenarios", "", Blank.Kind.NUMBER, "100", "1000000", List.of(), "10000"));
    }

    @Test
    void a_colleague_runs_it_with_their_own_name_and_the_job_says_with_which_values() throws Exception {
        Template made = templates.make(ALICE, valueAtRisk());

        JobToken token = templates.run(
                BOB, made.id(), 1, Map.of("desk", "Rates", "day", "yesterday", "scenarios", "500"), TODAY, "once");
        Job job = bed.job(token);

        assertThat(job.owner()).isEqualTo("bob");
        assertThat(job.request().description())
                .contains("end of day [template Desk VaR of alice, version 1: desk=Rates, day=2026-01-01,"
                        + " scenarios=500]");
        assertThat(job.request().launch().application().programs().get(0).arguments())
                .containsExactly("--scenarios", "500");
        assertThat(job.request().stageIn().stream().map(step -> ((SqlExtract) step).statement()))
                .containsExactly(
                        "SELECT id FROM book WHERE desk = 'Rates'",
                        "SELECT close FROM price WHERE day <= date '2026-01-01'");
        assertThat(templates.run(
                        BOB,
                        made.id(),
                        1,
                        Map.of("desk", "Rates", "day", "yesterday", "scenarios", "500"),
                        TODAY,
                        "once"))
                .as("sent twice")
                .isEqualTo(token);
    }

    @Test
    void what_is_not_given_is_what_stands_in_the_form_already() {
        Template made = templates.make(ALICE, valueAtRisk());

        JobRequest request = templates.filled(ALICE, made.id(), 1, Map.of(), TODAY, Optional.empty());

        assertThat(request.description().orElseThrow()).contains("desk=Equity, day=2026-01-02, scenarios=10000");
        assertThat(request.submissionId()).isEmpty();
    }

    @Test
    void all_wrong_values_are_told_at_once_and_nothing_is_submitted() {
        Template made = templates.make(ALICE, valueAtRisk());

        assertThatThrownBy(() -> templates.run(
                        BOB, made.id(), 1, Map.of("desk", "x' OR '1'='1", "day", "soon", "scenarios", "1"), TODAY, "s"))
                .isInstanceOfSatisfying(ProblemException.class, e -> {
                    assertThat(e.problem().code()).isEqualTo(ProblemCode.FORM_INVALID);
                    assertThat(e.problem().message()).contains("blank desk takes letters");
                    assertThat(e.problem().detail()).contains("blank day takes a day", "from 100 to 1000000");
                });
        refused(
                ProblemCode.FORM_INVALID,
                () -> templates.run(BOB, made.id(), 1, Map.of("colour", "red"), TODAY, "s"),
                "blank colour is not one of the template's: desk, day, scenarios");
        assertThat(bed.desk().count(OPERATOR)).isZero();
    }

    @Test
    void a_job_whose_texts_name_blanks_becomes_a_template_in_which_other_blanks_take_any_text() {
        JobForm form = valueAtRisk().form().with("submissionId", "once");
        List<Blank> described = blanks().subList(1, 3);

        TemplateText text = TemplateText.withBlanks(form, described).about("VaR", "for all", true);

        assertThat(text.form().value("submissionId")).isEmpty();
        assertThat(text.name() + text.description() + text.shared()).isEqualTo("VaRfor alltrue");
        assertThat(text.blanks())
                .extracting(Blank::name, Blank::kind)
                .containsExactly(
                        tuple("day", Blank.Kind.DATE),
                        tuple("scenarios", Blank.Kind.NUMBER),
                        tuple("desk", Blank.Kind.TEXT));
        assertThat(templates.make(ALICE, text).text().faults()).isEmpty();
    }

    @Test
    void blanks_and_texts_must_agree() {
        TemplateText text = valueAtRisk();
        refusedTemplate(
                new TemplateText("V", "", true, text.form(), text.blanks().subList(0, 2)),
                "the job says ${scenarios}, which is not in the list of blanks");
        refusedTemplate(
                new TemplateText("V", "", true, text.form().with("stdout", "out.txt"), with(Blank.text("extra", ""))),
                "blank extra stands nowhere in the job");
        refusedTemplate(
                new TemplateText("V", "", true, text.form(), with(blanks().get(0))), "blank desk is listed twice");
        refusedTemplate(
                new TemplateText("V", "", true, text.form().with("stdout", "${"), text.blanks()),
                "not a blank: \"${\"");
        refusedTemplate(new TemplateText(" ", "", true, text.form(), text.blanks()), "needs a name");
    }

    private static List<Blank> with(Blank more) {
        return Stream.concat(blanks().stream(), Stream.of(more)).toList();
    }

    @Test
    void a_text_in_a_statement_stands_in_quotes() {
        refusedTemplate(
                valueAtRisk(true, text -> text.replace("'${desk}'", "${desk}")),
                "blank desk is a text and stands outside of quotes in a statement: write '${desk}'");
    }

    @Test
    void a_long_description_is_looked_through_once() {
        String words = " [template ".repeat(90_000);
        JobForm form = valueAtRisk().form().with("description", words);
        assertTimeout(Await.PATIENCE, () -> TemplateText.of(form));
        assertThat(TemplateText.of(form.with("description", "Books [a] [template X of alice, version 1]"))
                        .form()
                        .value("description"))
                .isEqualTo("Books [a]");
    }

    @Test
    void a_jobs_own_login_stays_out_of_a_template() {
        StepForm step = new StepForm(
                StepKind.SSH_FETCH,
                Map.of("name", "x", "host", "h", "remotePath", "/x", "file", "x", "user", "eve", "sealed", "SECRET"));
        JobForm job = valueAtRisk().form().withSteps(List.of(step));

        TemplateText text = TemplateText.of(job);

        assertThat(TemplateText.hasLogins(job)).isTrue();
        assertThat(TemplateText.hasLogins(valueAtRisk().form())).isFalse();
        assertThat(text.form().json()).contains("remotePath").doesNotContain("SECRET", "eve");
    }

    @Test
    void another_version_than_was_looked_at_does_not_run() {
        Template made = templates.make(ALICE, valueAtRisk());
        templates.change(ALICE, made.id(), 1, valueAtRisk(true, text -> text.replace("book", "secret")));

        refused(ProblemCode.FORM_CHANGED, () -> run(BOB, made), "was changed meanwhile: it is version 2");
        assertThat(bed.desk().count(OPERATOR)).isZero();
    }

    @Test
    void all_of_one_users_templates_take_ten_megabytes_together() {
        TemplateText large = valueAtRisk(true, text -> text.equals("end of day") ? "x".repeat(900_000) : text);
        Template first = templates.make(ALICE, valueAtRisk());
        for (int i = 0; i < 11; i++) {
            templates.make(ALICE, large);
        }
        refused(ProblemCode.FORM_QUOTA, () -> templates.make(ALICE, large), "user alice has templates of more than");
        refused(ProblemCode.FORM_QUOTA, () -> templates.change(ALICE, first.id(), 1, large), "more than");
        templates.make(BOB, large);
        assertThat(templates.list(BOB).get(0).owner()).as("own ones first").isEqualTo("bob");
    }

    @Test
    void what_an_operator_does_to_somebodys_template_stands_in_the_ledger() {
        Template made = templates.make(ALICE, valueAtRisk());
        templates.change(ALICE, made.id(), 1, valueAtRisk());
        assertThat(ledger()).isEmpty();
        templates.change(OPERATOR, made.id(), 2, valueAtRisk());
        templates.remove(OPERATOR, made.id());

        String words = "template " + made.id() + " of alice: Desk VaR by " + OPERATOR.user();
        assertThat(ledger()).containsExactly("TEMPLATE_REMOVED " + words, "TEMPLATE_CHANGED " + words);
    }

    private List<String> ledger() {
        return ledger(bed);
    }

    /** Returns the entries about templates and schedules, newest first. */
    public static List<String> ledger(MiddlewareTestBed bed) {
        return bed.middleware.ledger().newest(OperationFilter.ALL, 0, 100).stream()
                .filter(row -> row.kind().startsWith("TEMPLATE") || row.kind().startsWith("SCHEDULE"))
                .map(row -> row.kind() + " " + row.text() + " by " + row.by())
                .toList();
    }

    private void refusedTemplate(TemplateText text, String words) {
        refused(ProblemCode.FORM_INVALID, () -> templates.make(ALICE, text), words);
        assertThat(templates.list(OPERATOR)).isEmpty();
    }

    @Test
    void what_is_not_shared_is_its_owners_and_the_operators() {
        Template own = templates.make(ALICE, valueAtRisk(false, UnaryOperator.identity()));

        assertThat(templates.list(BOB)).isEmpty();
        refused(ProblemCode.FORM_UNKNOWN, () -> templates.open(BOB, own.id()), "there is no such template");
        refused(ProblemCode.FORM_UNKNOWN, () -> templates.open(BOB, "none"), "there is no such template");
        refused(ProblemCode.FORM_UNKNOWN, () -> run(BOB, own), "there is no such template");
        refused(ProblemCode.FORM_UNKNOWN, () -> templates.remove(BOB, own.id()), "there is no such template");
        assertThat(templates.list(AUDITOR)).extracting(TemplateLine::id).containsExactly(own.id());
        assertThat(templates.open(OPERATOR, own.id())).isEqualTo(own);
    }

    @Test
    void what_is_shared_is_run_by_all_and_changed_by_its_owner() {
        Template shared = templates.make(ALICE, valueAtRisk());

        assertThat(templates.list(BOB))
                .containsExactly(new TemplateLine(shared.id(), "alice", "Desk VaR", "", true, 3, shared.changed()));
        refused(
                ProblemCode.NOT_AUTHORISED,
                () -> templates.change(BOB, shared.id(), 1, valueAtRisk()),
                "user bob may look at template Desk VaR only");
        refused(ProblemCode.NOT_AUTHORISED, () -> templates.remove(BOB, shared.id()), "only");
        refused(ProblemCode.NOT_AUTHORISED, () -> run(AUDITOR, shared), "user axel may not submit jobs");
        refused(
                ProblemCode.NOT_AUTHORISED,
                () -> templates.make(AUDITOR, valueAtRisk()),
                "user axel may not submit jobs");
        templates.remove(OPERATOR, shared.id());
        assertThat(templates.list(OPERATOR)).isEmpty();
    }

    private JobToken run(Caller caller, Template template) {
        return templates.run(caller, template.id(), 1, Map.of(), TODAY, "s");
    }

    @Test
    void a_change_that_another_one_came_before_is_refused() {
        Template made = templates.make(ALICE, valueAtRisk());
        Template second = templates.change(ALICE, made.id(), 1, valueAtRisk(false, UnaryOperator.identity()));

        assertThat(templates.open(ALICE, made.id())).isEqualTo(second);
        assertThat(second.version()).isEqualTo(2);
        refused(
                ProblemCode.FORM_CHANGED,
                () -> templates.change(OPERATOR, made.id(), 1, valueAtRisk()),
                "was changed after");
        assertThat(templates.open(ALICE, made.id())).isEqualTo(second);
    }

    @Test
    void one_user_keeps_so_many_and_no_more() {
        for (int i = 0; i < TemplateDesk.MOST_TEMPLATES; i++) {
            templates.make(ALICE, valueAtRisk());
        }
        refused(ProblemCode.FORM_QUOTA, () -> templates.make(ALICE, valueAtRisk()), "has 100 templates");
        templates.make(BOB, valueAtRisk());
    }

    @Test
    void an_old_job_becomes_a_template_that_makes_it_again() {
        Template first = templates.make(ALICE, valueAtRisk());
        JobToken old = templates.run(ALICE, first.id(), 1, Map.of(), TODAY, "one");
        JobRequest request = bed.job(old).request();
        LaunchRequest dollars = launch(List.of("--keep", "${HOME} $${x"));

        Template again = templates.make(ALICE, TemplateText.of(JobForm.of(JobRequests.with(request, dollars))));
        JobRequest filled = templates.filled(ALICE, again.id(), 1, Map.of(), TODAY, Optional.empty());

        assertThat(again.text().shared()).isFalse();
        assertThat(filled.launch()).isEqualTo(dollars);
        assertThat(filled.stageIn()).isEqualTo(request.stageIn());
        assertThat(filled.submissionId()).isEmpty();
        assertThat(filled.description()).contains("end of day [template equity-desk-var of alice, version 1]");
    }

    public static void refused(ProblemCode code, ThrowingCallable call, String words) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(code))
                .hasMessageContaining(words);
    }
}
