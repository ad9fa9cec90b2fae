package dev.slipway.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.server.cluster.LoginNode;
import dev.slipway.server.cluster.SlurmByRest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings of clusters, of their partitions, of their login nodes and of their slurmrestd. */
class ClusterSettingsTest {
    private static final String CLUSTER = "slipway.clusters.main.";

    @TempDir
    Path folder;

    private GivenSettings given;

    @BeforeEach
    void give_what_has_no_default() throws IOException {
        given = new GivenSettings(folder);
        Files.createFile(folder.resolve("key"));
        Files.createFile(folder.resolve("known"));
    }

    @Test
    void takes_a_cluster_with_its_queue_and_its_accounts() {
        assertThat(given.findings(cluster(Map.of()))).isEmpty();
    }

    @Test
    void refuses_each_bad_value_of_a_cluster_with_its_key_and_a_remedy() {
        Map<String, String> bad = Map.ofEntries(
                Map.entry("slipway.clusters.main.slurm-conf", "/nonexistent/slurm.conf"),
                Map.entry("slipway.clusters.main.commands", "/nonexistent"),
                Map.entry("slipway.clusters.main.interval", "50ms"),
                Map.entry("slipway.clusters.main.timeout", "0s"),
                Map.entry("slipway.clusters.main.mpich", ""),
                Map.entry("slipway.clusters.main.munge", "munge.socket"),
                Map.entry("slipway.partitions.big.cluster", "other"),
                Map.entry("slipway.partitions.big.users-programs", "true"),
                Map.entry("slipway.partitions.big.queue", "a,b"));

        bad.forEach((key, value) -> assertThat(given.findings(cluster(Map.of(key, value))))
                .as(key)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.key()).isEqualTo(key);
                    assertThat(finding.remedy()).endsWith(".");
                }));
        assertThat(given.findings(
                        Map.of("slipway.partitions.local.slots", "1", "slipway.partitions.local.queue", "batch")))
                .extracting(InvalidSettings.Finding::key)
                .containsExactly("slipway.partitions.local.queue");
    }

    @Test
    void nobody_runs_as_root_on_a_cluster_and_nobody_as_two_users() {
        String key = "slipway.clusters.main.accounts";
        for (Map<String, String> bad : List.of(
                Map.of(key + "[0].user", "root"),
                Map.of(key + "[0].user", "--uid=0"),
                Map.of(key + "[0].name", ""),
                Map.of(key + "[0].charge[0]", "a b"),
                Map.of(key + "[1].name", "alice", key + "[1].user", "al"))) {
            assertThat(given.findings(cluster(bad)))
                    .as(bad.toString())
                    .extracting(InvalidSettings.Finding::key)
                    .containsExactly(key);
        }
    }

    private static Map<String, String> cluster(Map<String, String> changed) {
        Map<String, String> all = new HashMap<>(Map.of(
                "slipway.partitions.big.cluster", "main",
                "slipway.partitions.big.queue", "batch",
                "slipway.clusters.main.accounts[0].name", "alice",
                "slipway.clusters.main.accounts[0].user", "alice.b",
                "slipway.clusters.main.accounts[0].charge[0]", "risk"));
        all.putAll(changed);
        return all;
    }

    /** Returns a cluster with a login node, on which alone the files of Slurm lie. */
    private Map<String, String> loginNode(Map<String, String> changed) {
        Map<String, String> all = cluster(Map.of(
                CLUSTER + "slurm-conf", "/only/there/slurm.conf",
                CLUSTER + "commands", "/only/there/bin",
                CLUSTER + "host.address", "login1",
                CLUSTER + "host.user", "slipway",
                CLUSTER + "host.identity-file", folder.resolve("key").toString(),
                CLUSTER + "host.known-hosts-file", folder.resolve("known").toString()));
        all.putAll(changed);
        return all;
    }

    @Test
    void takes_a_login_node_and_files_of_slurm_that_exist_there_alone() {
        assertThat(given.findings(loginNode(Map.of()))).isEmpty();

        assertThat(given.with(loginNode(Map.of())).clusters().get("main").host().node())
                .isEqualTo(new LoginNode.Address(
                        "login1", 22, "slipway", folder.resolve("key"), Optional.empty(), folder.resolve("known")));
    }

    @Test
    void takes_a_scratch_folder_that_exists_at_the_cluster_alone() {
        String key = CLUSTER + "host.scratch";
        assertThat(given.with(loginNode(Map.of())).clusters().get("main").host().scratchFolder())
                .isEmpty();
        assertThat(given.with(loginNode(Map.of(key, "/only/there")))
                        .clusters()
                        .get("main")
                        .host()
                        .scratchFolder())
                .contains(Path.of("/only/there"));
        assertThat(given.findings(cluster(Map.of(key, "/only/there"))))
                .extracting(InvalidSettings.Finding::key)
                .contains(CLUSTER + "host.address");
    }

    @Test
    void refuses_each_bad_value_of_a_login_node_with_its_key_and_a_remedy() {
        for (List<String> bad : List.of(
                List.of("host.address", ""),
                List.of("host.port", "0"),
                List.of("host.user", ""),
                List.of("host.user", "root"),
                List.of("host.user", "alice.b"),
                List.of("host.identity-file", "/nonexistent/key"),
                List.of("host.passphrase-file", "/nonexistent/passphrase"),
                List.of("host.known-hosts-file", ""),
                List.of("host.scratch", "scratch"),
                List.of("slurm-conf", "slurm.conf"),
                List.of("commands", "bin"))) {
            assertThat(given.findings(loginNode(Map.of(CLUSTER + bad.get(0), bad.get(1)))))
                    .as(bad.toString())
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.key()).isEqualTo(CLUSTER + bad.get(0));
                        assertThat(finding.fault()).isNotBlank();
                        assertThat(finding.remedy()).endsWith(".");
                    });
        }
    }

    private Map<String, String> rest(Map<String, String> changed) {
        Map<String, String> all = cluster(Map.of(
                CLUSTER + "host.rest.address", "http://login1:6820",
                CLUSTER + "host.user", "slipway",
                CLUSTER + "host.rest.tokens", folder.toString()));
        all.putAll(changed);
        return all;
    }

    @Test
    void takes_a_slurmrestd_with_a_folder_of_tokens() {
        assertThat(given.findings(rest(Map.of()))).isEmpty();
        assertThat(given.findings(rest(Map.of(CLUSTER + "host.rest.address", "https://[::1]:6820"))))
                .isEmpty();

        assertThat(given.with(rest(Map.of())).clusters().get("main").host().place())
                .isEqualTo(new SlurmByRest.Place(URI.create("http://login1:6820"), "slipway", folder));
    }

    @Test
    void refuses_a_folder_of_tokens_that_others_can_get_at() throws IOException {
        for (String rights : List.of("rwxr-x---", "rwx--x---", "rwx---r--", "rwx-----x", "rwx-w----")) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(rights));

            assertThat(given.findings(rest(Map.of())))
                    .as(rights)
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.key()).isEqualTo(CLUSTER + "host.rest.tokens");
                        assertThat(finding.fault()).startsWith("others can get at the tokens in it (");
                        assertThat(finding.remedy()).contains("chmod 700");
                    });
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        assertThat(given.findings(rest(Map.of()))).isEmpty();
    }

    @Test
    void refuses_each_bad_value_of_a_slurmrestd_with_its_key_and_a_remedy() {
        for (List<String> bad : List.of(
                List.of("host.rest.address", ""),
                List.of("host.rest.address", "login1:6820"),
                List.of("host.rest.address", "ftp://login1"),
                List.of("host.rest.address", "http://login1:6820/slurm"),
                List.of("host.rest.address", "http://user@login1:6820"),
                List.of("host.rest.address", "http://login 1"),
                List.of("host.user", ""),
                List.of("host.user", "root"),
                List.of("host.rest.tokens", ""),
                List.of("host.rest.tokens", "/nonexistent/tokens"),
                List.of("host.address", "login1"),
                List.of("host.port", "2222"),
                List.of("host.identity-file", folder.resolve("key").toString()),
                List.of("host.passphrase-file", folder.resolve("key").toString()),
                List.of("host.known-hosts-file", folder.resolve("known").toString()),
                List.of("slurm-conf", "/etc/slurm/slurm.conf"),
                List.of("commands", "/usr/bin"))) {
            assertThat(given.findings(rest(Map.of(CLUSTER + bad.get(0), bad.get(1)))))
                    .as(bad.toString())
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.key()).isEqualTo(CLUSTER + bad.get(0));
                        assertThat(finding.fault()).isNotBlank();
                        assertThat(finding.remedy()).endsWith(".");
                    });
        }
    }
}
