package dev.slipway.run.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.request.ClusterChoice;
import dev.slipway.request.CountRange;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.RunPath;
import dev.slipway.run.RunHost;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlacementTest {
    private static final List<RunHost> FREE = List.of(new RunHost("a", 2), new RunHost("b", 4), new RunHost("c", 3));

    static LaunchRequest launch(int processes, Optional<CountRange> hosts, Optional<Integer> each) {
        return LaunchRequest.of(
                        MpiProgram.of("program", List.of(), Map.of(), processes),
                        new RunPath("stdout.txt"),
                        new RunPath("stderr.txt"))
                .on(new ResourceDemand(
                        hosts,
                        each,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        ClusterChoice.NONE,
                        MpiFlavour.ANY));
    }

    static LaunchRequest launch(int processes) {
        return launch(processes, Optional.empty(), Optional.empty());
    }

    private static String placed(LaunchRequest request) {
        return Placement.of(request, FREE).map(RunHost::words).orElse("no room");
    }

    @Test
    void takes_as_few_hosts_as_it_can_the_emptiest_first() {
        assertThat(placed(launch(1))).isEqualTo("b (1 slot)");
        assertThat(placed(launch(4))).isEqualTo("b (4 slots)");
        assertThat(placed(launch(5))).isEqualTo("b (3 slots), c (2 slots)");
        assertThat(placed(launch(9))).isEqualTo("b (4 slots), c (3 slots), a (2 slots)");
    }

    @Test
    void has_no_room_for_more_processes_than_slots() {
        assertThat(placed(launch(10))).isEqualTo("no room");
        assertThat(Placement.of(launch(1), List.of())).isEmpty();
    }

    @Test
    void spreads_the_processes_over_the_hosts_that_are_asked_for() {
        Optional<CountRange> two = Optional.of(CountRange.exactly(2));
        assertThat(placed(launch(2, two, Optional.empty()))).isEqualTo("b (1 slot), c (1 slot)");
        assertThat(placed(launch(7, two, Optional.empty()))).isEqualTo("b (4 slots), c (3 slots)");
        assertThat(placed(launch(8, two, Optional.empty()))).isEqualTo("no room");
        Optional<CountRange> more = Optional.of(new CountRange(2, Optional.empty()));
        assertThat(placed(launch(8, more, Optional.empty()))).isEqualTo("b (3 slots), c (3 slots), a (2 slots)");
        assertThat(placed(launch(4, Optional.of(CountRange.exactly(4)), Optional.empty())))
                .isEqualTo("no room");
    }

    @Test
    void gives_each_host_the_processes_that_are_asked_for() {
        assertThat(placed(launch(4, Optional.empty(), Optional.of(2)))).isEqualTo("b (2 slots), c (2 slots)");
        assertThat(placed(launch(6, Optional.empty(), Optional.of(2))))
                .isEqualTo("b (2 slots), c (2 slots), a (2 slots)");
        assertThat(placed(launch(9, Optional.empty(), Optional.of(3)))).isEqualTo("no room");
        assertThat(placed(launch(8, Optional.of(CountRange.exactly(2)), Optional.of(4))))
                .isEqualTo("no room");
    }

    @Test
    void names_the_demands_that_cannot_be_met() {
        assertThat(Placement.demands(launch(8, Optional.of(CountRange.exactly(2)), Optional.of(4))))
                .isEqualTo("8 processes with a number of hosts (2) and a number of processes on each host (4)");
        assertThat(Placement.demands(launch(1))).isEqualTo("1 process");
    }
}
