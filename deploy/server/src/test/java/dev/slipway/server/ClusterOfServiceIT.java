package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.RunWays;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.OsAccount;
import dev.slipway.run.UserDatabase;
import dev.slipway.run.slurm.ClusterWay;
import dev.slipway.run.slurm.SlurmJob;
import dev.slipway.server.cluster.ClusterBed;
import dev.slipway.server.settings.ServerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Starts the whole service with a cluster that has a login node or a slurmrestd. */
@Timeout(300)
class ClusterOfServiceIT {
    @Test
    void the_service_reaches_a_cluster_by_the_login_node_of_its_settings() throws Exception {
        try (ClusterBed bed = ClusterBed.start();
                WholeService service = new WholeService(
                        "  partitions: { big: { slots: 8, cluster: main, queue: batch } }",
                        "  clusters:",
                        "    main:",
                        "      host: { address: %s, user: %s, identity-file: %s, known-hosts-file: %s }"
                                .formatted(
                                        bed.slurm().address(1),
                                        ClusterBed.BOTH,
                                        bed.slurm().clientKey(),
                                        bed.slurm().knownHosts()),
                        "      accounts: [{ name: alice, user: %s }]".formatted(ClusterBed.THERE))) {
            service.start();
            ServerSettings settings = service.bean(ServerSettings.class);
            ClusterSettings cluster = settings.clusters().get("main").named("main", settings.partitions());

            ClusterWay way = service.bean(RunWays.class).clusters().to(cluster);

            OsAccount alices = way.users().find(ClusterBed.THERE).orElseThrow();
            assertThat(alices.uid()).isEqualTo(ClusterBed.THERE_NUMBER);
            assertThat(way.users().watcher().orElseThrow().name()).isEqualTo(ClusterBed.BOTH);
            String number = marked(bed, alices);
            assertThat(way.requests().queued(List.of("marked"), Set.of(alices), alices, Instant.now()))
                    .extracting(SlurmJob::number)
                    .containsExactly(number);
        }
    }

    @Test
    void the_service_reaches_a_cluster_by_the_slurmrestd_of_its_settings() throws Exception {
        Path tokens = Files.createTempDirectory("tokens-");
        try (ClusterBed bed = ClusterBed.start();
                WholeService service = new WholeService(
                        "  partitions: { big: { slots: 8, cluster: main, queue: batch } }",
                        "  clusters:",
                        "    main:",
                        "      host: { user: nobody, rest: { address: \"%s\", tokens: %s } }"
                                .formatted(bed.slurm().rest(), tokens),
                        "      accounts: [{ name: alice, user: %s }]".formatted(ClusterBed.BOTH))) {
            Files.writeString(tokens.resolve("nobody"), bed.slurm().token("nobody"));
            service.start();
            ServerSettings settings = service.bean(ServerSettings.class);
            ClusterSettings cluster = settings.clusters().get("main").named("main", settings.partitions());
            OsAccount games = new UserDatabase().find(ClusterBed.BOTH).orElseThrow();
            String number = marked(bed, games);

            ClusterWay way = service.bean(RunWays.class).clusters().to(cluster);

            OsAccount watcher = way.users().watcher().orElseThrow();
            assertThat(watcher.name()).isEqualTo("nobody");
            assertThat(way.requests().queued(List.of("marked"), Set.of(games), watcher, Instant.now()))
                    .extracting(SlurmJob::number)
                    .containsExactly(number);
        } finally {
            Files.deleteIfExists(tokens.resolve("nobody"));
            Files.delete(tokens);
        }
    }

    /** Submits a job of the user by the bare commands, and returns its number. */
    private static String marked(ClusterBed bed, OsAccount user) {
        return bed.slurm()
                .command(
                        "setpriv",
                        "--reuid=" + user.uid(),
                        "--regid=" + user.gid(),
                        "--clear-groups",
                        "--",
                        "sbatch",
                        "--parsable",
                        "--hold",
                        "--chdir=/",
                        "--job-name=marked",
                        "--wrap=true")
                .strip();
    }
}
