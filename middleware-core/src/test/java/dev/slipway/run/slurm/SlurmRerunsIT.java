package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.ResourceDemand;
import dev.slipway.run.ClusterStage;
import dev.slipway.servers.Await;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests runs that a real Slurm starts again, which happens only if the document allows it. */
@Timeout(300)
class SlurmRerunsIT extends ClusterRuns {
    private static final ResourceDemand RERUN = ResourceDemand.NONE.choosing(
            new ClusterChoice(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), true));

    /** The first start ends only if it is ended; a later start tells what it finds. */
    private static final String PROGRAM = """
            echo "start ${SLURM_RESTART_COUNT:-0}"
            if [ "${SLURM_RESTART_COUNT:-0}" -eq 0 ]; then
                echo half > partial
                exec sleep 97534
            fi
            cat books.csv partial stdout.txt.start-0
            until [ -e go ]; do sleep 0.05; done
            """;

    private static final String FOUND = "start 1\nrows of books\nhalf\nstart 0\n";

    private JobToken submit(ResourceDemand demand) throws Exception {
        JobToken token = submit(PROGRAM, 1, demand, Duration.ofMinutes(5));
        until(token, "output of the first start", job -> output(token).contains("start 0"));
        return token;
    }

    private String number(JobToken token) {
        return until(token, "its number", job -> job.cluster().isPresent())
                .cluster()
                .orElseThrow()
                .run()
                .number();
    }

    private String host(JobToken token) {
        return slurm.command("squeue", "-h", "-j", number(token), "-o", "%N").strip();
    }

    /**
     * Waits until the run is in the queue again. Slurm would let it wait there for two minutes, because the host of the
     * first start refuses the job for so long. So the run gets the other host at once.
     */
    private void startNow(JobToken token, String host) {
        until(token, "a run in the queue again", job -> job.cluster()
                .flatMap(Job.AtCluster::stage)
                .equals(Optional.of(ClusterStage.REQUEUED)));
        assertThat(middleware.desk().explain(MiddlewareTestBed.ALICE, token).headline())
                .contains("was taken back into the queue of the cluster (restart 1");
        Await.until(() -> "the first start does not end", () -> ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .noneMatch(line -> line.contains("sleep 97534")));
        slurm.command("scontrol", "update", "nodename=" + host, "state=drain", "reason=test");
        slurm.command("scontrol", "update", "jobid=" + number(token), "starttime=now");
    }

    private void assertRanAgain(JobToken token) throws Exception {
        until(token, "another start", job -> job.cluster()
                .filter(at -> at.stage().isEmpty() && at.reason().equals("restart 1"))
                .isPresent());
        assertThat(middleware.desk().explain(MiddlewareTestBed.ALICE, token).headline())
                .startsWith("runs on partition big with 1 process (restart 1)");
        Files.createFile(folder.resolve("scratch").resolve(token.value()).resolve("files/go"));

        assertThat(untilClosed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(output(token)).isEqualTo(FOUND);
    }

    @Test
    void the_cluster_starts_no_run_again_without_leave() throws Exception {
        JobToken token = submit(ResourceDemand.NONE);

        assertThat(slurm.command("scontrol", "requeue", number(token))).contains("disabled");

        assertThat(slurm.command("squeue", "-h", "-j", number(token), "-o", "%T"))
                .contains("RUNNING");
        until(token, "the run without another stage", job -> job.cluster()
                .filter(at -> at.stage().isEmpty())
                .isPresent());
        middleware.desk().cancel(MiddlewareTestBed.ALICE, token);
        untilClosed(token);
    }

    @Test
    void a_requeued_run_starts_again_in_its_folder() throws Exception {
        JobToken token = submit(RERUN);
        String host = host(token);

        slurm.command("scontrol", "requeue", number(token));

        startNow(token, host);
        assertRanAgain(token);
    }

    @Test
    void a_run_that_was_preempted_starts_again() throws Exception {
        JobToken token = submit(RERUN);
        String host = host(token);

        slurm.command("sbatch", "--partition=urgent", "--nodes=2", "--exclusive", "--output=/dev/null", "--wrap=true");

        startNow(token, host);
        assertRanAgain(token);
    }

    @Test
    void a_run_whose_host_was_lost_starts_again_elsewhere() throws Exception {
        JobToken token = submit(RERUN);
        String host = host(token);

        slurm.command("scontrol", "update", "nodename=" + host, "state=down", "reason=test");

        startNow(token, host);
        assertRanAgain(token);
    }

    @Test
    void a_cancelled_run_does_not_start_again() throws Exception {
        JobToken token = submit(RERUN);
        slurm.command("scontrol", "requeue", number(token));
        until(token, "a run in the queue again", job -> job.cluster()
                .flatMap(Job.AtCluster::stage)
                .equals(Optional.of(ClusterStage.REQUEUED)));

        middleware.desk().cancel(MiddlewareTestBed.ALICE, token);

        assertThat(untilClosed(token).outcome()).contains(new JobOutcome.Cancelled("alice"));
        assertThat(slurm.command("squeue", "-h")).isBlank();
        assertThat(output(token)).isEqualTo("start 0\n");
    }

    @Test
    void a_service_that_starts_again_finds_a_requeued_run() throws Exception {
        JobToken token = submit(RERUN);
        String host = host(token);
        slurm.command("scontrol", "requeue", number(token));
        middleware.close();

        open();

        startNow(token, host);
        assertRanAgain(token);
    }
}
