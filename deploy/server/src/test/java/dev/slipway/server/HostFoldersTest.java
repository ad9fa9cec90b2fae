package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.problem.ProblemException;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostFoldersTest {
    private final List<StagingStep> moved = new ArrayList<>();
    private final HostFolders folders = new HostFolders(
            (step, context) -> {
                moved.add(step);
                return null;
            },
            Map.of("market-data", "/srv/files", "open", "/"));

    @Test
    void takes_a_documents_root_for_the_hosts_folder() throws Exception {
        folders.move(fetch("market-data", "/curves/usd.csv"), null);
        folders.move(deliver("market-data", "/out/pnl.csv"), null);

        assertThat(moved)
                .containsExactly(
                        fetch("market-data", "/srv/files/curves/usd.csv"),
                        deliver("market-data", "/srv/files/out/pnl.csv"));
    }

    @Test
    void leaves_the_paths_of_other_hosts_alone() throws Exception {
        folders.move(fetch("open", "/etc/curve.csv"), null);
        folders.move(fetch("unknown", "/curves/usd.csv"), null);

        assertThat(moved).containsExactly(fetch("open", "/etc/curve.csv"), fetch("unknown", "/curves/usd.csv"));
    }

    @Test
    void refuses_a_path_that_leads_upwards() {
        assertThatThrownBy(() -> folders.move(fetch("market-data", "/curves/../../etc/shadow"), null))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("leads upwards");
        assertThat(moved).isEmpty();
    }

    private static SshFetch fetch(String host, String path) {
        return new SshFetch("curve", 1, host, path, new RunPath("curve.csv"), CreationFlag.OVERWRITE, Compression.NONE);
    }

    private static SshDeliver deliver(String host, String path) {
        return new SshDeliver("pnl", 1, host, path, new RunPath("pnl.csv"), false);
    }
}
