package dev.slipway.run.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.run.HostList;
import dev.slipway.run.RunHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostSlotsTest {
    private static final RunHost SHARED = new RunHost("shared", 4);

    private final HostSlots slots = new HostSlots(
            List.of(list("lab", SHARED, new RunHost("labs", 2)), list("desk", new RunHost("desks", 1), SHARED)));

    static HostList list(String partition, RunHost... hosts) {
        return new HostList(
                partition,
                List.of(hosts),
                new HostList.Login("root", 22, Path.of("/keys/key"), Path.of("/keys/known")),
                Optional.empty(),
                "mpirun.mpich");
    }

    private String take(String run, String partition, int processes) {
        return slots.take(run, partition, PlacementTest.launch(processes), host -> true)
                .map(RunHost::words)
                .orElse("no room");
    }

    @Test
    void gives_no_slot_of_a_host_twice_also_to_runs_of_different_partitions() {
        assertThat(take("first", "lab", 3)).isEqualTo("shared (3 slots)");
        assertThat(take("second", "desk", 3)).isEqualTo("no room");
        assertThat(take("third", "desk", 2)).isEqualTo("desks (1 slot), shared (1 slot)");
        assertThat(take("fourth", "lab", 3)).isEqualTo("no room");
        assertThat(slots.free()).containsEntry("lab", 2).containsEntry("desk", 0);

        slots.free("first");

        assertThat(take("fourth", "lab", 3)).isEqualTo("shared (3 slots)");
    }

    @Test
    void gives_a_run_the_same_hosts_again() {
        assertThat(take("run", "lab", 4)).isEqualTo("shared (4 slots)");
        assertThat(take("run", "lab", 4)).isEqualTo("shared (4 slots)");
        assertThat(slots.free()).containsEntry("lab", 2);
    }

    @Test
    void frees_the_slots_of_a_run_host_by_host() {
        take("run", "lab", 6);

        slots.keep("run", List.of(new RunHost("labs", 2)));

        assertThat(slots.free()).containsEntry("lab", 4).containsEntry("desk", 5);
    }

    @Test
    void knows_slots_of_a_run_on_a_host_that_no_list_names_any_more() {
        slots.keep("old", List.of(new RunHost("gone", 8), new RunHost("shared", 4)));

        assertThat(slots.free()).containsEntry("lab", 2).containsEntry("desk", 1);
    }

    @Test
    void gives_no_slot_of_a_host_that_is_away_and_knows_who_would_need_it() {
        assertThat(slots.take("run", "lab", PlacementTest.launch(4), host -> !host.equals("shared")))
                .isEmpty();
        assertThat(slots.fitsEver("lab", PlacementTest.launch(4), host -> !host.equals("shared")))
                .isFalse();
        assertThat(slots.fitsEver("lab", PlacementTest.launch(2), host -> !host.equals("shared")))
                .isTrue();
        assertThat(slots.fitsEver("lab", PlacementTest.launch(7), host -> true)).isFalse();
    }
}
