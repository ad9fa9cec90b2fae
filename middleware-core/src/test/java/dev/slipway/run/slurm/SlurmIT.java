package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.status.Explanation;
import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.CountRange;
import dev.slipway.request.JobRequest;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.ResourceDemand;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.ServiceIdentity;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests runs on a real Slurm. */
@Timeout(300)
class SlurmIT extends ClusterRuns {
    private static ResourceDemand hosts(int hosts, ClusterChoice choice) {
        return new ResourceDemand(
                Optional.of(CountRange.exactly(hosts)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                choice,
                MpiFlavour.ANY);
    }

    /** More hosts than the cluster has, so that the run waits there until it is cancelled. */
    private JobToken submitToWait() throws Exception {
        return submit("exit 0\n", 9, hosts(9, ClusterChoice.NONE), Duration.ofMinutes(1));
    }

    private Job untilUnderWay(JobToken token) {
        return until(token, "a run under way", job -> job.cluster()
                .filter(cluster -> cluster.stage().isEmpty())
                .isPresent());
    }

    @Test
    void runs_a_program_as_the_granted_user_and_keeps_what_it_wrote() throws Exception {
        JobToken token = submit("""
                echo "as $(id -un), mode $MODE, job $SLURM_JOB_ID, [$2]"
                cat books.csv > pnl.csv
                echo "$SLIPWAY_TOKEN" >> pnl.csv
                echo '{"done":3,"of":3,"figures":{"var_mean_99":2.5}}' >> "$SLIPWAY_PROGRESS"
                """);

        Job job = untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
        String number = job.cluster().orElseThrow().run().number();
        assertThat(output(token))
                .isEqualTo("as " + ALICES_USER + ", mode fast, job " + number + ", [it's $HOME; %j\n#SBATCH]\n");
        assertThat(slurm.command("scontrol", "show", "job", number))
                .contains("JobName=" + token, "Comment=" + token, "Requeue=0");
        assertThat(middleware
                        .desk()
                        .status(MiddlewareTestBed.ALICE, token)
                        .run()
                        .progress()
                        .orElseThrow()
                        .figures())
                .containsEntry("var_mean_99", 2.5);
        try (var result = middleware.desk().openResult(MiddlewareTestBed.ALICE, token, "pnl")) {
            assertThat(new String(result.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("rows of books\n" + token + "\n");
        }
        assertThat(folder.resolve("scratch").resolve(token.value())).doesNotExist();
    }

    @Test
    void reports_an_exit_status_and_the_last_words() throws Exception {
        JobToken token = submit("echo 'cannot read positions' >&2\nexit 7\n");

        JobOutcome.Failed failed = failed(token);

        assertThat(failed.problem().code()).isEqualTo(ProblemCode.PROGRAM_FAILED);
        assertThat(failed.problem().message()).endsWith("ended with exit status 7");
        assertThat(failed.problem().detail()).contains("cannot read positions");
        assertThat(folder.resolve("scratch").resolve(token.value())).doesNotExist();
        assertThat(middleware.journal().events(token))
                .extracting(one -> one.event())
                .contains(new JobEvent.Cleaned(false));
    }

    @Test
    void a_run_waits_in_the_queue_of_the_cluster_until_it_is_cancelled() throws Exception {
        JobToken token = submitToWait();
        Job waiting = until(token, "a reason", job -> job.cluster()
                .filter(cluster -> !cluster.reason().isEmpty())
                .isPresent());
        assertThat(waiting.state()).isEqualTo(JobState.RUNNING);
        assertThat(waiting.cluster().orElseThrow().stage()).contains(ClusterStage.PENDING);
        assertThat(waiting.cluster().orElseThrow().reason()).isEqualTo("PartitionConfig");
        assertThat(middleware
                        .desk()
                        .status(MiddlewareTestBed.ALICE, token)
                        .run()
                        .cluster())
                .hasValueSatisfying(at -> {
                    assertThat(at.run())
                            .isEqualTo(waiting.cluster().orElseThrow().run());
                    assertThat(at.words()).contains("waits in the queue of the cluster (PartitionConfig)");
                });
        Explanation words = middleware.desk().explain(MiddlewareTestBed.ALICE, token);
        assertThat(words.headline())
                .startsWith("waits in the queue of the cluster (PartitionConfig), to run on partition big")
                .contains("cluster main has it as job");
        assertThat(words.waitsFor()).contains("its turn in the queue of cluster main");

        middleware.desk().cancel(MiddlewareTestBed.ALICE, token);

        assertThat(untilClosed(token).outcome()).contains(new JobOutcome.Cancelled("alice"));
        assertThat(slurm.command("squeue", "-h")).isBlank();
    }

    @Test
    void a_run_under_way_is_cancelled_and_none_of_its_processes_is_left() throws Exception {
        JobToken token = submit("sleep 97531 & echo up; wait\n");
        until(token, "output", job -> output(token).contains("up"));

        middleware.desk().cancel(MiddlewareTestBed.ALICE, token);

        assertThat(untilClosed(token).outcome()).contains(new JobOutcome.Cancelled("alice"));
        assertThat(slurm.command("squeue", "-h")).isBlank();
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse("")))
                .noneMatch(line -> line.contains("sleep 97531"));
    }

    @Test
    void the_guard_ends_a_run_at_its_wall_time() throws Exception {
        JobToken token = submit("exec sleep 300\n", 1, ResourceDemand.NONE, Duration.ofSeconds(1));

        Problem problem = failed(token).problem();

        assertThat(problem.code()).isEqualTo(ProblemCode.WALL_TIME);
    }

    @Test
    void a_run_that_others_cancel_at_the_cluster_says_so() throws Exception {
        JobToken token = submit("echo up\nexec sleep 300\n");
        Job running = untilUnderWay(token);
        String number = running.cluster().orElseThrow().run().number();

        slurm.command("scancel", number);

        Problem problem = failed(token).problem();
        assertThat(problem.code()).isEqualTo(ProblemCode.CLUSTER_CANCELLED);
        assertThat(problem.message()).contains("cluster main, job " + number);
    }

    @Test
    void a_run_that_others_cancel_while_it_waits_says_so() throws Exception {
        JobToken token = submitToWait();
        Job waiting = until(token, "its number", job -> job.cluster().isPresent());

        slurm.command("scancel", waiting.cluster().orElseThrow().run().number());

        assertThat(failed(token).problem().code()).isEqualTo(ProblemCode.CLUSTER_CANCELLED);
    }

    @Test
    void what_the_cluster_refuses_comes_back_in_its_words() throws Exception {
        ClusterChoice choice =
                new ClusterChoice(Optional.of("gpu"), Optional.empty(), Optional.empty(), Optional.empty());
        JobToken token = submit("exit 0\n", 1, hosts(1, choice), Duration.ofMinutes(1));

        Problem problem = failed(token).problem();

        assertThat(problem.code()).isEqualTo(ProblemCode.CLUSTER_REFUSED);
        assertThat(problem.message()).isEqualTo("cluster main refuses the run: the constraint on hosts");
        assertThat(problem.detail()).contains("Invalid feature specification");
    }

    @Test
    void a_plan_tells_what_the_cluster_would_refuse_and_submits_nothing() throws Exception {
        ClusterChoice gpu = new ClusterChoice(Optional.of("gpu"), Optional.empty(), Optional.empty(), Optional.empty());
        JobRequest refused = request("exit 0\n", 1, hosts(1, gpu), Duration.ofMinutes(1), "big");
        JobRequest taken = request("exit 0\n", 1, ResourceDemand.NONE, Duration.ofMinutes(1), "big");

        assertThat(middleware
                        .plans()
                        .plan(MiddlewareTestBed.ALICE, List.of(refused))
                        .problems())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.code()).isEqualTo(ProblemCode.CLUSTER_REFUSED);
                    assertThat(problem.message()).contains("the constraint on hosts");
                });
        assertThat(middleware
                        .plans()
                        .plan(MiddlewareTestBed.ALICE, List.of(taken))
                        .problems())
                .isEmpty();
        assertThat(slurm.command("squeue", "-h", "--states=PENDING,RUNNING,COMPLETED"))
                .isBlank();
    }

    @Test
    void a_document_charges_only_accounts_that_were_granted() throws Exception {
        ClusterChoice choice =
                new ClusterChoice(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of("others"));
        JobRequest request = request("exit 0\n", 1, hosts(1, choice), Duration.ofMinutes(1), "big");

        assertThat(middleware.desk().obstacles(MiddlewareTestBed.ALICE, request))
                .extracting(Problem::code)
                .containsExactly(ProblemCode.CLUSTER_ACCOUNT);
    }

    @Test
    void ranks_on_two_hosts_belong_to_one_world() throws Exception {
        JobToken token = submit(
                "echo \"rank $OMPI_COMM_WORLD_RANK of $OMPI_COMM_WORLD_SIZE on $SLURMD_NODENAME\"\n",
                2,
                hosts(2, ClusterChoice.NONE),
                Duration.ofMinutes(1));

        assertThat(untilClosed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(output(token).lines())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).startsWith("rank 0 of 2 on n"),
                        line -> assertThat(line).startsWith("rank 1 of 2 on n"));
        assertThat(output(token)).contains("on n1", "on n2");
    }

    @Test
    void a_program_of_another_mpi_than_its_launcher_is_found_before_it_runs() throws Exception {
        Path source = Path.of(System.getProperty("slipway.root"), "native-kernels/tests/mpi-probe/world.c");
        Process compiler = new ProcessBuilder(
                        "mpicc.mpich",
                        "-o",
                        folder.resolve("applications/world").toString(),
                        source.toString())
                .inheritIO()
                .start();
        assertThat(compiler.waitFor()).as("mpicc.mpich").isZero();
        JobRequest request = request(launch("world", 2, ResourceDemand.NONE, Duration.ofMinutes(1), "big"));

        JobToken token =
                middleware.desk().submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(request, "<job/>"));

        Problem problem = failed(token).problem();
        assertThat(problem.code()).isEqualTo(ProblemCode.MPI_UNFIT);
        assertThat(problem.detail()).contains("mpi-probe: ");
        assertThat(output(token)).doesNotContain("0 of ");
    }

    @Test
    void a_service_that_starts_again_finds_its_runs() throws Exception {
        JobToken running = submit("until [ -e go ]; do sleep 0.05; done; echo done\n");
        JobToken waiting = submitToWait();
        untilUnderWay(running);
        until(waiting, "its number", job -> job.cluster().isPresent());
        middleware.close();

        open();
        Files.createFile(folder.resolve("scratch").resolve(running.value()).resolve("files/go"));

        assertThat(untilClosed(running).outcome()).contains(new JobOutcome.Done());
        middleware.desk().cancel(MiddlewareTestBed.ALICE, waiting);
        assertThat(untilClosed(waiting).outcome()).contains(new JobOutcome.Cancelled("alice"));
    }

    @Test
    void the_user_of_a_run_cannot_name_other_files_as_those_of_the_run() throws Exception {
        JobToken token = submit("""
                cd .. && ls -ld files guard && mv files elsewhere
                echo "moved: $?"
                """);

        untilClosed(token);

        if (ServiceIdentity.isRoot()) {
            assertThat(output(token)).contains("moved: 1");
        }
    }

    @Test
    void an_sbatch_that_times_out_after_it_was_accepted_is_not_repeated() throws Exception {
        Path ran = Files.createDirectory(folder.resolve("ran"));
        Files.setPosixFilePermissions(ran, PosixFilePermissions.fromString("rwxrwxrwx"));
        middleware.close();
        replaceSbatch("/usr/bin/sbatch \"$@\" > /dev/null; [ -e " + ran + "/hangs ] || { touch " + ran
                + "/hangs; exec sleep 600; }; exit 1\n");
        open();

        JobToken token = submit("touch " + ran + "/$SLURM_JOB_ID.run\n");

        assertThat(untilClosed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(slurm.command("squeue", "-h", "--states=all", "-o", "%j")
                        .lines()
                        .toList())
                .isEqualTo(List.of(token.value()));
        try (var files = Files.list(ran)) {
            assertThat(files.filter(file -> file.toString().endsWith(".run"))).hasSize(1);
        }
    }

    /** Puts a shell script in the place of sbatch, and Slurm's own commands beside it. */
    private void replaceSbatch(String script) throws Exception {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        for (String name : List.of("squeue", "scancel", "sacct", "scontrol")) {
            Files.createSymbolicLink(bin.resolve(name), Path.of("/usr/bin", name));
        }
        Files.writeString(bin.resolve("sbatch"), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(bin.resolve("sbatch"), PosixFilePermissions.fromString("rwxr-xr-x"));
        commands = Optional.of(bin);
    }

    @Test
    void a_controller_that_is_killed_and_comes_back_loses_no_run() throws Exception {
        JobToken running = submit("until [ -e go ]; do sleep 0.05; done; echo done\n");
        JobToken waiting = submitToWait();
        untilUnderWay(running);
        until(waiting, "its number", job -> job.cluster().isPresent());

        slurm.killController();
        until(running, "an outage", job -> job.blocked()
                .filter(problem -> problem.code() == ProblemCode.CLUSTER_AWAY)
                .isPresent());
        JobRequest local = request("echo here\n", 1, ResourceDemand.NONE, Duration.ofMinutes(1), "local");
        JobToken elsewhere =
                middleware.desk().submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(local, "<local/>"));
        assertThat(untilClosed(elsewhere).outcome()).contains(new JobOutcome.Done());
        slurm.startController();
        Files.createFile(folder.resolve("scratch").resolve(running.value()).resolve("files/go"));

        assertThat(untilClosed(running).outcome()).contains(new JobOutcome.Done());
        until(waiting, "an end of the outage", job -> job.blocked().isEmpty());
        middleware.desk().cancel(MiddlewareTestBed.ALICE, waiting);
        assertThat(untilClosed(waiting).outcome()).contains(new JobOutcome.Cancelled("alice"));
    }

    @Test
    void a_service_that_dies_at_any_moment_of_a_submission_runs_the_program_once() throws Exception {
        Path ran = Files.createDirectory(folder.resolve("ran"));
        Files.setPosixFilePermissions(ran, PosixFilePermissions.fromString("rwxrwxrwx"));
        List<KillPoint> points = middleware.effects().stream()
                .flatMap(effect -> effect.killPoints().stream())
                .filter(point -> point.effect().equals("submit"))
                .toList();
        assertThat(points).hasSize(5);
        for (KillPoint point : points) {
            CountDownLatch died = new CountDownLatch(1);
            witness = passed -> {
                if (passed.equals(point)) {
                    died.countDown();
                    throw new AssertionError("the service dies: " + point);
                }
            };
            JobToken token = submit("echo run >> " + ran + "/$SLIPWAY_TOKEN\n");
            died.await();
            witness = Witness.NONE;
            middleware.close();
            open();

            assertThat(untilClosed(token).outcome()).as(point.toString()).contains(new JobOutcome.Done());
            assertThat(ran.resolve(token.value())).as(point.toString()).hasContent("run\n");
        }
    }
}
