package dev.slipway.load;

import dev.slipway.desk.Submission;
import dev.slipway.desk.SweepSubmission;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Makes the jobs of the benchmarks, with documents of the size of the demo's. */
final class Requests {
    private static final int DOCUMENT_BYTES = 6000;

    private Requests() {}

    /** Returns a job with data to stage in. */
    static Submission waiting() {
        return submission("waiting", List.of(extract("SELECT 1 AS n")), List.of(), List.of());
    }

    /** Returns a job without data to stage in. */
    static Submission running() {
        return submission("running", List.of(), List.of(), List.of());
    }

    /**
     * Returns a job without data that runs {@code program}, and keeps the results of a valuation if the program is one.
     */
    static Submission lived(int number, String program) {
        JobRequest request = lived("value-at-risk-" + number % 100, program);
        return new Submission(document(), request);
    }

    /** Returns a sweep of this many such jobs. */
    static SweepSubmission sweep(int elements) {
        return new SweepSubmission(
                document(), Optional.empty(), Collections.nCopies(elements, lived("value-at-risk-by-book", "ends")));
    }

    /** Returns a sweep of this many jobs with data to stage in. */
    static SweepSubmission waitingSweep(int elements) {
        return new SweepSubmission(
                document(),
                Optional.empty(),
                Collections.nCopies(elements, waiting().request()));
    }

    private static JobRequest lived(String name, String program) {
        LaunchRequest launch = LaunchRequest.of(
                MpiProgram.of(program, List.of("--scenarios", "10000"), Map.of(), 2),
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"));
        List<ResultFile> results = program.equals(InstantWorld.VALUES)
                ? List.of(
                        new ResultFile("pnl", new RunPath("pnl.csv"), ResultFile.Role.PNL_DISTRIBUTION),
                        new ResultFile("figures", new RunPath("figures.csv"), ResultFile.Role.RISK_FIGURES))
                : List.of();
        return new JobRequest(
                name, Optional.empty(), Optional.empty(), launch, List.of(), List.of(), results, Map.of(), List.of());
    }

    private static byte[] document() {
        return "x".repeat(DOCUMENT_BYTES).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns a job that stages in by {@code rows} rows of {@code in} seconds each, runs, and stages as many rows out.
     */
    static Submission phased(int rows, double in, double run, double out) {
        String select = String.format(Locale.ROOT, "SELECT slow(g, %.5f) AS n FROM generate_series(1, %d) g", in, rows);
        String insert = String.format(Locale.ROOT, "INSERT INTO sink (n) VALUES (slow(?::int, %.5f))", out);
        SqlStore store = new SqlStore(
                new StepHead.Out("store", 1, new RunPath("rows.csv"), false),
                "bench",
                insert,
                List.of(new SqlStore.StoreParameter.Column("n")));
        return submission(
                "phased", List.of(extract(select)), List.of(store), List.of(String.format(Locale.ROOT, "%.5f", run)));
    }

    private static SqlExtract extract(String statement) {
        return new SqlExtract(
                new StepHead.In("extract", 1, new RunPath("rows.csv")), "bench", statement, Optional.empty());
    }

    private static Submission submission(
            String name, List<StagingStep> in, List<StagingStep> out, List<String> arguments) {
        LaunchRequest launch = new LaunchRequest(
                MpiProgram.of("wait", arguments, Map.of(), 1),
                Optional.empty(),
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"),
                Optional.of(Duration.ofMinutes(30)),
                RunLimits.NONE);
        JobRequest request = new JobRequest(
                name, Optional.empty(), Optional.empty(), launch, in, out, List.of(), Map.of(), List.of());
        return new Submission(document(), request);
    }
}
