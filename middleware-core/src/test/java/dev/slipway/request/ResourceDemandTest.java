package dev.slipway.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.testbed.JobRequests;
import java.util.EnumSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResourceDemandTest {
    private static final Optional<Integer> NONE = Optional.empty();

    private static ResourceDemand placed(
            Optional<CountRange> hosts,
            Optional<Integer> each,
            Optional<Integer> threads,
            Optional<Integer> processors,
            Optional<Long> memory) {
        return new ResourceDemand(hosts, each, threads, processors, memory, false, ClusterChoice.NONE, MpiFlavour.ANY);
    }

    private static LaunchRequest launch(int processes, ResourceDemand demand) {
        return JobRequests.launch(processes).on(demand);
    }

    @Test
    void a_run_that_takes_its_partition_as_it_is_asks_for_nothing() {
        assertThat(JobRequests.launch(2).demand()).isEqualTo(ResourceDemand.NONE);
        assertThat(JobRequests.launch(2).asks()).isEmpty();
    }

    @Test
    void every_kind_of_demand_is_told_from_the_others() {
        ResourceDemand all = new ResourceDemand(
                Optional.of(new CountRange(2, Optional.empty())),
                Optional.of(1),
                Optional.of(2),
                Optional.of(4),
                Optional.of(1L << 30),
                true,
                new ClusterChoice(
                        Optional.of("knl&snc4"), Optional.of("night"), Optional.of("high"), Optional.of("risk"), true),
                MpiFlavour.MPICH);

        assertThat(launch(2, all).asks()).isEqualTo(EnumSet.allOf(Demand.class));
    }

    @Test
    void what_any_machine_gives_is_no_demand() {
        ResourceDemand one = placed(
                Optional.of(new CountRange(1, Optional.of(4))),
                Optional.of(4),
                Optional.of(1),
                Optional.of(1),
                Optional.empty());

        assertThat(launch(4, one).asks()).isEmpty();
        assertThat(launch(5, one).asks()).containsExactly(Demand.PROCESSES_PER_HOST);
    }

    @Test
    void memory_of_a_host_is_no_demand_where_the_whole_run_keeps_within_it() {
        ResourceDemand memory = placed(Optional.empty(), NONE, NONE, NONE, Optional.of(1000L));

        assertThat(launch(2, memory).asks()).containsExactly(Demand.MEMORY_PER_HOST);
        assertThat(launch(2, memory).within(limit(1001)).asks()).containsExactly(Demand.MEMORY_PER_HOST);
        assertThat(launch(2, memory).within(limit(1000)).asks()).isEmpty();
    }

    private static RunLimits limit(long bytes) {
        return new RunLimits(Optional.of(bytes), Optional.empty(), Optional.empty());
    }

    @Test
    void processes_that_do_not_stand_on_the_hosts_are_refused() {
        ResourceDemand three = placed(Optional.of(CountRange.exactly(3)), NONE, NONE, NONE, Optional.empty());
        ResourceDemand two =
                placed(Optional.of(new CountRange(1, Optional.of(2))), Optional.of(2), NONE, NONE, Optional.empty());

        assertThat(three.conflict(3)).isEmpty();
        assertThat(three.conflict(2)).contains("3 hosts for 2 processes");
        assertThat(two.conflict(4)).isEmpty();
        assertThat(two.conflict(5)).contains("2 processes on each of at most 2 hosts for 5 processes");
        assertThatThrownBy(() -> launch(2, three)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ranges_are_told_in_words_and_begin_before_they_end() {
        assertThat(CountRange.exactly(4)).hasToString("4");
        assertThat(new CountRange(2, Optional.of(4))).hasToString("2 to 4");
        assertThat(new CountRange(2, Optional.empty())).hasToString("2 or more");
        assertThatThrownBy(() -> new CountRange(0, Optional.empty())).hasMessageContaining("below 1");
        assertThatThrownBy(() -> new CountRange(3, Optional.of(2))).hasMessageContaining("ends before it begins");
    }

    @Test
    void a_name_of_a_cluster_is_one_plain_line() {
        assertThat(ClusterChoice.isName("[rack1|rack2]&knl*2; $(x) %j 'é'")).isTrue();
        assertThat(ClusterChoice.isName("")).isFalse();
        assertThat(ClusterChoice.isName(" night")).isFalse();
        assertThat(ClusterChoice.isName("a\nb")).isFalse();
        assertThat(ClusterChoice.isName("a\u0000b")).isFalse();
        assertThat(ClusterChoice.isName("a\u2028b")).isFalse();
        assertThat(ClusterChoice.isName("a".repeat(ClusterChoice.LONGEST))).isTrue();
        assertThat(ClusterChoice.isName("a".repeat(ClusterChoice.LONGEST + 1))).isFalse();
    }
}
