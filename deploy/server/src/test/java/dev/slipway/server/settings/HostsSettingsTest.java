package dev.slipway.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.run.HostList;
import dev.slipway.run.PartitionKind;
import dev.slipway.run.RunHost;
import dev.slipway.run.ServiceIdentity;
import java.io.IOException;
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

/** The settings of partitions with a list of hosts. */
class HostsSettingsTest {
    private static final String HOSTS = "slipway.partitions.lab.hosts.";
    private static final String KEY =
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHZl0gIgLbXmRfpC0Ftu9tS9lRzKUbTH7M0vmS3s8E1W";
    private static final String USER = ServiceIdentity.isRoot() ? "root" : "slipway";

    @TempDir
    Path folder;

    private GivenSettings given;

    @BeforeEach
    void give_what_has_no_default() throws IOException {
        given = new GivenSettings(folder);
        Files.createFile(
                folder.resolve("key"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(folder.resolve("known"), "node1 " + KEY + "\nnode2 " + KEY + "\n[node3]:2222 " + KEY + "\n");
        permit("known", "rw-r--r--");
    }

    private void permit(String file, String rights) throws IOException {
        Files.setPosixFilePermissions(folder.resolve(file), PosixFilePermissions.fromString(rights));
    }

    private Map<String, String> lab(Map<String, String> changed) {
        Map<String, String> all = new HashMap<>(Map.of(
                HOSTS + "list[0].address", "node1",
                HOSTS + "list[0].slots", "16",
                HOSTS + "list[1].address", "node2",
                HOSTS + "list[1].slots", "8",
                HOSTS + "user", USER,
                HOSTS + "identity-file", folder.resolve("key").toString(),
                HOSTS + "known-hosts-file", folder.resolve("known").toString(),
                HOSTS + "network", "10.1.0.0/24"));
        all.putAll(changed);
        return all;
    }

    private void refused(Map<String, String> changed, String key, String fault) {
        assertThat(given.findings(lab(changed)))
                .as(changed.toString())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.key()).isEqualTo(key);
                    assertThat(finding.fault()).contains(fault);
                    assertThat(finding.remedy()).endsWith(".");
                });
    }

    @Test
    void takes_a_list_of_hosts_whose_slots_are_those_of_the_partition() {
        assertThat(given.findings(lab(Map.of()))).isEmpty();

        PartitionSettings lab = given.with(lab(Map.of())).partitions().get("lab");

        assertThat(lab.kind()).isEqualTo(PartitionKind.HOSTS);
        assertThat(lab.allSlots()).isEqualTo(24);
        HostList list = lab.hosts().of("lab");
        assertThat(list.hosts()).containsExactly(new RunHost("node1", 16), new RunHost("node2", 8));
        assertThat(list.network()).isEqualTo(Optional.of("10.1.0.0/24"));
    }

    @Test
    void refuses_each_bad_host_with_its_key_and_a_remedy() {
        refused(Map.of(HOSTS + "list[1].slots", "0"), HOSTS + "list", "host node2 has 0 slots");
        refused(Map.of(HOSTS + "list[1].address", "node9"), HOSTS + "list", "host node9 is unknown");
        refused(Map.of(HOSTS + "list[1].address", "node3"), HOSTS + "list", "host node3 is unknown");
        refused(
                Map.of(HOSTS + "list[2].address", "NODE1", HOSTS + "list[2].slots", "16"),
                HOSTS + "list",
                "host NODE1 is named twice");
        refused(
                Map.of(
                        "slipway.partitions.zoo.hosts.list[0].address",
                        "node1",
                        "slipway.partitions.zoo.hosts.list[0].slots",
                        "16",
                        "slipway.partitions.zoo.hosts.user",
                        USER,
                        "slipway.partitions.zoo.hosts.identity-file",
                        folder.resolve("key").toString(),
                        "slipway.partitions.zoo.hosts.known-hosts-file",
                        folder.resolve("known").toString(),
                        HOSTS + "list[1].slots",
                        "-1"),
                HOSTS + "list",
                "host node2 has -1 slots");
        assertThat(given.findings(lab(Map.of(HOSTS + "list[1].address", "-oProxyCommand=x"))))
                .extracting(InvalidSettings.Finding::fault)
                .anyMatch(fault -> fault.contains("not the name or the IPv4 address of a host: \"-oProxyCommand=x\""));
    }

    @Test
    void refuses_a_host_that_two_partitions_give_different_slots() {
        Map<String, String> two = lab(Map.of(
                "slipway.partitions.zoo.hosts.list[0].address",
                "node1",
                "slipway.partitions.zoo.hosts.list[0].slots",
                "4",
                "slipway.partitions.zoo.hosts.user",
                USER,
                "slipway.partitions.zoo.hosts.identity-file",
                folder.resolve("key").toString(),
                "slipway.partitions.zoo.hosts.known-hosts-file",
                folder.resolve("known").toString()));

        assertThat(given.findings(two))
                .extracting(InvalidSettings.Finding::fault)
                .containsExactlyInAnyOrder(
                        "host node1 has other slots in partition zoo", "host node1 has other slots in partition lab");
    }

    @Test
    void refuses_a_key_that_others_can_read_and_keys_of_hosts_that_others_can_change() throws IOException {
        permit("key", "rw-r-----");
        refused(Map.of(), HOSTS + "identity-file", "it can be read or changed by others (group read)");
        permit("key", "rw-------");
        permit("known", "rw-rw-r--");
        refused(Map.of(), HOSTS + "known-hosts-file", "it can be changed by others (group write)");
    }

    @Test
    void refuses_a_login_a_network_and_slots_that_do_not_fit() {
        refused(Map.of(HOSTS + "user", "-l"), HOSTS + "user", "not a user");
        refused(
                Map.of(HOSTS + "user", ServiceIdentity.isRoot() ? "alice" : "root"),
                HOSTS + "user",
                ServiceIdentity.isRoot() ? "the service is root" : "the service is not root");
        refused(Map.of(HOSTS + "network", "10.1.0.0"), HOSTS + "network", "not a network");
        refused(Map.of(HOSTS + "mpich", ""), HOSTS + "mpich", "it is empty");
        refused(
                Map.of("slipway.partitions.lab.slots", "4"),
                "slipway.partitions.lab.slots",
                "the slots of the partition are those of its hosts");
        refused(
                Map.of("slipway.home", folder.resolve("my home").toString()),
                "slipway.home",
                "mpirun takes the space in it");
        refused(Map.of(HOSTS + "identity-file", "key"), HOSTS + "identity-file", "not absolute");
    }

    @Test
    void refuses_users_programs_because_runs_over_hosts_keep_the_network() {
        String key = "slipway.partitions.lab.users-programs";
        refused(Map.of(key, "true"), key, "a partition with a list of hosts runs no users' programs");
    }

    @Test
    void refuses_a_partition_with_hosts_and_a_cluster_and_a_login_without_hosts() {
        assertThat(given.findings(lab(Map.of(
                        "slipway.partitions.lab.cluster", "main",
                        "slipway.partitions.lab.queue", "batch",
                        "slipway.clusters.main.interval", "2s"))))
                .extracting(InvalidSettings.Finding::key)
                .containsExactly("slipway.partitions.lab.hosts");
        assertThat(given.findings(Map.of("slipway.partitions.local.hosts.network", "10.1.0.0/24")))
                .extracting(InvalidSettings.Finding::key)
                .isEqualTo(List.of("slipway.partitions.local.hosts.list"));
    }
}
