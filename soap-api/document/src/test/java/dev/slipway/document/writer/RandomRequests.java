package dev.slipway.document.writer;

import dev.slipway.request.Axes;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.Compression;
import dev.slipway.request.CountRange;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.Credential;
import dev.slipway.request.DataContract;
import dev.slipway.request.FilePattern;
import dev.slipway.request.FolderCopy;
import dev.slipway.request.HttpFetch;
import dev.slipway.request.InlineData;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.LaunchWords;
import dev.slipway.request.MpiFlavour;
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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Makes random requests that a document can hold: names without white space around them, texts of any XML characters.
 */
final class RandomRequests {
    private RandomRequests() {}

    /** Makes texts that XML 1.0 can hold, blank or not. */
    static Arbitrary<String> text() {
        Arbitrary<Character> plain = Arbitraries.chars().range(' ', '~');
        Arbitrary<Character> odd =
                Arbitraries.of('\n', '\r', '\t', '<', '>', '&', '"', '\'', ']', '\u00e9', '\u2028', '\ufffd');
        return Arbitraries.frequencyOf(net.jqwik.api.Tuple.of(4, plain), net.jqwik.api.Tuple.of(1, odd))
                .list()
                .ofMaxSize(40)
                .map(characters -> {
                    StringBuilder text = new StringBuilder();
                    characters.forEach(text::append);
                    return text.toString();
                });
    }

    static Arbitrary<String> statement() {
        return text().filter(text -> !text.isBlank());
    }

    static Arbitrary<String> name() {
        return text().map(String::strip).filter(text -> !text.isEmpty());
    }

    static Arbitrary<String> word() {
        return Arbitraries.strings().withChars("abcXYZ09_.-").ofMinLength(1).ofMaxLength(12);
    }

    static Arbitrary<RunPath> path() {
        return Combinators.combine(word(), word())
                .as((folder, file) -> folder + "/" + file)
                .filter(RunPath::isAllowed)
                .map(RunPath::new);
    }

    /** Makes texts that mpirun does not take for its own options. */
    static Arbitrary<String> argument() {
        return text().filter(one -> !LaunchWords.takenByLaunch(one));
    }

    static Arbitrary<LaunchRequest> launch() {
        return Combinators.combine(
                        name(),
                        argument().list().ofMaxSize(5),
                        Arbitraries.maps(word().map(word -> "V" + word), text()).ofMaxSize(3),
                        word().optional(),
                        Arbitraries.integers().between(1, 4096),
                        path(),
                        path(),
                        Arbitraries.integers()
                                .between(1, 1_000_000)
                                .map(Duration::ofSeconds)
                                .optional())
                .as((program, arguments, variables, partition, processes, out, err, time) -> new LaunchRequest(
                        MpiProgram.of(program, arguments, variables, processes),
                        partition,
                        out,
                        err,
                        time,
                        RunLimits.NONE))
                .flatMap(launch -> limits().map(launch::within))
                .flatMap(launch -> Arbitraries.frequencyOf(
                        net.jqwik.api.Tuple.of(1, Arbitraries.just(launch)),
                        net.jqwik.api.Tuple.of(2, demand(launch.processes()).map(launch::on)),
                        net.jqwik.api.Tuple.of(1, StreamRequests.application().map(launch::running))));
    }

    /** Makes the demands of an MPI program whose processes can stand on the hosts. */
    private static Arbitrary<ResourceDemand> demand(int processes) {
        Arbitrary<Integer> count = Arbitraries.integers().between(1, processes);
        Arbitrary<CountRange> hosts = Combinators.combine(
                        count, Arbitraries.integers().between(processes, 10_000).optional())
                .as(CountRange::new);
        Arbitrary<String> name = name().filter(ClusterChoice::isName);
        Arbitrary<ClusterChoice> choice = Combinators.combine(
                        name.optional(), name.optional(), name.optional(), name.optional())
                .as(ClusterChoice::new);
        return Combinators.combine(
                        hosts.optional(),
                        count.optional(),
                        Arbitraries.integers().between(1, 1000).optional(),
                        Arbitraries.integers().between(1, 1000).optional(),
                        Arbitraries.longs().between(1, 1L << 52).optional(),
                        Arbitraries.of(true, false),
                        choice,
                        Arbitraries.of(MpiFlavour.values()))
                .as(ResourceDemand::new);
    }

    static Arbitrary<RunLimits> limits() {
        return Combinators.combine(
                        Arbitraries.longs().between(1, 1L << 52).optional(),
                        Arbitraries.longs().between(1, 1L << 52).optional(),
                        Arbitraries.integers().between(1, Integer.MAX_VALUE).optional())
                .as(RunLimits::new);
    }

    /** Makes the steps of a job. Each step writes a file of its own and takes parameters from the step before. */
    static Arbitrary<List<StagingStep>> stageIn() {
        return Combinators.combine(
                        Combinators.combine(name(), statement(), word().list().ofMaxSize(3))
                                .as(Draft::new)
                                .list()
                                .ofMaxSize(4),
                        Arbitraries.of(CreationFlag.values()),
                        Arbitraries.of(Compression.values()),
                        Arbitraries.integers().between(0, 100),
                        Arbitraries.of(First.values()))
                .as(RandomRequests::chain);
    }

    private static Optional<Credential> login(int number) {
        String sealed = "eyJhbGciOiJSU0EtT0FFUC0yNTYifQ." + "k".repeat(342) + "." + "n".repeat(16) + "."
                + "c".repeat(60) + "." + "t".repeat(22);
        return number % 2 == 0 ? Optional.of(new Credential("user-" + number, sealed)) : Optional.empty();
    }

    private static Optional<FilePattern> pattern(int number, CreationFlag flag, Compression compression) {
        boolean oneFile = number % 4 != 0 || flag == CreationFlag.APPEND || compression != Compression.NONE;
        return oneFile ? Optional.empty() : Optional.of(new FilePattern("\u00e9 {a,b}-" + number + "/*.[cC]sv"));
    }

    private record Draft(String source, String statement, List<String> columns) {}

    private static List<StagingStep> chain(
            List<Draft> drafts, CreationFlag flag, Compression compression, int firstGroup, First first) {
        List<StagingStep> steps = new ArrayList<>();
        for (int i = 0; i < drafts.size(); i++) {
            Draft draft = drafts.get(i);
            int group = firstGroup + 3 * i;
            Optional<SqlExtract.ParameterRows> rows = i == 0
                    ? Optional.empty()
                    : Optional.of(new SqlExtract.ParameterRows(steps.get(i - 1).file(), draft.columns()));
            RunPath file = new RunPath("in/" + i);
            boolean other = i == (first == First.SHEET ? 1 : 0) && first != First.EXTRACT || first == First.QUERY;
            steps.add(
                    !other
                            ? new SqlExtract(
                                    new StepHead.In("in " + i, group, file, flag, compression),
                                    draft.source(),
                                    draft.statement(),
                                    rows)
                            : switch (first) {
                                case SHEET -> sheet(steps.get(0).file(), draft, group, file, flag, compression);
                                case QUERY -> query(draft, group, rows, file, flag, compression);
                                default -> first(first, draft, group, file, flag, compression);
                            });
        }
        return steps;
    }

    /** The source of the first file. */
    private enum First {
        EXTRACT,
        SSH,
        SITE,
        FOLDER,
        TEXT,
        BASE64,
        SHEET,
        QUERY
    }

    private static StagingStep query(
            Draft draft,
            int group,
            Optional<SqlExtract.ParameterRows> rows,
            RunPath file,
            CreationFlag flag,
            Compression compression) {
        boolean xml = group % 2 == 0;
        ServiceQuery.Form form = ServiceQuery.Form.values()[group % ServiceQuery.Form.values().length];
        Optional<String> action = form.isSoap() ? Optional.of("urn:q#" + group) : Optional.empty();
        List<ServiceQuery.Column> columns = new ArrayList<>(List.of(
                new ServiceQuery.Column("a b", ServiceQuery.Origin.ANSWER, "quote/@bid"),
                new ServiceQuery.Column("same", ServiceQuery.Origin.ANSWER, "same")));
        rows.ifPresent(given -> columns.add(new ServiceQuery.Column("p", ServiceQuery.Origin.PARAMETERS, "x y")));
        return new ServiceQuery(
                new StepHead.In("query " + group, group, file, flag, compression),
                draft.source(),
                rows.isPresent() ? "find?a=%20&b=?" : "find",
                group % 3 == 0 ? Optional.empty() : Optional.of(new ServiceQuery.Body(form, draft.statement(), action)),
                rows,
                new ServiceQuery.Answer(
                        xml ? ServiceQuery.AnswerForm.XML : ServiceQuery.AnswerForm.JSON, xml ? "/a/b" : "", columns));
    }

    private static StagingStep sheet(
            RunPath workbook, Draft draft, int group, RunPath file, CreationFlag flag, Compression compression) {
        Optional<String> sheet = group % 2 == 0 ? Optional.of(draft.source()) : Optional.empty();
        return new SheetExtract(
                new StepHead.In("sheet", group, file, flag, compression), workbook, sheet, "B2:XFD1048576");
    }

    private static StagingStep first(
            First kind, Draft draft, int group, RunPath file, CreationFlag flag, Compression compression) {
        Optional<String> sha256 = group % 2 == 0 ? Optional.of("0f".repeat(32)) : Optional.empty();
        String base64 = Base64.getEncoder().encodeToString(draft.statement().getBytes(StandardCharsets.UTF_8));
        return switch (kind) {
            case SITE ->
                new HttpFetch(
                        new StepHead.In("get", group, file, flag, compression),
                        draft.source(),
                        "/a%20b/x?y=z&w=1",
                        sha256);
            case FOLDER ->
                new FolderCopy(new StepHead.In("copy", group, file, flag, compression), draft.source(), "a b/%/x?#");
            case TEXT ->
                new InlineData(
                        new StepHead.In("text", group, file, flag, compression),
                        InlineData.Encoding.TEXT,
                        draft.statement());
            case BASE64 ->
                new InlineData(
                        new StepHead.In("bytes", group, file, flag, compression), InlineData.Encoding.BASE64, base64);
            case EXTRACT, SSH, SHEET, QUERY ->
                new SshFetch(
                        new StepHead.In("fetch", group, file, flag, compression),
                        "host_1",
                        "/a b/%/?#",
                        login(group),
                        pattern(group, flag, compression),
                        group % 3 == 0);
        };
    }

    static Arbitrary<List<StagingStep>> stageOut() {
        Arbitrary<SqlStore.StoreParameter> parameter = Arbitraries.oneOf(
                name().map(SqlStore.StoreParameter.Column::new),
                Arbitraries.create(SqlStore.StoreParameter.Token::new));
        Arbitrary<StagingStep> store = Combinators.combine(
                        name(), statement(), parameter.list().ofMaxSize(4), path(), Arbitraries.of(true, false))
                .as((source, statement, parameters, file, always) ->
                        new SqlStore(new StepHead.Out("store", 2, file, always), source, statement, parameters));
        Arbitrary<StagingStep> deliver = Combinators.combine(word(), path(), Arbitraries.of(true, false))
                .as((host, file, always) -> new SshDeliver(
                        new StepHead.Out("deliver", 1, file, always),
                        host,
                        "/out/\u00e9 " + host,
                        login(host.length()),
                        pattern(host.length(), CreationFlag.OVERWRITE, Compression.NONE),
                        host.length() % 3 == 0));
        return Combinators.combine(store, deliver, Arbitraries.integers().between(0, 2))
                .as((one, two, count) -> List.of(one, two).subList(0, count));
    }

    static Arbitrary<JobRequest> requests() {
        Arbitrary<List<ResultFile>> results = result().list().ofMaxSize(3).uniqueElements(ResultFile::name);
        return Combinators.combine(
                        name(), name().optional(), name().optional(), launch(), stageIn(), stageOut(), results)
                .as((name, description, sid, launch, in, out, kept) ->
                        new JobRequest(name, description, sid, launch, in, out, kept, Map.of(), List.of()))
                .flatMap(RandomRequests::underContracts)
                .flatMap(RandomRequests::withSnapshots);
    }

    private static Arbitrary<ResultFile> result() {
        return Combinators.combine(name(), path(), Arbitraries.of(ResultFile.Role.values()), axes())
                .as((name, file, role, axes) -> new ResultFile(
                        name,
                        file,
                        role,
                        !role.hasAxes()
                                ? Axes.NONE
                                : new Axes(
                                        axes.x(), axes.y(), role.hasLog() ? axes.log() : Axes.Log.NONE, axes.panel())));
    }

    private static Arbitrary<Axes> axes() {
        Arbitrary<String> title = text().map(String::strip).filter(Axes::isTitle);
        return Combinators.combine(title, title, Arbitraries.of(Axes.Log.values()), title)
                .as(Axes::new);
    }

    /** Adds a snapshot of each database to the request, or none. */
    private static Arbitrary<JobRequest> withSnapshots(JobRequest request) {
        List<String> sources = request.stageIn().stream()
                .filter(SqlExtract.class::isInstance)
                .map(StagingStep::placeName)
                .distinct()
                .toList();
        return Arbitraries.of(sources, List.<String>of())
                .map(wanted -> new JobRequest(
                        request.name(),
                        request.description(),
                        request.submissionId(),
                        request.launch(),
                        request.stageIn(),
                        request.stageOut(),
                        request.results(),
                        request.contracts(),
                        wanted));
    }

    /** Adds a contract for the first step to the request, or none. */
    private static Arbitrary<JobRequest> underContracts(JobRequest request) {
        if (request.stageIn().isEmpty() || request.stageIn().get(0).isFolder()) {
            return Arbitraries.just(request);
        }
        StagingStep first = request.stageIn().get(0);
        Arbitrary<DataContract.Column> column = Combinators.combine(
                        name(), Arbitraries.of(DataContract.Type.values()), Arbitraries.of(true, false))
                .as(DataContract.Column::new);
        Arbitrary<Long> rows = Arbitraries.longs().between(0, 1_000_000);
        Arbitrary<Optional<String>> timed = first instanceof SshFetch ? word().optional() : word().map(Optional::of);
        Arbitrary<DataContract.Freshness> fresh = Combinators.combine(
                        timed, Arbitraries.integers().between(1, 1_000_000))
                .as((name, seconds) -> new DataContract.Freshness(name, Duration.ofSeconds(seconds)));
        return Combinators.combine(
                        column.list().ofMinSize(1).ofMaxSize(3).uniqueElements(DataContract.Column::name),
                        rows.optional(),
                        rows.map(more -> more + 1_000_000).optional(),
                        fresh.optional(),
                        Arbitraries.of("a".repeat(64), "0123456789abcdef".repeat(4))
                                .optional())
                .as(DataContract::new)
                .optional()
                .map(contract -> request.under(
                        contract.map(one -> Map.of(first.name(), one)).orElse(Map.of())));
    }
}
