package dev.slipway.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.service.wire.JobStatus;
import dev.slipway.service.wire.OutcomeWord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Looks at jobs whose runs are at a cluster. */
class AtClusterTest extends ScriptedService {
    @Test
    void status_and_list_say_what_a_run_waits_for_at_its_cluster() {
        String waits = "waits in the queue of the cluster (Priority), expected 2026-11-20T12:03:00Z";
        JOBS.looks.add(SampleRunsAtCluster.pending());
        JOBS.change = SampleRunsAtCluster::make;

        assertThat(shell.run("status", TOKEN)).isZero();
        assertThat(shell.out).contains("phase     RUNNING", "\ncluster   main, job 17: " + waits + "\n");
        assertThat(shell.run("status", TOKEN, TOKEN)).isZero();
        assertThat(shell.out).contains("  RUNNING: " + waits + "  2026");
        assertThat(shell.run("list")).isZero();
        assertThat(shell.out).contains("  RUNNING: " + waits + "  2026");
        assertThat(shell.run("list", "--json")).isZero();
        assertThat(shell.out)
                .contains("\"cluster\":{\"name\":\"main\",\"number\":\"17\",\"stage\":\"PENDING\",")
                .contains("\"reason\":\"Priority\",\"expected\":\"2026-11-20T12:03:00Z\",");
    }

    @Test
    void status_names_the_run_at_its_cluster_that_is_under_way() {
        JobStatus status = SampleRunsAtCluster.pending();
        status.getCluster().setStage(null);
        status.getCluster().setExpected(null);
        status.getCluster().setWords(null);
        JOBS.looks.add(status);

        assertThat(shell.run("status", TOKEN)).isZero();
        assertThat(shell.out).contains("\ncluster   main, job 17\n");
        assertThat(shell.run("status", TOKEN, TOKEN)).isZero();
        assertThat(shell.out).contains("  RUNNING  2026");
    }

    @Test
    void watch_tells_once_what_a_run_waits_for_at_its_cluster() {
        JOBS.looks.addAll(List.of(
                SampleRunsAtCluster.pending(), SampleRunsAtCluster.pending(), ScriptedJobs.ended(OutcomeWord.DONE)));

        assertThat(shell.run("watch", TOKEN)).isZero();
        assertThat(shell.out)
                .containsOnlyOnce("  cluster   main, job 17: waits in the queue of the cluster (Priority),"
                        + " expected 2026-11-20T12:03:00Z\n");
        assertThat(shell.out).containsOnlyOnce("  cluster   ");
    }
}
