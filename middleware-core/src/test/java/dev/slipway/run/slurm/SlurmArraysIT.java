package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.JobSummary;
import dev.slipway.desk.Receipt;
import dev.slipway.desk.SweepSubmission;
import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.operations.OperationsDesk;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.JobRequest;
import dev.slipway.request.ResourceDemand;
import dev.slipway.stoppage.Stoppage.LaunchesOn;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that the runs of a sweep go to a real Slurm as an array, and that each of them still has a life of its own. */
@Timeout(300)
class SlurmArraysIT extends ClusterRuns {
    private Path ran;
    private Path calls;

    /** Counts the calls of Slurm's commands. */
    @BeforeEach
    void count() throws Exception {
        middleware.close();
        ran = Files.createDirectory(folder.resolve("ran"));
        calls = Files.createFile(folder.resolve("calls"));
        Files.setPosixFilePermissions(ran, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.setPosixFilePermissions(calls, PosixFilePermissions.fromString("rw-rw-rw-"));
        Path bin = Files.createDirectory(folder.resolve("bin"));
        for (String name : List.of("sbatch", "squeue", "scancel", "sacct", "scontrol")) {
            counts(bin, name, "exec /usr/bin/" + name + " \"$@\"");
        }
        commands = Optional.of(bin);
        open();
    }

    private void counts(Path bin, String name, String script) throws Exception {
        Path file = Files.writeString(
                bin.resolve(name), "#!/bin/sh\necho " + name + " \"$@\" >> " + calls + "\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<String> calls(String command) throws Exception {
        return Files.readAllLines(calls).stream()
                .filter(line -> line.startsWith(command + " "))
                .toList();
    }

    /** Submits a sweep whose runs are all ready, and are not launched before {@link #launch}. */
    private List<JobToken> ready(int elements, String script) throws Exception {
        operations().stop(MiddlewareTestBed.OPERATOR, new LaunchesOn("big"), "gather");
        JobRequest request = request(script, 1, ResourceDemand.NONE, Duration.ofMinutes(1), "big");
        Receipt receipt = middleware
                .desk()
                .submit(
                        MiddlewareTestBed.ALICE,
                        new SweepSubmission(
                                "<sweep/>".getBytes(StandardCharsets.UTF_8),
                                Optional.empty(),
                                Collections.nCopies(elements, request)));
        List<JobToken> tokens =
                middleware.desk().members(MiddlewareTestBed.ALICE, receipt.group(), 0, elements).stream()
                        .map(JobSummary::token)
                        .toList();
        tokens.forEach(token -> until(token, "staged files", job -> job.state() == JobState.READY));
        return tokens;
    }

    private OperationsDesk operations() {
        return middleware.operations(() -> List.of(), Duration.ZERO);
    }

    private void launch() {
        operations().resume(MiddlewareTestBed.OPERATOR, new LaunchesOn("big"));
    }

    private String number(JobToken token) {
        return until(token, "its number", job -> job.cluster().isPresent())
                .cluster()
                .orElseThrow()
                .run()
                .number();
    }

    private void assertRanOnce(JobToken token) {
        assertThat(untilClosed(token).outcome()).as(token.value()).contains(new JobOutcome.Done());
        assertThat(ran.resolve(token.value())).hasContent("run");
    }

    private String program() {
        return "echo run >> " + ran + "/$SLIPWAY_TOKEN\n";
    }

    @Test
    void ready_runs_of_a_sweep_go_as_one_array_and_are_asked_for_by_one_name() throws Exception {
        List<JobToken> tokens = ready(20, program() + "echo \"$SLIPWAY_TOKEN in $PWD\"\n");
        launch();

        tokens.forEach(this::assertRanOnce);

        assertThat(calls("sbatch")).singleElement().asString().contains(" --array=0,1,2,");
        assertThat(tokens.stream()
                        .map(token -> job(token).cluster().orElseThrow().run().number()))
                .allMatch(number -> number.matches("[0-9]+_[0-9]+"))
                .doesNotHaveDuplicates();
        assertThat(calls("squeue"))
                .filteredOn(line -> line.contains("--name=" + tokens.get(0)))
                .allSatisfy(line -> assertThat(line).contains("--array").doesNotContain("," + tokens.get(0)));
        for (JobToken token : tokens) {
            assertThat(output(token)).startsWith(token + " in ").contains("/" + token + "/");
        }
    }

    @Test
    void a_large_sweep_has_its_first_array_at_the_cluster_before_the_last_run_is_ready() throws Exception {
        AtomicInteger noted = new AtomicInteger();
        AtomicInteger notedAtFirst = new AtomicInteger();
        witness = point -> {
            if (point.moment().startsWith("noted that the cluster")) {
                noted.incrementAndGet();
            } else if (point.moment().startsWith("sbatch has answered")) {
                notedAtFirst.compareAndSet(0, noted.get());
            }
        };
        List<JobToken> tokens = ready(40, program());
        launch();

        tokens.forEach(this::assertRanOnce);

        assertThat(notedAtFirst).hasValue(32);
        assertThat(calls("sbatch")).hasSize(2);
        assertThat(noted).hasValue(40);
    }

    @Test
    void jobs_that_come_one_after_the_other_go_alone() throws Exception {
        for (int job = 0; job < 2; job++) {
            assertRanOnce(submit(program()));
        }

        assertThat(calls("sbatch")).hasSize(2).noneMatch(line -> line.contains("--array"));
    }

    @Test
    void jobs_outside_of_a_sweep_that_are_ready_at_once_go_as_one_array() throws Exception {
        operations().stop(MiddlewareTestBed.OPERATOR, new LaunchesOn("big"), "gather");
        List<JobToken> tokens = new ArrayList<>();
        for (int job = 0; job < 5; job++) {
            String script = program() + "echo \"job " + job + ": ${LC_ALL-none} ${TZ-none} ${USER-none}\"\n";
            JobRequest request = request(script, 1, ResourceDemand.NONE, Duration.ofMinutes(1), "big");
            JobToken token =
                    middleware.desk().submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(request, script));
            until(token, "staged files", one -> one.state() == JobState.READY);
            tokens.add(token);
        }
        launch();

        tokens.forEach(this::assertRanOnce);
        assertThat(calls("sbatch")).singleElement().asString().contains(" --array=0,1,2,3,4 ");
        for (int job = 0; job < 5; job++) {
            assertThat(output(tokens.get(job)))
                    .as("without variables of Slurm's commands, and without a login shell on the host")
                    .startsWith("job " + job + ": none none none");
        }
    }

    @Test
    void a_cancel_ends_one_run_of_an_array_alone() throws Exception {
        slurm.command("scontrol", "update", "partitionname=debug", "state=down");
        List<JobToken> tokens = ready(6, program() + "until [ -e go ]; do sleep 0.05; done\n");
        launch();
        tokens.forEach(this::number);

        middleware.desk().cancel(MiddlewareTestBed.ALICE, tokens.get(2));
        assertThat(untilClosed(tokens.get(2)).outcome()).contains(new JobOutcome.Cancelled("alice"));
        slurm.command("scontrol", "update", "partitionname=debug", "state=up");
        until(
                tokens.get(3),
                "a run under way",
                job -> Files.exists(ran.resolve(tokens.get(3).value())));
        middleware.desk().cancel(MiddlewareTestBed.ALICE, tokens.get(3));
        assertThat(untilClosed(tokens.get(3)).outcome()).contains(new JobOutcome.Cancelled("alice"));
        for (int i : List.of(0, 1, 4, 5)) {
            Files.createFile(
                    folder.resolve("scratch").resolve(tokens.get(i).value()).resolve("files/go"));
        }

        for (int i : List.of(0, 1, 4, 5)) {
            assertRanOnce(tokens.get(i));
        }
        assertThat(ran.resolve(tokens.get(2).value())).doesNotExist();
        assertThat(slurm.command("squeue", "-h")).isBlank();
    }

    @Test
    void a_waiting_run_of_an_array_that_others_cancel_says_so() throws Exception {
        slurm.command("scontrol", "update", "partitionname=debug", "state=down");
        List<JobToken> tokens = ready(3, program());
        launch();

        slurm.command("scancel", number(tokens.get(1)));

        Problem problem = failed(tokens.get(1)).problem();
        assertThat(problem.code()).isEqualTo(ProblemCode.CLUSTER_CANCELLED);
        assertThat(problem.message()).contains("before it began", number(tokens.get(1)));
        slurm.command("scontrol", "update", "partitionname=debug", "state=up");
        assertRanOnce(tokens.get(0));
        assertRanOnce(tokens.get(2));
    }

    @Test
    void a_service_that_dies_at_any_moment_of_an_array_runs_each_program_once() throws Exception {
        List<KillPoint> points = middleware.effects().stream()
                .flatMap(effect -> effect.killPoints().stream())
                .filter(point -> point.effect().equals("submit"))
                .toList();
        assertThat(points).hasSize(5);
        for (KillPoint point : points) {
            List<JobToken> tokens = ready(4, program());
            // A point of each run is passed by the second run, so that one is done and another is not.
            AtomicInteger left = new AtomicInteger(point.moment().startsWith("sbatch") ? 1 : 2);
            CountDownLatch died = new CountDownLatch(1);
            witness = passed -> {
                if (passed.equals(point) && left.decrementAndGet() <= 0) {
                    died.countDown();
                    throw new AssertionError("the service dies: " + point);
                }
            };
            launch();
            died.await();
            middleware.close();
            witness = Witness.NONE;
            open();

            tokens.forEach(this::assertRanOnce);
        }
        assertThat(calls("sbatch")).filteredOn(line -> line.contains("--array")).hasSizeGreaterThanOrEqualTo(5);
    }

    @Test
    void an_array_that_sbatch_accepts_and_does_not_tell_of_is_not_submitted_again() throws Exception {
        counts(
                folder.resolve("bin"),
                "sbatch",
                "/usr/bin/sbatch \"$@\" > /dev/null; [ -e " + ran + "/hangs ] || { touch " + ran
                        + "/hangs; exec sleep 600; }; exit 1");
        middleware.close();
        timeout = Duration.ofSeconds(2);
        open();
        List<JobToken> tokens = ready(5, program());
        launch();

        tokens.forEach(this::assertRanOnce);

        assertThat(calls("sbatch")).hasSize(1);
    }

    @Test
    void an_array_that_the_cluster_refuses_goes_as_single_runs() throws Exception {
        counts(
                folder.resolve("bin"),
                "sbatch",
                "case \"$*\" in *--array=*) echo 'sbatch: error: Batch job submission failed: Invalid job array"
                        + " specification' >&2; exit 1 ;; esac; exec /usr/bin/sbatch \"$@\"");
        List<JobToken> tokens = ready(3, program());
        launch();

        tokens.forEach(this::assertRanOnce);

        assertThat(calls("sbatch")).hasSize(4);
        assertThat(number(tokens.get(2))).matches("[0-9]+");
    }

    @Test
    void an_array_has_no_more_runs_than_the_cluster_allows() throws Exception {
        counts(
                folder.resolve("bin"),
                "scontrol",
                "case \"$*\" in *config*) echo 'MaxArraySize            = 4'; exit 0 ;; esac;"
                        + " exec /usr/bin/scontrol \"$@\"");
        List<JobToken> tokens = ready(9, program());
        launch();

        tokens.forEach(this::assertRanOnce);

        assertThat(calls("sbatch")).hasSize(3);
        assertThat(number(tokens.get(8))).matches("[0-9]+");
    }

    @Test
    void an_array_that_the_cluster_forgets_is_submitted_again() throws Exception {
        slurm.command("scontrol", "update", "partitionname=debug", "state=down");
        List<JobToken> tokens = ready(3, program());
        launch();
        tokens.forEach(this::number);

        slurm.killController();
        slurm.loseState();
        slurm.startController();

        tokens.forEach(this::assertRanOnce);
    }
}
