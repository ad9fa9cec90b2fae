package dev.slipway.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.run.ClusterAccounts;
import dev.slipway.run.ClusterHosts;
import dev.slipway.run.ClusterSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MungeSocketTest {
    @TempDir
    Path folder;

    private Optional<String> warning(String conf, String munge) throws Exception {
        Path file = folder.resolve("slurm.conf");
        if (!conf.isEmpty()) {
            Files.writeString(file, "ClusterName=main\n" + conf + "\nSlurmUser=slurm\n");
        }
        return new MungeSocket(new ClusterSettings(
                        "main",
                        Optional.of(file),
                        Optional.empty(),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        Map.of(),
                        ClusterAccounts.none(),
                        new ClusterHosts(
                                "mpirun.mpich",
                                Optional.of(munge)
                                        .filter(given -> !given.isEmpty())
                                        .map(Path::of))))
                .warning();
    }

    @Test
    void warns_of_a_socket_that_slurm_does_not_use() throws Exception {
        assertThat(warning("authinfo = ttl=60,socket=/run/munge/own.socket  # ours", "/run/munge/munge.socket.2")
                        .orElseThrow())
                .contains("at /run/munge/munge.socket.2, and ", " has it at /run/munge/own.socket (AuthInfo)")
                .endsWith("Set slipway.clusters.main.munge to /run/munge/own.socket.");
        assertThat(warning("AuthInfo=socket=/run/munge/own.socket", "")).isPresent();
    }

    @Test
    void is_silent_about_the_same_socket_and_about_what_cannot_be_known() throws Exception {
        assertThat(warning("", "/run/munge/own.socket")).as("no file").isEmpty();
        assertThat(warning("AuthInfo=socket=/run/munge/own.socket", "/run/munge/own.socket"))
                .isEmpty();
        assertThat(warning("# AuthInfo=socket=/run/munge/other", "/run/munge/own.socket"))
                .isEmpty();
        Files.writeString(folder.resolve("socket"), "");
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("socket"));
        assertThat(warning(
                        "AuthInfo=socket=" + folder.resolve("link"),
                        folder.resolve("socket").toString()))
                .as("a link to it")
                .isEmpty();
    }
}
