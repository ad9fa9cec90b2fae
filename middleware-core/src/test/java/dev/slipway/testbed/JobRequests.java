package dev.slipway.testbed;

import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Job requests for tests. */
public final class JobRequests {
    private JobRequests() {}

    public static SqlExtract extract(String name, int group) {
        return new SqlExtract(
                new StepHead.In(name, group, new RunPath(name + ".csv"), CreationFlag.OVERWRITE, Compression.BGZF),
                "risk",
                "SELECT 1",
                Optional.of(new SqlExtract.ParameterRows(new RunPath("books.csv"), List.of("book_id"))));
    }

    public static SshFetch fetch(String name, int group) {
        return new SshFetch(
                new StepHead.In(name, group, new RunPath(name + ".csv"), CreationFlag.APPEND, Compression.NONE),
                "market-data",
                "/curves/usd.csv");
    }

    public static SqlStore store(String name, int group) {
        return new SqlStore(
                new StepHead.Out(name, group, new RunPath("pnl.csv"), false),
                "risk",
                "INSERT INTO pnl VALUES (?, ?)",
                List.of(new SqlStore.StoreParameter.Token(), new SqlStore.StoreParameter.Column("pnl")));
    }

    public static SshDeliver alwaysDeliver(String name, int group) {
        return new SshDeliver(
                new StepHead.Out(name, group, new RunPath("stdout.txt"), true), "archive", "/logs/" + name);
    }

    public static LaunchRequest launch(int processes) {
        return new LaunchRequest(
                MpiProgram.of("program", List.of("--in", "a b.csv"), Map.of("MODE", "fast"), processes),
                Optional.empty(),
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"),
                Optional.of(Duration.ofMinutes(5)),
                RunLimits.NONE);
    }

    /** Returns a request with two order groups of stage-in, a store, a delivery that always runs, and one result. */
    public static JobRequest whole() {
        return request(
                List.of(extract("books", 1), fetch("curve", 1), extract("positions", 4)),
                List.of(store("store-pnl", 1), alwaysDeliver("log", 2)));
    }

    /** Returns a request with one step of stage-in and one result. */
    public static JobRequest small() {
        return request(List.of(extract("books", 1)), List.of());
    }

    /** Returns the small request with another program. */
    public static JobRequest running(String program) {
        JobRequest small = small();
        return new JobRequest(
                small.name(),
                small.description(),
                small.submissionId(),
                new LaunchRequest(
                        MpiProgram.of(program, List.of(), Map.of(), 2),
                        Optional.empty(),
                        new RunPath("stdout.txt"),
                        new RunPath("stderr.txt"),
                        Optional.of(Duration.ofMinutes(5)),
                        RunLimits.NONE),
                small.stageIn(),
                small.stageOut(),
                small.results(),
                Map.of(),
                List.of());
    }

    public static JobRequest request(List<StagingStep> in, List<StagingStep> out) {
        return new JobRequest(
                "equity-desk-var",
                Optional.of("end of day"),
                Optional.empty(),
                launch(2),
                in,
                out,
                List.of(new ResultFile("pnl", new RunPath("pnl.csv"), ResultFile.Role.PNL_DISTRIBUTION)),
                Map.of(),
                List.of());
    }

    /** Returns the request with a snapshot: all its extracts from {@code source} read one state. */
    public static JobRequest sharing(JobRequest request, String source) {
        return new JobRequest(
                request.name(),
                request.description(),
                request.submissionId(),
                request.launch(),
                request.stageIn(),
                request.stageOut(),
                request.results(),
                request.contracts(),
                List.of(source));
    }

    public static JobRequest withSid(JobRequest request, String sid) {
        return new JobRequest(
                request.name(),
                request.description(),
                Optional.of(sid),
                request.launch(),
                request.stageIn(),
                request.stageOut(),
                request.results(),
                request.contracts(),
                List.of());
    }

    public static JobRequest with(JobRequest request, LaunchRequest launch) {
        return new JobRequest(
                request.name(),
                request.description(),
                request.submissionId(),
                launch,
                request.stageIn(),
                request.stageOut(),
                request.results(),
                request.contracts(),
                List.of());
    }
}
