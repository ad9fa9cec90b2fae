package dev.slipway.faults;

import dev.slipway.desk.SweepSubmission;
import dev.slipway.digest.Sha256;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
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
import dev.slipway.request.UploadFetch;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Makes the jobs of the crash tests from words such as {@code sid=a in=full out=store,log results=rows exit=0
 * gate=/path}.
 */
record CrashJobs(Places places) {
    static final int ROWS = 2500;

    /** The number of jobs of a sweep. */
    static final int SWEEP = 2;

    /** A file that alice uploads. */
    static final byte[] UPLOAD = "book\n".repeat(40_000).getBytes(StandardCharsets.UTF_8);

    private static final String INSERT = "INSERT INTO %s (job, n, v) VALUES (?, ?, ?)";

    JobRequest request(String line) {
        Map<String, String> words = new TreeMap<>();
        for (String word : line.strip().split(" ")) {
            words.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
        }
        String sid = words.get("sid");
        if ("var".equals(words.get("kind"))) {
            return VarJob.request(sid);
        }
        if ("cluster".equals(words.get("kind"))) {
            return gated(sid, words.get("on"), words.get("gate"), onHost());
        }
        if ("list".equals(words.get("kind"))) {
            return gated(sid, VictimHosts.PARTITION, words.get("gate"), ResourceDemand.NONE);
        }
        return new JobRequest(
                sid,
                Optional.empty(),
                Optional.of(sid),
                launch(words),
                in(words.get("in")),
                list(words.getOrDefault("out", "")).stream()
                        .map(kind -> out(kind, sid))
                        .toList(),
                list(words.getOrDefault("results", "")).stream()
                        .map(name -> new ResultFile(name, new RunPath(name + ".csv"), ResultFile.Role.FILE))
                        .toList(),
                Map.of(),
                "snapshot".equals(words.get("in")) ? List.of("risk") : List.of());
    }

    /** Returns the demand for the host of a bed on which the faults act. */
    private static ResourceDemand onHost() {
        return ResourceDemand.NONE.choosing(new ClusterChoice(
                Optional.of("rack" + ClusterScene.JOBS_HOST), Optional.empty(), Optional.empty(), Optional.empty()));
    }

    /** Returns a job of two processes without staging, which ends when there is a file {@code gate}. */
    private JobRequest gated(String sid, String partition, String gate, ResourceDemand demand) {
        LaunchRequest launch = new LaunchRequest(
                        MpiProgram.of("clustered", List.of(places.text("runs"), gate), Map.of(), 2),
                        Optional.of(partition),
                        new RunPath("stdout.txt"),
                        new RunPath("stderr.txt"),
                        Optional.of(Duration.ofMinutes(5)),
                        RunLimits.NONE)
                .on(demand);
        return new JobRequest(
                sid, Optional.empty(), Optional.of(sid), launch, List.of(), List.of(), List.of(), Map.of(), List.of());
    }

    /** Returns a sweep of equal elements. */
    SweepSubmission sweep(String line) {
        String sid = line.replaceFirst(".*sid=(\\S+).*", "$1");
        List<JobRequest> elements = IntStream.rangeClosed(1, SWEEP)
                .mapToObj(n -> request(line.replace("sid=" + sid, "sid=" + sid + "." + n)))
                .toList();
        return new SweepSubmission(line.getBytes(StandardCharsets.UTF_8), Optional.of(sid), elements);
    }

    private static List<String> list(String words) {
        return Arrays.stream(words.split(",")).filter(word -> !word.isEmpty()).toList();
    }

    private LaunchRequest launch(Map<String, String> words) {
        return new LaunchRequest(
                MpiProgram.of(
                        words.getOrDefault("program", "kernel"),
                        List.of(
                                places.text("runs"),
                                words.getOrDefault("exit", "0"),
                                words.getOrDefault("gate", places.text("runs")),
                                Integer.toString(ROWS)),
                        Map.of(),
                        2),
                Optional.ofNullable(words.get("partition")),
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"),
                Optional.of(Duration.ofMinutes(5)),
                RunLimits.NONE,
                Optional.ofNullable(words.get("checkpoint")).map(RunPath::new),
                ResourceDemand.NONE);
    }

    private List<StagingStep> in(String kind) {
        return switch (kind) {
            case "full" -> List.of(books("risk", "SELECT book FROM book ORDER BY book"), curve(), positions("risk"));
            case "books" -> List.of(books("risk", "SELECT book FROM book ORDER BY book"));
            case "upload" ->
                List.of(new UploadFetch(new StepHead.In("upload", 1, new RunPath("books.csv")), Sha256.hex(UPLOAD)));
            case "sources" -> sources();
            case "gate" -> List.of(books("risk", "SELECT book FROM " + places.text("gate-in")));
            case "line" -> List.of(books("line", "SELECT book FROM book ORDER BY book"));
            case "driver" -> List.of(books("risk", "SELECT book FROM book ORDER BY book"), positions("ledger"));
            case "snapshot" ->
                List.of(
                        asOf("first", 1),
                        extract("books", 2, "SELECT book FROM " + places.text("gate-in")),
                        asOf("second", 3));
            case "bad" -> List.of(books("risk", "SELECT nothing FROM book"));
            default -> throw new IllegalArgumentException("no way in is called " + kind);
        };
    }

    /**
     * Returns steps that read a site, a service, a folder, a workbook and the request. Each has more bytes than are
     * moved at once.
     */
    private static List<StagingStep> sources() {
        String inline = "x".repeat(InlineData.MOST);
        return List.of(
                new HttpFetch(
                        new StepHead.In("site", 1, new RunPath("site.csv"), CreationFlag.OVERWRITE, Compression.BGZF),
                        "site",
                        "curve.csv",
                        Optional.empty()),
                new FolderCopy(new StepHead.In("folder", 1, new RunPath("curve.csv")), "shared", "curve.csv"),
                new InlineData(
                        new StepHead.In("inline", 1, new RunPath("inline.txt")), InlineData.Encoding.TEXT, inline),
                new FolderCopy(new StepHead.In("book", 1, new RunPath("book.xlsx")), "shared", "book.xlsx"),
                numbers(),
                new SheetExtract(
                        new StepHead.In("sheet", 2, new RunPath("sheet.csv")),
                        new RunPath("book.xlsx"),
                        Optional.empty(),
                        "A1:B30000"));
    }

    private static ServiceQuery numbers() {
        return new ServiceQuery(
                new StepHead.In("query", 1, new RunPath("numbers.csv")),
                "site",
                "numbers?30000",
                Optional.empty(),
                Optional.empty(),
                new ServiceQuery.Answer(
                        ServiceQuery.AnswerForm.JSON,
                        "",
                        List.of(new ServiceQuery.Column("n", ServiceQuery.Origin.ANSWER, "n"))));
    }

    private static SqlExtract books(String source, String statement) {
        return new SqlExtract(
                new StepHead.In("books", 1, new RunPath("books.csv")), source, statement, Optional.empty());
    }

    /** Returns an extract of the time of the snapshot; the kernel fails if another extract gives another time. */
    private static SqlExtract asOf(String name, int group) {
        return extract(name, group, "SELECT current_setting('slipway.as_of')::timestamptz AS at");
    }

    private static SqlExtract extract(String name, int group, String statement) {
        return new SqlExtract(
                new StepHead.In(name, group, new RunPath(name + ".csv"), CreationFlag.DONT_OVERWRITE, Compression.NONE),
                "risk",
                statement,
                Optional.empty());
    }

    private static SshFetch curve() {
        return new SshFetch(new StepHead.In("curve", 1, new RunPath("curve.csv")), "archive", "/curve.csv");
    }

    private static SqlExtract positions(String source) {
        return new SqlExtract(
                new StepHead.In(
                        "positions", 2, new RunPath("positions.csv.gz"), CreationFlag.OVERWRITE, Compression.BGZF),
                source,
                "SELECT book, id, note FROM position WHERE book = ? ORDER BY id",
                Optional.of(new SqlExtract.ParameterRows(new RunPath("books.csv"), List.of("book"))));
    }

    private StagingStep out(String kind, String sid) {
        return switch (kind) {
            case "store" -> store(kind, "risk", INSERT.formatted("sink"));
            case "gatestore" -> store(kind, "risk", INSERT.formatted(places.text("gate-out")));
            case "linestore" -> store(kind, "line", INSERT.formatted("sink"));
            case "driverstore" -> store(kind, "ledger", INSERT.formatted("sink"));
            case "badstore" -> store(kind, "risk", INSERT.formatted("missing_table"));
            case "deliver" -> deliver(kind, sid + "-report.csv", "report.csv", false);
            case "fardeliver" ->
                new SshDeliver(
                        new StepHead.Out(kind, 2, new RunPath("report.csv"), false), "far", "/" + sid + "-far.csv");
            case "log" -> deliver(kind, sid + "-stdout.txt", "stdout.txt", true);
            default -> throw new IllegalArgumentException("no way out is called " + kind);
        };
    }

    private static SqlStore store(String name, String source, String statement) {
        return new SqlStore(
                new StepHead.Out(name, 1, new RunPath("rows.csv"), false),
                source,
                statement,
                List.of(
                        new SqlStore.StoreParameter.Token(),
                        new SqlStore.StoreParameter.Column("n"),
                        new SqlStore.StoreParameter.Column("v")));
    }

    private static SshDeliver deliver(String name, String remote, String file, boolean always) {
        return new SshDeliver(new StepHead.Out(name, 2, new RunPath(file), always), "archive", "/" + remote);
    }
}
