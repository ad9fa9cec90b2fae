package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MarketData;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.FilePattern;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StepHead;
import dev.slipway.servers.SshServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that small files of a folder arrive as one stream. With any {@code tar} on the host, the files arrive or the
 * problem says why not.
 */
@Timeout(300)
class PackedFilesIT {
    private static final String LONG = "a name of far more than the hundred characters ".repeat(4) + ".csv";

    @TempDir
    private static Path programs;

    @TempDir
    private static Path serverFolder;

    private static SshServer server;

    @TempDir
    private Path folder;

    private GatewayTestBed bed;
    private final Map<String, String> files = new TreeMap<>();

    @BeforeAll
    static void start_the_server() {
        server = SshServer.start(serverFolder, "SetEnv PATH=" + programs + ":/usr/bin:/bin");
    }

    @AfterAll
    static void stop_the_server() {
        server.close();
    }

    @BeforeEach
    void open() throws IOException {
        Path remote = Files.createDirectories(folder.resolve("remote/curves"));
        for (String name : List.of("-C", "a'b \"c\" $(d).csv", LONG, "empty", "z\u00fcrich.csv", "below/x.csv")) {
            files.put(name, name.equals("empty") ? "" : (name + "\n").repeat(1 + files.size() * 100));
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = remote.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        Files.createLink(remote.resolve("second name"), remote.resolve("empty"));
        Files.createSymbolicLink(remote.resolve("link"), Path.of("below/x.csv"));
        files.put("second name", "");
        files.put("link", files.get("below/x.csv"));
        SshHost host = MarketData.at(server, folder.resolve("remote"));
        bed = GatewayTestBed.on(List.of(), List.of(host), folder, GatewayLimits.STANDARD);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    /** Sets the host's program {@code tar}. */
    private void tar(String script) throws IOException {
        Path program = programs.resolve("tar");
        Files.deleteIfExists(program);
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    private static SshFetch fetch() {
        return new SshFetch(
                new StepHead.In("fetch", 1, new RunPath("in/curves")),
                "market-data",
                "/curves",
                Optional.empty(),
                Optional.of(new FilePattern("**")),
                false);
    }

    private void requireAll() throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            assertThat(bed.text("in/curves/" + file.getKey())).isEqualTo(file.getValue());
        }
        try (var tree = Files.walk(bed.runFolder)) {
            assertThat(tree.filter(Files::isRegularFile)).hasSize(files.size());
        }
    }

    @Test
    void files_of_any_name_come_as_one_stream() throws Exception {
        tar("exec /usr/bin/tar \"$@\"");

        bed.move(fetch());

        requireAll();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exit 127",
                "exec cat",
                "exec yes",
                "/usr/bin/tar \"$@\" | head -c 3000",
                "/usr/bin/tar \"$@\" | sed 's/curves/proofs/g'",
                "tr '\\0' '\\n' | sort -r | tr '\\n' '\\0' | /usr/bin/tar \"$@\"",
                "exec /usr/bin/tar --sparse --create --file=- --directory=/ --absolute-names /dev/null /etc",
                "cat \"$0.head\" /dev/zero",
            })
    void what_the_host_packs_otherwise_is_fetched_by_itself(String script) throws Exception {
        tar(script);
        endlessName();

        bed.move(fetch());

        requireAll();
    }

    /** Writes a header that announces a name of 8 GB. */
    private static void endlessName() throws IOException {
        TarArchiveEntry header = new TarArchiveEntry("././@LongLink", TarConstants.LF_GNUTYPE_LONGNAME);
        header.setSize(8_000_000_000L);
        byte[] block = new byte[512];
        header.writeEntryHeader(block);
        try (OutputStream out = Files.newOutputStream(programs.resolve("tar.head"))) {
            out.write(block);
        }
    }

    /**
     * Files after the first wrong one do not come from the stream. The last file is correct, so all files before came
     * from the stream.
     */
    @Test
    void other_bytes_than_the_host_has_get_no_name_and_come_anew_at_the_next_try() throws Exception {
        tar("/usr/bin/tar \"$@\" | sed 's/rich.csv$/RICH.csv/'");

        Problem problem = bed.problemOf(fetch());

        assertThat(problem.code()).isEqualTo(ProblemCode.REMOTE_FILE);
        assertThat(problem.message()).contains("z\u00fcrich.csv that passed are not those on host");
        assertThat(bed.runFolder.resolve("in/curves")).doesNotExist();

        tar("exec /usr/bin/tar \"$@\"");
        bed.move(fetch());
        requireAll();
    }
}
