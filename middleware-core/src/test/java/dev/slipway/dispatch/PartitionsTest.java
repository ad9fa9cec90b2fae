package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.CountRange;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.RunLimits;
import dev.slipway.run.DocumentVariables;
import dev.slipway.run.Partition;
import dev.slipway.run.PartitionKind;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PartitionsTest {
    private static final Partitions PARTITIONS = new Partitions(List.of(
            new Partition("bound", 4, Duration.ofHours(1), DocumentVariables.USUAL, 1L << 30),
            new Partition("free", 4, Duration.ofHours(1))));

    private static LaunchRequest asks(Optional<Long> memory) {
        return JobRequests.small().launch().within(new RunLimits(memory, Optional.empty(), Optional.empty()));
    }

    @Test
    void a_run_has_the_memory_of_its_slots_where_its_document_asks_for_no_less() {
        long slots = JobRequests.small().launch().processes() * (1L << 30);

        assertThat(PARTITIONS.memory("bound", asks(Optional.empty()))).contains(slots);
        assertThat(PARTITIONS.memory("bound", asks(Optional.of(slots + 1)))).contains(slots);
        assertThat(PARTITIONS.memory("bound", asks(Optional.of(1000L)))).contains(1000L);
        assertThat(PARTITIONS.memory("free", asks(Optional.of(1000L)))).contains(1000L);
        assertThat(PARTITIONS.memory("free", asks(Optional.empty()))).isEmpty();
    }

    @Test
    void whose_limit_on_memory_holds_is_told() {
        assertThat(PARTITIONS.memoryLimit("bound", asks(Optional.of(2048L)))).contains("2 KiB by the document");
        assertThat(PARTITIONS.memoryLimit("bound", asks(Optional.empty())).orElseThrow())
                .endsWith(" by partition bound");
    }

    private static final Partitions KINDS = new Partitions(List.of(
            new Partition("here", 8, Duration.ofHours(1), MiddlewareTestBed.VARIABLES),
            new Partition("rack", 8, Duration.ofHours(1), MiddlewareTestBed.VARIABLES).of(PartitionKind.HOSTS),
            new Partition("day", 8, Duration.ofHours(1), MiddlewareTestBed.VARIABLES).of(PartitionKind.SLURM),
            new Partition("night", 8, Duration.ofHours(1), MiddlewareTestBed.VARIABLES).of(PartitionKind.SLURM)));

    private static LaunchRequest onHosts(Optional<String> account, MpiFlavour flavour) {
        return JobRequests.launch(4)
                .on(new ResourceDemand(
                        Optional.of(CountRange.exactly(2)),
                        Optional.of(2),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        new ClusterChoice(Optional.empty(), Optional.empty(), Optional.empty(), account),
                        flavour));
    }

    @Test
    void a_machine_refuses_demands_and_names_them_and_the_partitions_that_take_them() {
        Problem problem = KINDS.obstacle("here", onHosts(Optional.empty(), MpiFlavour.ANY))
                .orElseThrow();

        assertThat(problem.code()).isEqualTo(ProblemCode.DEMAND_NOT_TAKEN);
        assertThat(problem.message())
                .isEqualTo("partition here does not take what the document asks for:"
                        + " a number of hosts (2), a number of processes on each host (2)");
        assertThat(problem.detail()).isEqualTo("partitions that take it: rack, day, night");
    }

    @Test
    void hosts_refuse_what_only_a_cluster_takes() {
        LaunchRequest charged = onHosts(Optional.of("risk"), MpiFlavour.MPICH);
        Problem problem = KINDS.obstacle("rack", charged).orElseThrow();

        assertThat(problem.message()).endsWith("asks for: an account to charge (risk)");
        assertThat(problem.detail()).isEqualTo("partitions that take it: day, night");
        assertThat(KINDS.obstacle("day", charged)).isEmpty();
        assertThat(KINDS.obstacle("rack", onHosts(Optional.empty(), MpiFlavour.MPICH)))
                .isEmpty();
    }

    @Test
    void where_no_partition_takes_a_demand_this_is_told() {
        Partitions alone =
                new Partitions(List.of(new Partition("here", 8, Duration.ofHours(1), MiddlewareTestBed.VARIABLES)));

        assertThat(alone.obstacle("here", onHosts(Optional.empty(), MpiFlavour.ANY))
                        .orElseThrow()
                        .detail())
                .isEqualTo("no partition here takes all that the document asks for");
    }

    @Test
    void a_program_of_the_jobs_own_files_runs_only_where_the_operator_allows_that() {
        LaunchRequest own = running("./solve");
        Partitions partitions = new Partitions(List.of(
                new Partition("here", 8, Duration.ofHours(1), MiddlewareTestBed.VARIABLES),
                new Partition(
                        "own", 8, Duration.ofHours(1), MiddlewareTestBed.VARIABLES, 0, PartitionKind.MACHINE, true)));

        Problem problem = partitions.obstacle("here", own).orElseThrow();
        assertThat(problem.code()).isEqualTo(ProblemCode.USERS_PROGRAM_REFUSED);
        assertThat(problem.message())
                .isEqualTo("partition here runs programs of the operator only, and ./solve is a file of the job");
        assertThat(problem.detail()).isEqualTo("partitions that run users' programs: own");
        assertThat(partitions.obstacle("own", own)).isEmpty();
        assertThat(partitions.obstacle("here", running("solve"))).isEmpty();
    }

    private static LaunchRequest running(String executable) {
        LaunchRequest launch = JobRequests.launch(1);
        return new LaunchRequest(
                MpiProgram.of(executable, List.of(), Map.of(), 1),
                launch.partition(),
                launch.stdout(),
                launch.stderr(),
                launch.wallTime(),
                launch.limits(),
                launch.checkpoint(),
                launch.demand());
    }

    @Test
    void a_machine_takes_its_own_implementation_of_mpi() {
        assertThat(KINDS.obstacle("here", built(MpiFlavour.OPEN_MPI))).isEmpty();
        assertThat(KINDS.obstacle("here", built(MpiFlavour.MPICH)).orElseThrow().message())
                .endsWith("an implementation of MPI (MPICH)");
    }

    private static LaunchRequest built(MpiFlavour flavour) {
        return JobRequests.launch(4)
                .on(new ResourceDemand(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        ClusterChoice.NONE,
                        flavour));
    }
}
