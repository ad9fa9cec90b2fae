package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.request.ClusterChoice;
import dev.slipway.request.CountRange;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.RunPath;
import dev.slipway.run.ArrayPlace;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SbatchOptionsTest {
    private static final LaunchRequest REQUEST =
            LaunchRequest.of(MpiProgram.of("program", List.of(), Map.of(), 8), new RunPath("out"), new RunPath("err"));

    private static SbatchOptions options(ResourceDemand demand, long wallTime, Optional<Long> memory) {
        RunOrder order = new RunOrder(
                "abc",
                new RunFolder(Path.of("/scratch/100%/abc")),
                REQUEST.on(demand),
                wallTime,
                memory,
                "big",
                "alice");
        return new SbatchOptions(order, "debug", 5, demand.choice().account());
    }

    private static ResourceDemand all(ClusterChoice choice) {
        return new ResourceDemand(
                Optional.of(new CountRange(2, Optional.of(4))),
                Optional.of(4),
                Optional.of(3),
                Optional.of(12),
                Optional.of(1025L),
                true,
                choice,
                MpiFlavour.ANY);
    }

    @Test
    void each_demand_has_its_option() {
        ClusterChoice choice = new ClusterChoice(
                Optional.of("gpu&fast"), Optional.of("mon"), Optional.of("high"), Optional.of("risk"), true);

        assertThat(options(all(choice), 60, Optional.empty()).demands())
                .containsExactly(
                        "--ntasks=8",
                        "--nodes=2-4",
                        "--ntasks-per-node=4",
                        "--cpus-per-task=3",
                        "--mincpus=12",
                        "--mem=2K",
                        "--exclusive",
                        "--constraint=gpu&fast",
                        "--reservation=mon",
                        "--qos=high",
                        "--requeue",
                        "--account=risk");
        assertThat(options(all(choice), 60, Optional.empty()).judged()).doesNotContain("--no-requeue");
    }

    @Test
    void an_array_has_one_name_and_a_place_for_each_run() {
        SbatchOptions options = options(ResourceDemand.NONE, 60, Optional.empty());

        assertThat(options.words(new SlurmArray(new ArrayPlace("first", 2, 0).lost(), List.of(2))))
                .as("after a loss")
                .contains("--array=2", "--job-name=first", "--comment=first.1");
        assertThat(options.words(new SlurmArray(new ArrayPlace("first", 0, 0), List.of(0, 2, 7))))
                .contains("--array=0,2,7", "--job-name=first", "--comment=first", "--chdir=/", "--no-requeue")
                .contains("--partition=debug", "--ntasks=8");
    }

    @Test
    void a_run_without_demands_asks_for_its_processes_and_for_the_memory_of_its_limit() {
        assertThat(options(ResourceDemand.NONE, 60, Optional.empty()).demands()).containsExactly("--ntasks=8");
        assertThat(options(ResourceDemand.NONE, 60, Optional.of(1L << 20)).demands())
                .containsExactly("--ntasks=8", "--mem=1024K");
    }

    private static ResourceDemand hosts(int least, Optional<Integer> most) {
        return new ResourceDemand(
                Optional.of(new CountRange(least, most)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                ClusterChoice.NONE,
                MpiFlavour.ANY);
    }

    @Test
    void a_range_of_hosts_without_an_upper_end_is_not_taken_for_its_least_number_alone() {
        assertThat(options(hosts(2, Optional.empty()), 60, Optional.empty()).demands())
                .contains("--nodes=2-8");
        assertThat(options(hosts(2, Optional.of(20)), 60, Optional.empty()).demands())
                .contains("--nodes=2-8");
        assertThat(options(hosts(8, Optional.empty()), 60, Optional.empty()).demands())
                .contains("--nodes=8");
        assertThat(options(hosts(2, Optional.of(2)), 60, Optional.empty()).demands())
                .contains("--nodes=2");
    }

    @Test
    void the_limit_on_the_memory_of_the_whole_run_is_divided_among_its_hosts() {
        assertThat(options(hosts(2, Optional.of(4)), 60, Optional.of(3L << 20)).demands())
                .contains("--mem=1536K");
        assertThat(options(hosts(3, Optional.of(3)), 60, Optional.of(1024L * 10))
                        .demands())
                .contains("--mem=4K");
    }

    @Test
    void the_token_is_name_and_comment_and_no_host_starts_a_login_shell() {
        List<String> words = options(ResourceDemand.NONE, 60, Optional.empty()).words(Path.of("/scratch/100%/abc/log"));

        assertThat(words)
                .contains(
                        "--parsable",
                        "--job-name=abc",
                        "--comment=abc",
                        "--partition=debug",
                        "--no-requeue",
                        "--export=ALL",
                        "--chdir=/scratch/100%/abc/files")
                .as("a pattern of file names")
                .contains("--output=/scratch/100%%/abc/log");
    }

    @Test
    void the_guard_ends_a_run_at_its_wall_time_before_slurm_does() {
        assertThat(options(ResourceDemand.NONE, 1, Optional.empty()).words(Path.of("/log")))
                .contains("--time=2");
        assertThat(options(ResourceDemand.NONE, 3600, Optional.empty()).words(Path.of("/log")))
                .contains("--time=62");
    }

    @Test
    void what_the_cluster_refuses_names_the_field_and_keeps_its_words() {
        assertThat(SbatchRefusal.problem(
                        "main", "sbatch: error: Batch job submission failed: Invalid feature specification"))
                .satisfies(problem -> {
                    assertThat(problem.isOutage()).isFalse();
                    assertThat(problem.message()).isEqualTo("cluster main refuses the run: the constraint on hosts");
                    assertThat(problem.detail()).contains("Invalid feature specification");
                });
        assertThat(SbatchRefusal.field("Invalid account or account/partition combination specified"))
                .contains("the account to charge (JobProject)");
        assertThat(SbatchRefusal.field("something new")).isEmpty();
    }

    @Test
    void a_cluster_that_does_not_answer_refuses_nothing() {
        for (String words : List.of(
                "Batch job submission failed: Unable to contact slurm controller (connect failure)",
                "Batch job submission failed: Socket timed out on send/recv operation",
                "Batch job submission failed: Zero Bytes were transmitted or received",
                "Munge encode failed: Failed to access socket")) {
            assertThat(SbatchRefusal.problem("main", "sbatch: error: " + words).isOutage())
                    .as(words)
                    .isTrue();
        }
    }
}
