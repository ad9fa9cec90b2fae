package dev.slipway.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.request.Axes;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.Credential;
import dev.slipway.request.DataContract;
import dev.slipway.request.FilePattern;
import dev.slipway.request.FolderCopy;
import dev.slipway.request.HttpFetch;
import dev.slipway.request.InlineData;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.ServiceQuery;
import dev.slipway.request.SheetExtract;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.request.StepKinds;
import dev.slipway.request.UploadFetch;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests typed texts, the requests that follow from them, and that a form keeps all parts of a request. */
class JobFormTest {
    private static final RunPath FILE = new RunPath("a b.csv");
    private static final RunPath ROWS = new RunPath("rows.csv");
    private static final String HASH = "0".repeat(64);

    @Test
    void the_form_of_a_request_with_all_kinds_of_steps_comes_to_an_equal_one() {
        JobRequest request = everything();

        CheckedForm checked = JobForm.of(request).checked();

        assertThat(checked.problems()).isEmpty();
        assertThat(checked.request()).contains(request);
    }

    @Test
    void a_form_is_the_same_after_its_store() {
        JobForm form = JobForm.of(everything());

        assertThat(JobForm.ofJson(form.json())).isEqualTo(form);
    }

    @Test
    void every_kind_of_step_has_a_form() {
        Set<Class<?>> kinds = everything().steps().map(Object::getClass).collect(Collectors.toSet());

        assertThat(kinds).containsExactlyInAnyOrderElementsOf(StepKinds.byName().values());
        assertThat(JobForm.of(everything()).steps().stream().map(StepForm::kind))
                .containsAll(Arrays.asList(StepKind.values()));
    }

    @Test
    void every_value_of_a_form_is_a_field_of_it() {
        for (StepForm step : JobForm.of(everything()).steps()) {
            Set<String> fields = step.kind().fields().stream().map(Field::name).collect(Collectors.toSet());
            ContractFields.FIELDS.forEach(field -> fields.add(field.name()));
            assertThat(fields).as(step.kind().id()).containsAll(step.values().keySet());
        }
        assertThat(JobForm.FIELDS.stream().map(Field::name))
                .containsAll(JobForm.of(everything()).values().keySet());
    }

    @Test
    void nothing_typed_names_all_that_must_be_there() {
        JobForm form = JobForm.blank().withSteps(List.of(StepKind.SQL_EXTRACT.blank(1)));

        assertThat(form.checked().problems().stream().map(FormProblem::field))
                .containsExactlyInAnyOrder(
                        "name", "executable", "steps/0/name", "steps/0/source", "steps/0/statement", "steps/0/file");
        assertThat(form.checked().problems()).allSatisfy(problem -> {
            assertThat(problem.message()).isNotBlank();
            assertThat(problem.hint()).endsWith(".");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "processes, zero, the number of processes is not a whole number of at least 1: \"zero\"",
        "processes, 0, the number of processes is not a whole number of at least 1: \"0\"",
        "processes, 99999999999, the number of processes is not a whole number of at least 1: \"99999999999\"",
        "wallTime, soon, the time limit is not a span of time: \"soon\"",
        "wallTime, 0 s, the time limit is not a span of time: \"0 s\"",
        "stdout, ../../etc/passwd, the file for standard output is not a file inside the run folder:"
                + " \"../../etc/passwd\"",
        "environment, HOME, not a variable: \"HOME\"",
        "environment, =x, not a variable: \"=x\"",
        "environment, LD_PRELOAD=x, 'no job may set the variable LD_PRELOAD, which steers the loader,"
                + " the launch command or a shell, or is the run''s own'",
        "arguments, -mca, mpirun would take this argument for itself: \"-mca\""
    })
    void a_wrong_value_is_told_at_its_field(String field, String value, String message) {
        JobForm form = JobForm.blank().with("name", "var").with("executable", "var-mc");

        assertThat(form.with(field, value).checked().problems()).singleElement().satisfies(problem -> {
            assertThat(problem.field()).isEqualTo(field);
            assertThat(problem.message()).isEqualTo(message);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP_FETCH, path, ../x",
        "SSH_FETCH, remotePath, /a/../x",
        "SSH_DELIVER, remotePath, /..",
        "SHEET_EXTRACT, range, A1",
        "SSH_FETCH, match, /x",
        "SSH_FETCH, user, ada",
        "FOLDER_COPY, path, /x",
        "HTTP_FETCH, sha256, 00",
        "SERVICE_QUERY, columns, bid",
        "SERVICE_QUERY, body, {}",
        "SQL_EXTRACT, parameterColumns, book",
        "SQL_EXTRACT, contractColumns, number pnl",
        "SQL_EXTRACT, freshColumn, day",
        "SQL_EXTRACT, compression, zip",
        "INLINE_DATA, encoding, base64"
    })
    void a_wrong_value_of_a_step_is_told_with_a_remedy(StepKind kind, String field, String value) {
        StepForm form = new StepForm(kind, usual(kind, field, value));

        assertThat(form.problems()).isNotEmpty().allSatisfy(problem -> assertThat(problem.hint())
                .isNotBlank());
        assertThat(form.step()).isEmpty();
    }

    private static Map<String, String> usual(StepKind kind, String field, String value) {
        Map<String, String> values = new LinkedHashMap<>(Map.of("name", "step", "file", "x.csv", "data", "#"));
        values.putAll(Map.of("source", "risk", "host", "h", "site", "s", "folder", "f", "remotePath", "/x"));
        values.putAll(Map.of("path", "x", "statement", "SELECT 1", "workbook", "w.xlsx", "range", "A1:B2"));
        values.putAll(Map.of("columns", "a = b", "sha256", kind == StepKind.UPLOAD_FETCH ? HASH : ""));
        assertThat(new StepForm(kind, values).problems()).isEmpty();
        values.put(field, value);
        return values;
    }

    @Test
    void two_steps_of_one_name_are_told() {
        StepForm step = new StepForm(StepKind.INLINE_DATA, Map.of("name", "x", "file", "x.csv", "data", "1"));
        JobForm form = JobForm.blank()
                .with("name", "var")
                .with("executable", "var-mc")
                .withSteps(List.of(step, step.with("file", "y.csv")));

        assertThat(form.checked().problems()).singleElement().satisfies(problem -> assertThat(problem.message())
                .isEqualTo("stage-in step named twice: x"));
    }

    @Test
    void a_file_that_comes_too_late_and_one_that_comes_twice_are_told_at_their_steps() {
        StepForm books = new StepForm(StepKind.INLINE_DATA, Map.of("name", "books", "file", "books.csv", "data", "1"));
        StepForm late = new StepForm(
                StepKind.SQL_EXTRACT,
                Map.of("name", "x", "file", "x.csv", "source", "r", "statement", "?", "parameterFile", "books.csv"));
        JobForm form = JobForm.blank().with("name", "var").with("executable", "var-mc");

        assertThat(form.withSteps(List.of(books, late)).checked().problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.field()).isEqualTo("steps/1/parameterFile"));
        assertThat(form.withSteps(List.of(books, late.with("orderGroup", "2")))
                        .checked()
                        .problems())
                .isEmpty();
        assertThat(form.withSteps(List.of(books, late.with("orderGroup", "2").with("file", "books.csv")))
                        .checked()
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .isEqualTo("this step brings \"books.csv\", which it reads itself"));
        assertThat(form.withSteps(List.of(books, books.with("name", "again")))
                        .checked()
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.field()).isEqualTo("steps/1/file"));
    }

    @Test
    void a_file_where_another_step_needs_a_folder_is_told_at_its_step() {
        StepForm file = new StepForm(StepKind.INLINE_DATA, Map.of("name", "one", "file", "in", "data", "1"));
        StepForm below = file.with("name", "two").with("file", "in/a/b.csv").with("orderGroup", "2");
        JobForm form = JobForm.blank().with("name", "var").with("executable", "var-mc");

        assertThat(form.withSteps(List.of(file, below)).checked().problems())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.field()).isEqualTo("steps/1/file");
                    assertThat(problem.message())
                            .isEqualTo(
                                    "step \"two\" brings \"in/a/b.csv\", and step \"one\" brings the file \"in\", which"
                                            + " cannot be a folder too");
                });
    }

    @Test
    void a_change_reaches_every_text() {
        JobForm form = JobForm.of(everything()).map(text -> text + "!");

        assertThat(form.value("name")).isEqualTo("every thing!");
        assertThat(form.steps().get(0).value("statement")).endsWith("!");
        assertThat(form.results().get(0).get("file")).endsWith("!");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"job\":{},\"steps\":[{\"kind\":\"none\",\"values\":{}}],\"results\":[]}"})
    void what_is_no_form_is_refused(String json) {
        assertThatThrownBy(() -> JobForm.ofJson(json)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"600, 10 min", "5400, 1 h 30 min", "1, 1 s", "90061, 1 d 1 h 1 min 1 s", "86400, 1 d"})
    void spans_read_as_people_write_them(long seconds, String text) {
        assertThat(Span.write(Duration.ofSeconds(seconds))).isEqualTo(text);
        assertThat(Span.read(text)).contains(Duration.ofSeconds(seconds));
    }

    private static JobRequest everything() {
        LaunchRequest launch = new LaunchRequest(
                MpiProgram.of(
                        "var-mc",
                        List.of("--a", "", " b ", "two\nlines", "[1]", "[\"x\"]", "\"", "=", "\t"),
                        orderly("A", "1", "B", "", "C", "x=y\nz", "D", "[]"),
                        4),
                Optional.of("local"),
                new RunPath("stdout.txt"),
                new RunPath("out/stderr.txt"),
                Optional.of(Duration.ofSeconds(3661)),
                new RunLimits(Optional.of(4L << 30), Optional.of(8L << 30), Optional.of(100)),
                Optional.of(new RunPath("out/units")),
                ResourceDemand.NONE);
        return new JobRequest(
                "every thing",
                Optional.of("all\nkinds"),
                Optional.of("sid-1"),
                launch,
                stageIn(),
                stageOut(),
                List.of(
                        new ResultFile("pnl of all", new RunPath("x/pnl.csv"), ResultFile.Role.PNL_DISTRIBUTION),
                        new ResultFile(
                                "trace",
                                new RunPath("trace.csv"),
                                ResultFile.Role.SERIES,
                                new Axes("Scenarios", "VaR, EUR", Axes.Log.X, "Convergence")),
                        new ResultFile(
                                "by desk",
                                new RunPath("desks.csv"),
                                ResultFile.Role.BARS,
                                new Axes("", "Component VaR", Axes.Log.NONE, "")),
                        new ResultFile(
                                "slice",
                                new RunPath("slice.csv"),
                                ResultFile.Role.MAP,
                                new Axes("y", "x", Axes.Log.NONE, "Turbulence"))),
                contracts(),
                List.of("risk"));
    }

    private static Map<String, String> orderly(String... pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    private static List<StagingStep> stageIn() {
        CreationFlag flag = CreationFlag.DONT_OVERWRITE;
        SqlExtract.ParameterRows rows = new SqlExtract.ParameterRows(ROWS, List.of("book", "[\"a\"]", " x"));
        return List.of(
                new SqlExtract(
                        new StepHead.In("e", 9, FILE, flag, Compression.BGZF),
                        "risk",
                        "SELECT 1\n WHERE x = ?",
                        Optional.of(rows)),
                new SqlExtract(
                        new StepHead.In("plain", 2, file("p"), CreationFlag.APPEND, Compression.NONE),
                        "risk",
                        "SELECT 1",
                        Optional.empty()),
                new SshFetch(new StepHead.In("s", 7, file("s"), flag, Compression.NONE), "host", "/d")
                        .by(Optional.of(new Credential("ada", "eyJ.x.y.z.t"))),
                new SshFetch(
                        new StepHead.In("folder", 1, new RunPath("in")),
                        "host",
                        "/d",
                        Optional.empty(),
                        Optional.of(FilePattern.ALL),
                        true),
                new HttpFetch(
                        new StepHead.In("h", 1, ROWS, flag, Compression.NONE), "site", "a?b=c", Optional.of(HASH)),
                query(rows),
                new SheetExtract(
                        new StepHead.In("w", 2, file("w"), flag, Compression.NONE),
                        new RunPath("w.xlsx"),
                        Optional.of("S 1"),
                        "A1:D200"),
                new UploadFetch(new StepHead.In("u", 1, new RunPath("w.xlsx"), flag, Compression.NONE), HASH),
                new InlineData(
                        new StepHead.In("i", 1, file("i"), flag, Compression.NONE),
                        InlineData.Encoding.BASE64,
                        "AAECAw=="),
                new InlineData(
                        new StepHead.In("t", 1, file("t"), flag, Compression.NONE),
                        InlineData.Encoding.TEXT,
                        "a\n\n b\n"),
                new FolderCopy(new StepHead.In("c", 0, FILE, flag, Compression.NONE), "curves", "a/b.csv"));
    }

    private static ServiceQuery query(SqlExtract.ParameterRows rows) {
        ServiceQuery.Answer answer = new ServiceQuery.Answer(
                ServiceQuery.AnswerForm.XML,
                "/a/b",
                List.of(
                        new ServiceQuery.Column("bid = x", ServiceQuery.Origin.ANSWER, "quote/bid"),
                        new ServiceQuery.Column("book", ServiceQuery.Origin.PARAMETERS, "book")));
        return new ServiceQuery(
                new StepHead.In("q", 3, file("q"), CreationFlag.APPEND, Compression.BGZF),
                "site",
                "rates?x=?",
                Optional.of(new ServiceQuery.Body(ServiceQuery.Form.SOAP12, "<a>?</a>", Optional.of("urn:x"))),
                Optional.of(rows),
                answer);
    }

    private static RunPath file(String name) {
        return new RunPath(name + "/a b.csv");
    }

    private static List<StagingStep> stageOut() {
        List<SqlStore.StoreParameter> parameters = List.of(
                new SqlStore.StoreParameter.Token(),
                new SqlStore.StoreParameter.Column("{token}"),
                new SqlStore.StoreParameter.Column("[\"p\"]"),
                new SqlStore.StoreParameter.Column("pnl"));
        return List.of(
                new SqlStore(
                        new StepHead.Out("e", 1, FILE, true), "risk", "INSERT INTO t VALUES (?, ?, ?, ?)", parameters),
                new SshDeliver(new StepHead.Out("d", 2, FILE, true), "host", "/x y")
                        .by(Optional.of(new Credential("ada", "eyJ.x.y.z.t"))),
                new SshDeliver(
                        new StepHead.Out("all", 2, FILE, false),
                        "host",
                        "/x",
                        Optional.empty(),
                        Optional.of(new FilePattern("*.{csv,gz}")),
                        true));
    }

    private static Map<String, DataContract> contracts() {
        List<DataContract.Column> columns = List.of(
                new DataContract.Column("day of trade", DataContract.Type.DATE, false),
                new DataContract.Column("? x", DataContract.Type.DECIMAL, true));
        return Map.of(
                "e",
                new DataContract(
                        columns,
                        Optional.of(1L),
                        Optional.of(10L),
                        Optional.of(new DataContract.Freshness(Optional.of("day"), Duration.ofHours(36))),
                        Optional.of(HASH)),
                "h",
                new DataContract(
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(new DataContract.Freshness(Optional.empty(), Duration.ofDays(1))),
                        Optional.empty()));
    }
}
