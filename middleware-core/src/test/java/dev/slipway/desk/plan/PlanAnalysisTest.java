package dev.slipway.desk.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.dispatch.TransferRates;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.DataContract;
import dev.slipway.request.JobRequest;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.request.ServiceQuery;
import dev.slipway.request.ServiceQuery.Origin;
import dev.slipway.request.SheetExtract;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SqlStore.StoreParameter;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.staging.StagingPlan;
import dev.slipway.staging.StepLook;
import dev.slipway.testbed.JobRequests;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PlanAnalysisTest {
    private static final SqlExtract BOOKS = extract("books", 1, "books.csv", Optional.empty());
    private static final SqlExtract POSITIONS = extract("positions", 2, "positions.csv", rows("books.csv", "book_id"));
    private static final SshFetch CURVE =
            new SshFetch(new StepHead.In("curve", 1, new RunPath("usd.csv")), "market-data", "/usd.csv");

    private static SqlExtract extract(String name, int group, String file, Optional<ParameterRows> rows) {
        return new SqlExtract(new StepHead.In(name, group, new RunPath(file)), "risk", "SELECT", rows);
    }

    private static Optional<ParameterRows> rows(String file, String column) {
        return Optional.of(new ParameterRows(new RunPath(file), List.of(column)));
    }

    private static StepLook query(long bytes, long rows, String... columns) {
        return new StepLook(
                List.of(),
                List.of(),
                Optional.of(new StepLook.Size(bytes, OptionalLong.of(rows), false, "the planner")),
                OptionalLong.empty(),
                Optional.of(new StepLook.Statement(List.of(), List.of(columns))));
    }

    private static StepLook file(long bytes) {
        return StepLook.of(new StepLook.Size(bytes, OptionalLong.empty(), true, "the file"));
    }

    private static PlanAnalysis analysis(JobRequest request, Map<StagingStep, StepLook> looks) {
        return new PlanAnalysis(request, looks, new PlanAnalysis.Past() {
            @Override
            public Optional<Long> bytes(StagingStep step) {
                return Optional.empty();
            }

            @Override
            public Optional<TransferRates.TransferTime> transferTime(Place place, boolean in, long bytes) {
                return Optional.empty();
            }
        });
    }

    private static List<ProblemCode> codes(JobPlan.Step step) {
        return step.problems().stream().map(Problem::code).toList();
    }

    @Test
    void a_query_with_parameter_rows_is_multiplied_by_them_and_says_whose_file_it_needs() {
        JobRequest request = JobRequests.request(List.of(BOOKS, POSITIONS), List.of());

        JobPlan.Step positions = analysis(
                        request, Map.of(BOOKS, query(300, 30, "book_id"), POSITIONS, query(1000, 10, "position_id")))
                .steps()
                .get(1);

        assertThat(positions.rows()).hasValue(300);
        assertThat(positions.bytes()).hasValue(30_000);
        assertThat(positions.basis()).contains("for each of about 30 parameter rows");
        assertThat(positions.notes()).contains("needs books.csv of step books, which is not there yet");
        assertThat(positions.problems()).isEmpty();
    }

    @Test
    void a_column_that_an_earlier_query_will_not_have_is_found_before_it_runs() {
        JobRequest request = JobRequests.request(List.of(BOOKS, POSITIONS), List.of());

        List<JobPlan.Step> steps = analysis(
                        request, Map.of(BOOKS, query(300, 30, "id", "name"), POSITIONS, query(1000, 10)))
                .steps();

        assertThat(codes(steps.get(1))).containsExactly(ProblemCode.PARAMETER_INVALID);
        assertThat(steps.get(1).problems().get(0).detail()).isEqualTo("columns: id, name");

        assertThat(analysis(
                                request,
                                Map.of(BOOKS, query(300, 30, "book_id", "name", "book_id"), POSITIONS, query(9, 1)))
                        .steps()
                        .get(1)
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .isEqualTo("step positions names column book_id, and books.csv of step books will have more"
                                + " than one of that name"));
    }

    @Test
    void parameters_without_names_need_as_many_columns() {
        ParameterRows unnamed = new ParameterRows(new RunPath("books.csv"), List.of());
        SqlExtract two = extract("two", 2, "two.csv", Optional.of(unnamed));
        SqlStore store = new SqlStore(
                new StepHead.Out("store", 1, new RunPath("books.csv"), false), "risk", "INSERT", List.of());
        JobRequest request = JobRequests.request(List.of(BOOKS, two), List.of(store));
        StepLook taking = new StepLook(
                List.of(),
                List.of(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.of(new StepLook.Statement(List.of("int4", "text"), List.of())));

        List<JobPlan.Step> few = analysis(request, Map.of(BOOKS, query(300, 30, "id"), two, taking, store, taking))
                .steps();
        assertThat(few.get(1).problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(ProblemCode.PARAMETER_INVALID);
            assertThat(problem.message())
                    .isEqualTo("step two has 2 parameters, and books.csv of step books will have one column");
        });
        assertThat(codes(few.get(2))).containsExactly(ProblemCode.PARAMETER_INVALID);

        assertThat(analysis(request, Map.of(BOOKS, query(300, 30, "a", "b", "c"), two, taking, store, taking))
                        .steps())
                .allSatisfy(step -> assertThat(step.problems()).isEmpty());
    }

    private static SqlExtract more(int group) {
        return new SqlExtract(
                new StepHead.In(
                        "more " + group, group, new RunPath("books.csv"), CreationFlag.APPEND, Compression.NONE),
                "risk",
                "SELECT",
                Optional.empty());
    }

    @Test
    void rows_are_not_appended_to_a_file_of_another_header() {
        JobRequest request = JobRequests.request(List.of(BOOKS, more(2), more(3)), List.of());
        StepLook ids = query(300, 30, "id");

        List<JobPlan.Step> steps = analysis(request, Map.of(BOOKS, ids, more(2), query(100, 10, "qty")))
                .steps();
        assertThat(steps.get(1).problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(ProblemCode.FILE_EXISTS);
            assertThat(problem.message())
                    .isEqualTo("step more 2 cannot append to books.csv of step books: the header lines differ");
            assertThat(problem.detail()).contains("[id]", "[qty]");
        });

        assertThat(analysis(request, Map.of(BOOKS, ids, more(2), ids)).steps())
                .allSatisfy(step -> assertThat(step.problems()).isEmpty());
        // A step between them without a known header does not change the header of the file.
        assertThat(codes(analysis(request, Map.of(BOOKS, ids, more(3), query(100, 10, "qty")))
                        .steps()
                        .get(2)))
                .containsExactly(ProblemCode.FILE_EXISTS);
    }

    @Test
    void a_file_that_no_earlier_group_writes_is_missing() {
        SqlExtract same = extract("books", 2, "books.csv", Optional.empty());
        JobRequest request = JobRequests.request(List.of(same, POSITIONS), List.of());

        assertThat(codes(analysis(request, Map.of()).steps().get(1))).containsExactly(ProblemCode.FILE_MISSING);
    }

    @Test
    void a_service_s_parameters_and_a_sheet_s_workbook_are_looked_for_too() {
        ServiceQuery prices = prices(new ServiceQuery.Column("book", Origin.PARAMETERS, "name"));
        SheetExtract limits = new SheetExtract(
                new StepHead.In("limits", 2, new RunPath("limits.csv")),
                new RunPath("limits.xlsx"),
                Optional.empty(),
                "A1:B9");
        JobRequest request = JobRequests.request(List.of(BOOKS, prices, limits), List.of());

        List<JobPlan.Step> steps =
                analysis(request, Map.of(BOOKS, query(300, 30, "book_id"))).steps();

        assertThat(steps.get(1).notes()).contains("needs books.csv of step books, which is not there yet");
        assertThat(steps.get(1).problems()).singleElement().satisfies(problem -> assertThat(problem.message())
                .contains("names column name, and books.csv of step books will not have it"));
        assertThat(codes(steps.get(2))).containsExactly(ProblemCode.FILE_MISSING);
        assertThat(steps.get(2).problems().get(0).message()).contains("limits.xlsx");
    }

    private static ServiceQuery prices(ServiceQuery.Column column) {
        return new ServiceQuery(
                new StepHead.In("prices", 2, new RunPath("prices.csv")),
                "rates",
                "/v1/prices?book=?",
                Optional.empty(),
                rows("books.csv", "book_id"),
                new ServiceQuery.Answer(ServiceQuery.AnswerForm.JSON, "/prices", List.of(column)));
    }

    @Test
    void a_query_without_a_column_of_its_contract_is_told_before_it_runs() {
        DataContract contract = new DataContract(
                List.of(new DataContract.Column("absent", DataContract.Type.TEXT, true)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        JobRequest request = JobRequests.request(List.of(BOOKS), List.of()).under(Map.of("books", contract));

        assertThat(codes(analysis(request, Map.of(BOOKS, query(300, 30, "book_id")))
                        .steps()
                        .get(0)))
                .containsExactly(ProblemCode.CONTRACT_BROKEN);
    }

    @Test
    void two_steps_of_a_group_that_write_one_file_are_told() {
        SqlExtract again = extract("again", 1, "books.csv", Optional.empty());
        JobRequest request = JobRequests.request(List.of(BOOKS, again), List.of());

        assertThat(codes(analysis(request, Map.of()).steps().get(1))).containsExactly(ProblemCode.FILE_EXISTS);
    }

    @Test
    void what_goes_out_is_a_step_s_file_or_the_program_s() {
        SqlStore store = new SqlStore(
                new StepHead.Out("store", 1, new RunPath("books.csv"), false),
                "risk",
                "INSERT",
                List.of(new StoreParameter.Column("absent")));
        SshDeliver log = new SshDeliver(new StepHead.Out("log", 1, new RunPath("stdout.txt"), true), "archive", "/log");
        JobRequest request = JobRequests.request(List.of(BOOKS), List.of(store, log));

        List<JobPlan.Step> steps =
                analysis(request, Map.of(BOOKS, query(300, 30, "book_id"))).steps();

        assertThat(steps.get(1).notes()).contains("sends books.csv of step books");
        assertThat(steps.get(1).rows()).hasValue(30);
        assertThat(codes(steps.get(1))).containsExactly(ProblemCode.PARAMETER_INVALID);
        assertThat(steps.get(2).notes()).contains("sends stdout.txt, which the program is to write");
        assertThat(steps.get(2).bytes()).isEmpty();
    }

    @Test
    void a_file_that_does_not_fit_where_it_goes_is_told() {
        SshDeliver copy =
                new SshDeliver(new StepHead.Out("copy", 1, new RunPath("usd.csv"), false), "archive", "/usd.csv");
        StepLook little = new StepLook(List.of(), List.of(), Optional.empty(), OptionalLong.of(999), Optional.empty());
        JobRequest request = JobRequests.request(List.of(CURVE), List.of(copy));

        PlanAnalysis analysis = analysis(request, Map.of(CURVE, file(1000), copy, little));

        assertThat(codes(analysis.steps().get(1))).containsExactly(ProblemCode.STORAGE_FULL);
        assertThat(analysis.certainBytes()).isEqualTo(1000);
    }

    @Test
    void times_are_guessed_where_nothing_was_moved_and_summed_over_groups() {
        JobRequest request = JobRequests.request(List.of(BOOKS, CURVE, POSITIONS), List.of());
        List<JobPlan.Step> steps = analysis(
                        request,
                        Map.of(
                                BOOKS,
                                query(1000, 1, "book_id"),
                                CURVE,
                                file(200_000_000),
                                POSITIONS,
                                query(40_000_000, 10)))
                .steps();

        assertThat(steps.get(1).time().orElseThrow().left()).contains(Duration.ofSeconds(11));
        assertThat(steps.get(1).time().orElseThrow().words()).startsWith("about 11 s, from a guess of 20 MB/s");
        assertThat(StagingTime.of(StagingPlan.of(request.stageIn()), steps, 4).left())
                .contains(Duration.ofSeconds(11 + 3));
    }

    @Test
    void an_unknown_time_makes_the_sum_unknown() {
        JobRequest request = JobRequests.request(List.of(BOOKS, CURVE), List.of());
        List<JobPlan.Step> steps = analysis(request, Map.of(CURVE, file(1000))).steps();

        assertThat(StagingTime.of(StagingPlan.of(request.stageIn()), steps, 4).left())
                .isEmpty();
    }
}
