package dev.slipway.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.JobSummary;
import dev.slipway.desk.Receipt;
import dev.slipway.desk.SweepSubmission;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.ResourceDemand;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests whole jobs on a cluster that is reached in one of several ways. */
abstract class JobsAtClusterContract extends JobsAtCluster {
    private static final int RUNS = 8;

    /** Returns the number of the user of the cluster. */
    abstract int uid();

    @Test
    void a_job_runs_as_the_granted_user() throws Exception {
        JobToken token = submit("who", "echo \"as $(id -u), job $SLURM_JOB_ID, [$1]\"\n");

        Job job = until(token, "its end", one -> one.state() == JobState.CLOSED);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
        String number = job.cluster().orElseThrow().run().number();
        assertThat(output(token)).isEqualTo("as " + uid() + ", job " + number + ", [it's $HOME; %j\n#SBATCH]\n");
    }

    @Test
    void a_job_outlives_a_cut_link_and_runs_once() throws Exception {
        Path door = folder.resolve("door");
        Path runs = Files.createDirectory(folder.resolve("runs"));
        Files.setPosixFilePermissions(runs, PosixFilePermissions.fromString("rwxrwxrwx"));
        JobToken token = submit(
                "waits", "echo run >> " + runs.resolve("log") + "\nuntil [ -e " + door + " ]; do sleep 0.1; done\n");
        until(token, "the program", job -> Files.exists(runs.resolve("log")));

        bed.slurm().cutOutside();
        try {
            Job blocked = until(token, "the outage", job -> job.blocked().isPresent());
            assertThat(blocked.blocked().orElseThrow().code()).isEqualTo(ProblemCode.CLUSTER_AWAY);
        } finally {
            bed.slurm().mendOutside();
        }
        Files.createFile(door);

        Job job = until(token, "its end", one -> one.state() == JobState.CLOSED);
        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(runs.resolve("log")).hasContent("run\n");
    }

    @Test
    void the_runs_of_a_sweep_share_calls_and_each_runs_once() throws Exception {
        Path ran = Files.createDirectory(folder.resolve("ran"));
        Files.setPosixFilePermissions(ran, PosixFilePermissions.fromString("rwxrwxrwx"));
        LaunchRequest launch =
                launch("swept", "echo run >> " + ran + "/$SLIPWAY_TOKEN\n", 1, MINUTE, ResourceDemand.NONE);
        JobRequest request = request(launch, List.of(), List.of());

        Receipt sweep = middleware
                .desk()
                .submit(
                        ALICE,
                        new SweepSubmission(
                                "<sweep/>".getBytes(StandardCharsets.UTF_8),
                                Optional.empty(),
                                Collections.nCopies(RUNS, request)));

        List<String> numbers = new ArrayList<>();
        for (JobSummary one : middleware.desk().members(ALICE, sweep.group(), 0, RUNS)) {
            Job job = until(one.token(), "its end", now -> now.state() == JobState.CLOSED);
            assertThat(job.outcome()).contains(new JobOutcome.Done());
            assertThat(ran.resolve(one.token().value())).hasContent("run\n");
            numbers.add(job.cluster().orElseThrow().run().number());
        }
        assertThat(numbers).doesNotHaveDuplicates().anyMatch(number -> number.contains("_"));
    }

    @Test
    void a_cancel_ends_the_job_at_the_cluster() throws Exception {
        JobToken token = submit("sleeps", "sleep 600\n");
        until(token, "a number at the cluster", job -> job.cluster().isPresent());

        middleware.desk().cancel(ALICE, token);

        assertThat(until(token, "its end", job -> job.state() == JobState.CLOSED)
                        .outcome())
                .contains(new JobOutcome.Cancelled("alice"));
        assertThat(bed.slurm().command("squeue", "-h")).isBlank();
    }

    @Test
    void what_the_cluster_refuses_comes_back_in_its_words() throws Exception {
        JobToken token = submit(launch("refused", "exit 0\n", 1, MINUTE, demand("gpu")), List.of(), List.of());

        Problem problem = failed(token);

        assertThat(problem.code()).isEqualTo(ProblemCode.CLUSTER_REFUSED);
        assertThat(problem.message()).isEqualTo("cluster main refuses the run: the constraint on hosts");
        assertThat(problem.detail()).contains("Invalid feature specification");
    }

    @Test
    void a_job_is_ended_at_its_limit_on_elapsed_time() throws Exception {
        JobToken token = submit(
                launch("slow", "exec sleep 300\n", 1, Duration.ofSeconds(1), ResourceDemand.NONE),
                List.of(),
                List.of());

        assertThat(failed(token).code()).isEqualTo(ProblemCode.WALL_TIME);
    }

    @Test
    void a_job_that_others_cancel_at_the_cluster_says_so() throws Exception {
        JobToken token = submit("victim", "sleep 600\n");
        Job job = until(token, "a number at the cluster", one -> one.cluster().isPresent());

        bed.slurm().command("scancel", job.cluster().orElseThrow().run().number());

        assertThat(failed(token).code()).isEqualTo(ProblemCode.CLUSTER_CANCELLED);
    }

    private static ResourceDemand demand(String constraint) {
        return new ResourceDemand(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                new ClusterChoice(Optional.of(constraint), Optional.empty(), Optional.empty(), Optional.empty()),
                MpiFlavour.ANY);
    }
}
