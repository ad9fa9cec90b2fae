package dev.slipway.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsChangesTest {
    private static final String DAY = "slipway.partitions.day.slots";

    @TempDir
    Path folder;

    private GivenSettings given;

    @BeforeEach
    void start() throws Exception {
        given = new GivenSettings(folder);
    }

    private SettingsChanges between(Map<String, String> before, Map<String, String> after) {
        return SettingsChanges.between(given.with(before), given.with(after));
    }

    @Test
    void equal_settings_have_no_changes() {
        assertThat(between(Map.of(DAY, "2"), Map.of(DAY, "2"))).isEqualTo(new SettingsChanges(List.of(), List.of()));
    }

    @Test
    void a_default_that_is_written_out_is_no_change() {
        SettingsChanges changes = between(Map.of(), Map.of("slipway.limits.jobs-per-user", "50"));

        assertThat(changes.live()).isEmpty();
        assertThat(changes.restart()).isEmpty();
    }

    @Test
    void keys_that_a_running_service_takes_are_told_apart_from_keys_that_need_a_restart() {
        SettingsChanges changes = between(
                Map.of(DAY, "2"),
                Map.of(
                        DAY,
                        "4",
                        "slipway.folders.shared",
                        "/srv/shared",
                        "slipway.clusters.main.accounts[0].name",
                        "ann",
                        "slipway.clusters.main.slurm-conf",
                        "/etc/slurm.conf",
                        "slipway.port",
                        "9443",
                        "slipway.mail.host",
                        "mail"));

        assertThat(changes.live()).containsExactly("clusters.main.accounts", "folders.shared", DAY.substring(8));
        assertThat(changes.restart()).contains("clusters.main.slurm-conf", "mail.host", "port");
        assertThatThrownBy(changes::requireLive)
                .hasMessageContaining("needs a restart: ")
                .hasMessageContaining("port")
                .hasMessageNotContaining("9443");
    }

    @Test
    void a_partition_of_this_machine_comes_and_goes_by_a_reload_and_one_on_a_cluster_by_a_restart() {
        Map<String, String> day = Map.of(DAY, "2");
        Map<String, String> night = new HashMap<>(Map.of(DAY, "2", "slipway.partitions.night.slots", "2"));

        assertThat(between(day, night).restart()).isEmpty();
        assertThat(between(night, day).restart()).isEmpty();
        night.put("slipway.partitions.night.cluster", "main");
        assertThat(between(day, night).restart()).containsExactly("partitions.night.cluster");
        assertThat(between(night, day).restart()).containsExactly("partitions.night.cluster");
    }

    @Test
    void the_hosts_beneath_a_partition_change_by_a_restart() {
        assertThat(between(
                                Map.of("slipway.partitions.lab.hosts.list[0].address", "node1"),
                                Map.of("slipway.partitions.lab.hosts.list[0].address", "node2"))
                        .restart())
                .containsExactly("partitions.lab.hosts.list");
    }
}
