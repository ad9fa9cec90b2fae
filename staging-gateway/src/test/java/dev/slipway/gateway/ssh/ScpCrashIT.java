package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.servers.SshServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests steps that move a file by scp. Each step is cut off at each of its kill points, and then runs again or is
 * settled.
 */
@Timeout(300)
class ScpCrashIT {
    @TempDir
    private static Path serverFolder;

    private static SshServer server;

    @TempDir
    private Path folder;

    private static final StagingStep FETCH =
            new SshFetch(new StepHead.In("fetch", 1, new RunPath("here/file")), "market-data", "/there/file");
    private static final StagingStep DELIVER = new SshDeliver(
            new StepHead.Out("deliver", 1, new RunPath("there/file"), false), "market-data", "/back/file");

    @BeforeAll
    static void start_the_server() {
        server = SshServer.startWithoutSftp(serverFolder);
    }

    @AfterAll
    static void stop_the_server() {
        server.close();
    }

    private CutOffs cutOffs() {
        return new CutOffs(server, folder, 1);
    }

    private Path filled(String name) throws IOException {
        byte[] data = new byte[300_000];
        new Random(1).nextBytes(data);
        Path there = Files.createDirectories(folder.resolve(name));
        Files.write(there.resolve("file"), data);
        return there;
    }

    @Test
    void a_fetch_is_whole_after_a_crash_at_any_moment() throws Exception {
        assertThat(cutOffs().everywhere(FETCH, filled("remote/there"), folder.resolve("run/here")))
                .hasSize(4);
    }

    @Test
    void a_delivery_is_whole_after_a_crash_at_any_moment() throws Exception {
        Files.createDirectories(folder.resolve("remote/back"));
        assertThat(cutOffs()
                        .everywhere(DELIVER, filled("run/there").resolve("file"), folder.resolve("remote/back/file")))
                .hasSize(4);
    }

    @Test
    void a_delivery_is_settled_after_a_crash_at_any_moment() throws Exception {
        Path back = Files.createDirectories(folder.resolve("remote/back")).resolve("file");
        Path from = filled("run/there").resolve("file");

        cutOffs().everywhere(DELIVER, back, (bed, ledger, moment) -> {
            boolean done = bed.settle(DELIVER, ledger).isPresent();
            assertThat(Files.exists(back)).as(moment).isEqualTo(done);
            assertThat(done).as(moment).isEqualTo(moment.isEmpty() || moment.endsWith("deliver: under its name"));
            if (done) {
                assertThat(back).hasSameBinaryContentAs(from);
            }
        });
    }
}
