package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.FilePattern;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.servers.SshServer;
import dev.slipway.staging.StepLook;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the look of a plan opens the files of a folder. */
class FolderLookIT {
    @TempDir
    private Path folder;

    @Test
    void a_file_that_may_not_be_read_is_found_before_any_job_runs() throws Exception {
        try (SshServer server = SshServer.start(folder.resolve("sshd"));
                GatewayTestBed bed =
                        GatewayTestBed.on(List.of(), List.of(host(server)), folder, GatewayLimits.STANDARD)) {
            Map<StagingStep, StepLook> looks = new ConcurrentHashMap<>();
            // Not even root may read the first file.
            SshFetch closed = fetch("compact_memory");
            SshFetch open = fetch("swappiness");

            bed.gateway.look(new Place.Host("kernel"), List.of(closed, open), GatewayTestBed.OWNER, looks::put);

            assertThat(looks.get(closed).problems()).singleElement().satisfies(problem -> {
                assertThat(problem.code()).isEqualTo(ProblemCode.REMOTE_FILE);
                assertThat(problem.message()).contains("compact_memory");
            });
            assertThat(looks.get(open).problems()).isEmpty();
        }
    }

    private static SshHost host(SshServer server) {
        return new SshHost(
                "kernel",
                "127.0.0.1",
                server.port(),
                server.user(),
                new SshHost.Login.Key(server.clientKey(), Optional.empty()),
                server.knownHosts(),
                false,
                "/proc/sys");
    }

    private static SshFetch fetch(String file) {
        return new SshFetch(
                new StepHead.In(file, 1, new RunPath("in/" + file)),
                "kernel",
                "/vm",
                Optional.empty(),
                Optional.of(new FilePattern(file)),
                false);
    }
}
