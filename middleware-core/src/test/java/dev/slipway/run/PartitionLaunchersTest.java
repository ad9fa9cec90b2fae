package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.ScriptedLauncher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionLaunchersTest {
    private static final OsAccount ALICE = new OsAccount("alice", 1000, 1000);

    @TempDir
    Path folder;

    private final ScriptedLauncher here = new ScriptedLauncher();
    private final ScriptedLauncher main = new ScriptedLauncher();
    private final ScriptedLauncher hosts = new ScriptedLauncher();
    private final PartitionLaunchers.OverHosts overHosts = new PartitionLaunchers.OverHosts(hosts, Set.of("lab"));
    private final PartitionLaunchers launchers =
            new PartitionLaunchers(here, overHosts, Map.of("main", main), Map.of("big", "main"));

    @BeforeEach
    void make() throws Exception {
        Files.createDirectories(run().files());
    }

    private RunFolder run() {
        return new RunFolder(folder.resolve("run"));
    }

    private RunOrder order(String partition) {
        return new RunOrder("run", run(), JobRequests.small().launch(), 60, Optional.empty(), partition, "alice");
    }

    @Test
    void each_partition_has_its_launcher() throws Exception {
        launchers.start(order("big"));
        assertThat(main.started()).containsExactly("run");
        assertThat(here.started()).isEmpty();

        launchers.start(order("local"));
        assertThat(here.started()).containsExactly("run");

        launchers.start(order("lab"));
        assertThat(hosts.started()).containsExactly("run");
    }

    @Test
    void a_run_stays_with_the_hosts_that_it_has() throws Exception {
        new HostsNote("lab", List.of(new HostsNote.Share(new RunHost("node1", 2), "node1.example", false)))
                .write(run());

        launchers.kill(order("local"));

        assertThat(hosts.killed()).containsExactly("run");
        assertThat(here.killed()).isEmpty();
    }

    @Test
    void a_note_of_hosts_is_read_as_it_was_written() {
        assertThat(HostsNote.read(run())).isEmpty();
        HostsNote note = new HostsNote(
                "lab",
                List.of(
                        new HostsNote.Share(new RunHost("node1", 2), "node1.example", false),
                        new HostsNote.Share(new RunHost("10.1.0.2", 1), "node2", false)));

        note.proving(new RunHost("node1", 2)).write(run());

        HostsNote read = HostsNote.read(run()).orElseThrow();
        assertThat(read.hosts()).isEqualTo(note.hosts());
        assertThat(read.open()).containsExactly(new RunHost("10.1.0.2", 1));
    }

    @Test
    void a_run_stays_with_the_cluster_that_got_it() throws Exception {
        new ClusterNote("main", ALICE, Optional.empty()).write(run());

        launchers.kill(order("local"));

        assertThat(main.killed()).containsExactly("run");
        assertThat(here.killed()).isEmpty();
    }

    @Test
    void a_run_of_a_cluster_that_is_gone_waits_and_starts_nowhere_else() {
        new ClusterNote("gone", ALICE, Optional.of("17")).write(run());

        assertThatThrownBy(() -> launchers.look(order("big"))).isInstanceOfSatisfying(ProblemException.class, e -> {
            Problem problem = e.problem();
            assertThat(problem.code()).isEqualTo(ProblemCode.CLUSTER_AWAY);
            assertThat(problem.message()).contains("cluster gone", "run ");
        });
        assertThat(here.started()).isEmpty();
        assertThat(main.started()).isEmpty();
    }

    @Test
    void a_note_is_read_as_it_was_written() {
        assertThat(ClusterNote.read(run())).isEmpty();
        ClusterNote note = new ClusterNote("main", ALICE, Optional.of("17"));

        note.write(run());

        assertThat(ClusterNote.read(run())).contains(note);
    }

    @Test
    void refuses_a_partition_of_no_cluster() {
        assertThatThrownBy(() -> new PartitionLaunchers(here, overHosts, Map.of(), Map.of("big", "main")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no cluster main");
    }
}
