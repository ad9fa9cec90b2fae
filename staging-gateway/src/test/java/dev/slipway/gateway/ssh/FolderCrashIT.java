package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.effect.Witness;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.FilePattern;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.servers.SshServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests steps that move folders. Each step is cut off at each kill point and runs again; no file is removed between the
 * two runs.
 */
@Timeout(300)
class FolderCrashIT {
    private static final int FILES = 6;

    @TempDir
    private static Path serverFolder;

    private static SshServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start_the_server() {
        server = SshServer.start(serverFolder);
    }

    @AfterAll
    static void stop_the_server() {
        server.close();
    }

    private CutOffs cutOffs() {
        return new CutOffs(server, folder, 2);
    }

    private static void fill(Path root) throws IOException {
        for (int i = 0; i < FILES; i++) {
            byte[] data = new byte[100_000 + i];
            Arrays.fill(data, (byte) i);
            Files.createDirectories(root.resolve("deep-" + i % 2));
            Files.write(root.resolve("deep-" + i % 2 + "/file-" + i), data);
        }
    }

    private static StagingStep fetch(CreationFlag creation) {
        return new SshFetch(
                new StepHead.In("fetch", 1, new RunPath("here"), creation, Compression.NONE),
                "market-data",
                "/there",
                Optional.empty(),
                Optional.of(FilePattern.ALL),
                false);
    }

    private static StagingStep deliver() {
        return new SshDeliver(
                new StepHead.Out("deliver", 1, new RunPath("there"), false),
                "market-data",
                "/back",
                Optional.empty(),
                Optional.of(FilePattern.ALL),
                false);
    }

    @Test
    void a_fetch_is_whole_after_a_crash_at_any_moment() throws Exception {
        fill(folder.resolve("remote/there"));
        assertThat(cutOffs()
                        .everywhere(
                                fetch(CreationFlag.OVERWRITE),
                                folder.resolve("remote/there"),
                                folder.resolve("run/here")))
                .hasSize(4);
    }

    @Test
    void a_delivery_is_whole_after_a_crash_at_any_moment() throws Exception {
        fill(folder.resolve("run/there"));
        assertThat(cutOffs().everywhere(deliver(), folder.resolve("run/there"), folder.resolve("remote/back")))
                .hasSize(4);
    }

    @Test
    void what_a_cut_off_fetch_has_named_goes_when_the_source_has_it_no_more() throws Exception {
        Path there = folder.resolve("remote/there");
        Path here = folder.resolve("run/here");
        fill(there);
        Files.createDirectories(here);
        Files.writeString(here.resolve("own"), "of another step");
        StagingStep step = fetch(CreationFlag.OVERWRITE);
        MemoryLedger ledger = new MemoryLedger();
        String named = cutOffs().at("", fetch(CreationFlag.OVERWRITE), new MemoryLedger()).stream()
                .filter(moment -> moment.contains("under its name"))
                .findFirst()
                .orElseThrow();
        CutOffs.clear(here.resolve("deep-0"));
        CutOffs.clear(here.resolve("deep-1"));

        new CutOffs(server, folder, 3).at(named, step, ledger);
        assertThat(here.resolve("deep-0").toFile().list()).hasSize(3);
        Files.delete(there.resolve("deep-0/file-0"));
        Files.delete(there.resolve("deep-0/file-2"));
        Files.writeString(here.resolve("deep-0/file-2"), "changed since");
        try (GatewayTestBed bed = cutOffs().bed()) {
            assertThat(CutOffs.move(bed, step, ledger, Witness.NONE).files()).hasSize(FILES - 2);
        }

        assertThat(here.resolve("deep-0/file-0")).doesNotExist();
        assertThat(here.resolve("deep-0/file-2")).hasContent("changed since");
        assertThat(here.resolve("own")).hasContent("of another step");
        Files.delete(here.resolve("deep-0/file-2"));
        Files.delete(here.resolve("own"));
        assertThat(CutOffs.hashes(here)).isEqualTo(CutOffs.hashes(there));
    }
}
