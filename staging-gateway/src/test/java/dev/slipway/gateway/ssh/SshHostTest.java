package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.problem.ProblemException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SshHostTest {
    @Test
    void takes_a_documents_root_for_the_hosts_folder() {
        assertThat(host("/srv/files").path("/curves/usd.csv")).isEqualTo("/srv/files/curves/usd.csv");
        assertThat(host("/srv/files/").path("//curves/usd.csv")).isEqualTo("/srv/files/curves/usd.csv");
        assertThat(host("/").path("/etc/curve.csv")).isEqualTo("/etc/curve.csv");
    }

    @Test
    void refuses_a_path_that_leads_upwards() {
        assertThatThrownBy(() -> host("/srv/files").path("/curves/../../etc/shadow"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("leads upwards");
    }

    private static SshHost host(String folder) {
        return new SshHost(
                "market-data",
                "127.0.0.1",
                22,
                "slipway",
                new SshHost.Login.Key(Path.of("key"), Optional.empty()),
                Path.of("known_hosts"),
                false,
                folder);
    }
}
