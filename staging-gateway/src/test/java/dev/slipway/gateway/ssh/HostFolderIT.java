package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MarketData;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.FilePattern;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.servers.SshServer;
import dev.slipway.staging.StepLook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that no link on a host leads a document out of the host's folder, by SFTP and by scp. */
@Timeout(300)
class HostFolderIT {
    private static final String SECRET = "not for documents\n";

    @TempDir
    private static Path serverFolder;

    private static SshServer sftp;
    private static SshServer scp;

    @TempDir
    private Path folder;

    private Path shared;
    private Path outside;
    private GatewayTestBed bed;

    /** The protocol that moves files. */
    enum Kind {
        SFTP,
        SCP;

        SshServer server() {
            return this == SFTP ? sftp : scp;
        }
    }

    @BeforeAll
    static void start_the_servers() {
        sftp = SshServer.start(serverFolder.resolve("sftp"));
        scp = SshServer.startWithoutSftp(serverFolder.resolve("scp"));
    }

    @AfterAll
    static void stop_the_servers() {
        sftp.close();
        scp.close();
    }

    @BeforeEach
    void make_links() throws IOException {
        shared = Files.createDirectories(folder.resolve("host/shared"));
        // This path begins with the path of the shared folder.
        outside = Files.createDirectories(folder.resolve("host/shared-by-nobody"));
        Files.writeString(outside.resolve("secret"), SECRET);
        Files.createSymbolicLink(shared.resolve("lnk"), outside.resolve("secret"));
        Files.createSymbolicLink(shared.resolve("ln*k?"), Path.of("../shared-by-nobody/secret"));
        Files.createSymbolicLink(shared.resolve("again"), Path.of("lnk"));
        Files.createSymbolicLink(shared.resolve("lnkdir"), outside);
        Files.createSymbolicLink(shared.resolve("up"), Path.of(".."));
        Files.createDirectories(shared.resolve("deep/er"));
        Files.writeString(shared.resolve("deep/curve"), "1\n");
        Files.createSymbolicLink(shared.resolve("own"), Path.of("deep/curve"));
        Files.createSymbolicLink(shared.resolve("owndir"), shared.resolve("deep"));
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private void open(SshHost host) throws IOException {
        bed = GatewayTestBed.on(List.of(), List.of(host), folder, GatewayLimits.STANDARD);
        bed.write("out", "2\n");
    }

    private void open(Kind kind) throws IOException {
        open(MarketData.at(kind.server(), shared));
    }

    private static SshFetch fetch(String from) {
        return new SshFetch(new StepHead.In("fetch", 1, new RunPath("in")), "market-data", from);
    }

    private static SshFetch fetchAll(String from) {
        return new SshFetch(
                new StepHead.In("fetch all", 1, new RunPath("all")),
                "market-data",
                from,
                Optional.empty(),
                Optional.of(FilePattern.ALL),
                false);
    }

    private static SshDeliver deliver(String to) {
        return new SshDeliver(new StepHead.Out("deliver", 1, new RunPath("out"), false), "market-data", to);
    }

    private static SshDeliver deliverAll(String to) {
        return new SshDeliver(
                new StepHead.Out("deliver all", 1, new RunPath("results"), false),
                "market-data",
                to,
                Optional.empty(),
                Optional.of(FilePattern.ALL),
                false);
    }

    private static void isRefused(Problem problem, String path) {
        assertThat(problem.code()).as(path).isEqualTo(ProblemCode.REMOTE_FILE);
        assertThat(problem.message())
                .isEqualTo(
                        path + " on host market-data leads by a link out of the folder that documents may use there");
        assertThat(problem.detail()).contains("the operator has set it");
    }

    private void nothingLeaves() throws IOException {
        assertThat(outside.toFile().list()).containsExactly("secret");
        assertThat(outside.resolve("secret")).hasContent(SECRET);
        assertThat(outside.getParent().toFile().list()).containsExactlyInAnyOrder("shared", "shared-by-nobody");
    }

    @ParameterizedTest
    @EnumSource
    void a_link_out_of_the_folder_is_not_fetched(Kind kind) throws Exception {
        open(kind);
        for (String path : List.of("/lnk", "/ln*k?", "/again", "/lnkdir/secret", "/up/shared-by-nobody/secret")) {
            isRefused(bed.problemOf(fetch(path)), path);
        }
        // scp takes the slash away.
        assertThat(bed.problemOf(fetch("/lnk/")).code()).isEqualTo(ProblemCode.REMOTE_FILE);
        assertThat(bed.names()).containsExactly("out");
    }

    @ParameterizedTest
    @EnumSource
    void a_link_that_stays_in_the_folder_is_as_good_as_what_it_stands_for(Kind kind) throws Exception {
        // The folder is where a link of the operator's leads.
        Path linked = Files.createSymbolicLink(folder.resolve("linked"), shared);
        open(MarketData.at(kind.server(), linked));

        for (String path : List.of("/own", "/owndir/curve", "/up/shared/own", "/deep/curve")) {
            bed.move(fetch(path));
            assertThat(bed.text("in")).as(path).isEqualTo("1\n");
        }
        bed.move(deliver("/owndir/back"));
        assertThat(shared.resolve("deep/back")).hasContent("2\n");
        assertThat(bed.settle(deliver("/owndir/back"), new MemoryLedger())).isPresent();
        // The file takes the name of the link, and the link's target stays in place.
        bed.move(deliver("/lnk"));
        assertThat(shared.resolve("lnk")).isRegularFile().hasContent("2\n");
        nothingLeaves();
    }

    @ParameterizedTest
    @EnumSource
    void nothing_is_delivered_or_taken_away_through_a_link_out_of_the_folder(Kind kind) throws Exception {
        open(kind);
        MemoryLedger ledger = new MemoryLedger();
        Path theirs = Files.writeString(outside.resolve("back"), "2\n");

        for (String parent : List.of("/lnkdir", "/up")) {
            isRefused(bed.problemOf(deliver(parent + "/back")), parent);
            isRefused(problemOf(() -> bed.settle(deliver(parent + "/back"), ledger)), parent);
        }
        Files.createSymbolicLink(shared.resolve("back"), theirs);
        assertThat(bed.settle(deliver("/back"), ledger))
                .as("a file outside is nothing that was delivered")
                .isEmpty();

        assertThat(ledger.keys()).isEmpty();
        Files.delete(theirs);
        nothingLeaves();
    }

    @ParameterizedTest
    @EnumSource
    void a_path_upwards_is_refused_as_it_was_written(Kind kind) throws Exception {
        open(kind);
        Map<StagingStep, StepLook> looks = new ConcurrentHashMap<>();
        for (StagingStep step : List.of(fetch("/../o.csv"), deliver("/../o.csv"))) {
            String told = "the path /../o.csv on host market-data leads upwards";
            assertThat(bed.problemOf(step).message()).isEqualTo(told);
            bed.gateway.look(new Place.Host("market-data"), List.of(step), GatewayTestBed.OWNER, looks::put);
            assertThat(looks.get(step).problems()).extracting(Problem::message).containsExactly(told);
        }
        nothingLeaves();
    }

    private interface Effect {
        void run() throws InterruptedException;
    }

    private static Problem problemOf(Effect effect) throws InterruptedException {
        try {
            effect.run();
            throw new AssertionError("no problem");
        } catch (ProblemException e) {
            return e.problem();
        }
    }

    @Test
    void a_folder_is_held_by_the_same_limit() throws Exception {
        open(Kind.SFTP);
        Files.createDirectories(bed.runFolder.resolve("results/sub/sub"));
        Files.writeString(bed.runFolder.resolve("results/sub/sub/x"), "x");
        Files.createDirectory(shared.resolve("to"));
        Files.createSymbolicLink(shared.resolve("to/sub"), outside);

        isRefused(bed.problemOf(fetchAll("/lnkdir")), "/lnkdir");
        isRefused(bed.problemOf(deliverAll("/lnkdir")), "/lnkdir");
        isRefused(bed.problemOf(deliverAll("/lnkdir/new")), "/lnkdir");
        isRefused(bed.problemOf(deliverAll("/to")), "/to/sub");
        bed.move(fetchAll("/owndir"));
        bed.move(deliverAll("/owndir"));

        assertThat(bed.text("all/curve")).isEqualTo("1\n");
        assertThat(shared.resolve("deep/sub/sub/x")).hasContent("x");
        nothingLeaves();
    }

    @Test
    void a_link_whose_name_looks_like_a_pattern_is_followed_before_it_is_believed() throws Exception {
        open(Kind.SFTP);
        Files.createSymbolicLink(shared.resolve("deep/s*"), outside.resolve("secret"));

        assertThat(bed.problemOf(fetchAll("/deep")).message()).contains("holds a link that leads out of it: s*");
    }

    @ParameterizedTest
    @EnumSource
    void a_plan_says_so_before_any_job_runs(Kind kind) throws Exception {
        open(kind);
        Map<StagingStep, StepLook> looks = new ConcurrentHashMap<>();
        Map<StagingStep, String> out = Map.of(
                fetch("/lnk"), "/lnk",
                fetch("/lnkdir/secret"), "/lnkdir/secret",
                deliver("/lnkdir/new"), "/lnkdir");
        List<StagingStep> in = List.of(fetch("/own"), deliver("/owndir/new"), deliver("/new"));

        bed.gateway.look(new Place.Host("market-data"), List.copyOf(out.keySet()), GatewayTestBed.OWNER, looks::put);
        bed.gateway.look(new Place.Host("market-data"), in, GatewayTestBed.OWNER, looks::put);

        out.forEach((step, path) -> isRefused(looks.get(step).problems().get(0), path));
        in.forEach(step -> assertThat(looks.get(step).problems()).isEmpty());
        assertThat(shared.resolve("new")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "//"})
    void where_the_folder_is_all_of_the_host_links_are_the_hosts_own(String root) throws Exception {
        for (Kind kind : Kind.values()) {
            SshHost at = MarketData.at(kind.server(), Path.of("/"));
            open(new SshHost(at.name(), at.host(), at.port(), at.user(), at.login(), at.knownHostsFile(), false, root));
            bed.move(fetch(shared.resolve("lnk").toString()));
            assertThat(bed.text("in")).isEqualTo(SECRET);
            bed.close();
        }
    }

    /** Simulates an old appliance: a POSIX shell and no program that resolves a link to a file. */
    @Test
    void what_a_host_cannot_tell_is_refused() throws Exception {
        Path programs = Files.createDirectory(folder.resolve("programs"));
        for (String name : List.of("sh", "scp", "rm", "mv", "df", "touch", "chmod", "sha256sum")) {
            Files.createSymbolicLink(programs.resolve(name), Path.of("/usr/bin/" + name));
        }
        try (SshServer old = SshServer.startWithoutSftp(folder.resolve("old"), "SetEnv PATH=" + programs)) {
            open(MarketData.at(old, shared));

            Problem problem = bed.problemOf(fetch("/own"));
            assertThat(problem.code()).isEqualTo(ProblemCode.REMOTE_FILE);
            assertThat(problem.message()).contains("does not tell whether /own leads out");
            bed.move(fetch("/owndir/curve"));
            assertThat(bed.text("in")).isEqualTo("1\n");
            isRefused(bed.problemOf(deliver("/lnkdir/x")), "/lnkdir");
            bed.move(deliver("/owndir/back"));
            assertThat(shared.resolve("deep/back")).hasContent("2\n");
        }
    }
}
