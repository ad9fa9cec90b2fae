package dev.slipway.desk.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.job.LifecycleJob;
import dev.slipway.job.RecordedEvent;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.run.ClusterRun;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.RunHost;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunWordsTest {
    private static Job after(Job job, JobEvent event) {
        return job.then(new RecordedEvent(job.version() + 1, job.at(), event));
    }

    private static Job atCluster() {
        return after(
                LifecycleJob.in(JobState.RUNNING).job(), new JobEvent.ClusterAccepted(new ClusterRun("main", "17")));
    }

    @Test
    void a_run_of_this_machine_runs_on_its_partition() {
        RunWords words = new RunWords(LifecycleJob.in(JobState.RUNNING).job());

        assertThat(words.doing()).startsWith("runs on partition local with ");
        assertThat(words.waitsFor()).isEmpty();
        assertThat(words.machine()).isEqualTo("the machine of partition local");
    }

    @Test
    void a_run_over_hosts_names_them() {
        RunWords words = new RunWords(after(
                LifecycleJob.in(JobState.RUNNING).job(),
                new JobEvent.HostsGiven(List.of(new RunHost("node1", 2), new RunHost("node2", 1)))));

        assertThat(words.doing())
                .startsWith("runs on partition local with ")
                .endsWith("; it has node1 (2 slots), node2 (1 slot)");
    }

    @Test
    void a_run_in_the_queue_of_a_cluster_tells_the_reason_of_the_cluster() {
        RunWords words = new RunWords(
                after(atCluster(), new JobEvent.ClusterStageSeen(Optional.of(ClusterStage.PENDING), "Priority")));

        assertThat(words.doing())
                .startsWith("waits in the queue of the cluster (Priority), to run on partition local with ")
                .endsWith("; cluster main has it as job 17");
        assertThat(words.waitsFor()).contains("its turn in the queue of cluster main");
        assertThat(words.machine()).isEqualTo("cluster main");
    }

    @ParameterizedTest
    @EnumSource(ClusterStage.class)
    void each_stage_has_words(ClusterStage stage) {
        RunWords words = new RunWords(after(atCluster(), new JobEvent.ClusterStageSeen(Optional.of(stage), "")));

        assertThat(words.doing()).startsWith(stage.words() + ", to run on partition ");
        assertThat(words.waitsFor().orElseThrow()).isNotBlank();
    }

    @Test
    void a_run_under_way_waits_for_nothing_at_its_cluster() {
        RunWords words = new RunWords(after(atCluster(), new JobEvent.ClusterStageSeen(Optional.empty(), "")));

        assertThat(words.waits()).isFalse();
        assertThat(words.doing()).startsWith("runs on partition local").contains("cluster main has it as job 17");
    }

    @Test
    void names_the_cluster_where_the_cluster_is_to_blame_and_the_program_otherwise() {
        RunWords words = new RunWords(atCluster());

        assertThat(words.thing(Problem.of(ProblemCode.CLUSTER_NODE_LOST, "lost")))
                .isEqualTo("cluster main");
        assertThat(words.thing(Problem.of(ProblemCode.CLUSTER_REFUSED, "no"))).isEqualTo("cluster main");
        assertThat(words.thing(Problem.of(ProblemCode.PROGRAM_FAILED, "7"))).startsWith("program ");
    }
}
