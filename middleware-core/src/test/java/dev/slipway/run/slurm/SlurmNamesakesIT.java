package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.CountRange;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.ResourceDemand;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.ServiceIdentity;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests runs on a real Slurm where another user has jobs with the names of the runs. */
@Timeout(300)
class SlurmNamesakesIT extends ClusterRuns {
    /** More hosts than the cluster has, so that a run waits there. */
    private static final ResourceDemand NINE_HOSTS = new ResourceDemand(
            Optional.of(CountRange.exactly(9)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            ClusterChoice.NONE,
            MpiFlavour.ANY);

    @Test
    void jobs_of_another_user_with_the_names_of_runs_change_no_state_and_hold_up_no_end() throws Exception {
        assumeTrue(ServiceIdentity.isRoot(), "the runs belong to another user than the caller of sbatch");
        JobToken waits = submit("exit 0\n", 9, NINE_HOSTS, Duration.ofMinutes(1));
        JobToken runs = submit("until [ -e go ]; do sleep 0.05; done\n");
        until(waits, "its number", job -> job.cluster().isPresent());
        until(runs, "a run under way", job -> job.cluster()
                .filter(cluster -> cluster.stage().isEmpty())
                .isPresent());
        for (JobToken token : List.of(waits, runs)) {
            slurm.command("sbatch", "--job-name=" + token, "--chdir=/", "--output=/dev/null", "--wrap=sleep 300");
        }
        Files.createFile(folder.resolve("scratch").resolve(runs.value()).resolve("files/go"));

        assertThat(untilClosed(runs).outcome()).contains(new JobOutcome.Done());
        Job waiting = job(waits);
        assertThat(waiting.cluster().orElseThrow().stage()).contains(ClusterStage.PENDING);
        middleware.desk().cancel(MiddlewareTestBed.ALICE, waits);
        assertThat(untilClosed(waits).outcome()).contains(new JobOutcome.Cancelled("alice"));
        assertThat(slurm.command("squeue", "-h", "--states=PENDING,RUNNING", "-o", "%j %u")
                        .lines())
                .as("jobs of the other user")
                .containsExactlyInAnyOrder(waits + " root", runs + " root");
    }
}
