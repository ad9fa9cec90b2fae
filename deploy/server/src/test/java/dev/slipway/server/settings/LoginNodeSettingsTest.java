package dev.slipway.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.server.cluster.LoginNode;
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
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;

/** The settings of a cluster whose commands run on a login node. */
class LoginNodeSettingsTest {
    private static final String CLUSTER = "slipway.clusters.main.";

    @TempDir
    Path folder;

    private final Map<String, Object> given = new HashMap<>();

    @BeforeEach
    void give_a_cluster_with_a_login_node() throws IOException {
        Path guard = Files.createFile(folder.resolve("slipway-guard"));
        Files.setPosixFilePermissions(guard, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectory(folder.resolve("bin"));
        Files.createFile(folder.resolve("key"));
        Files.createFile(folder.resolve("known"));
        given.putAll(Map.of(
                "slipway.home",
                folder.resolve("home").toString(),
                "slipway.guard",
                guard.toString(),
                "slipway.application-folders",
                folder.resolve("bin").toString(),
                "slipway.partitions.big.cluster",
                "main",
                "slipway.partitions.big.queue",
                "batch",
                CLUSTER + "accounts[0].name",
                "alice",
                CLUSTER + "accounts[0].user",
                "alice.b",
                CLUSTER + "slurm-conf",
                "/only/there/slurm.conf",
                CLUSTER + "commands",
                "/only/there/bin"));
        given.putAll(Map.of(
                CLUSTER + "host.address",
                "login1",
                CLUSTER + "host.user",
                "slipway",
                CLUSTER + "host.identity-file",
                folder.resolve("key").toString(),
                CLUSTER + "host.known-hosts-file",
                folder.resolve("known").toString()));
    }

    private ServerSettings settings() {
        return new Binder(ConfigurationPropertySources.from(new MapPropertySource("given", given)))
                .bindOrCreate("slipway", ServerSettings.class);
    }

    @Test
    void takes_a_login_node_and_files_of_slurm_that_exist_there_alone() {
        SettingsCheck.require(settings());

        assertThat(settings().clusters().get("main").host().node())
                .isEqualTo(new LoginNode.Address(
                        "login1", 22, "slipway", folder.resolve("key"), Optional.empty(), folder.resolve("known")));
    }

    @Test
    void refuses_each_bad_value_with_its_key_and_a_remedy() {
        for (List<String> bad : List.of(
                List.of("host.address", ""),
                List.of("host.port", "0"),
                List.of("host.user", ""),
                List.of("host.user", "root"),
                List.of("host.user", "alice.b"),
                List.of("host.identity-file", "/nonexistent/key"),
                List.of("host.passphrase-file", "/nonexistent/passphrase"),
                List.of("host.known-hosts-file", ""),
                List.of("slurm-conf", "slurm.conf"),
                List.of("commands", "bin"))) {
            Object before = given.put(CLUSTER + bad.get(0), bad.get(1));

            assertThatThrownBy(() -> SettingsCheck.require(settings()))
                    .as(bad.toString())
                    .isInstanceOfSatisfying(
                            InvalidSettings.class,
                            e -> assertThat(e.findings()).singleElement().satisfies(finding -> {
                                assertThat(finding.key()).isEqualTo(CLUSTER + bad.get(0));
                                assertThat(finding.fault()).isNotBlank();
                                assertThat(finding.remedy()).endsWith(".");
                            }));

            if (before == null) {
                given.remove(CLUSTER + bad.get(0));
            } else {
                given.put(CLUSTER + bad.get(0), before);
            }
        }
    }
}
