package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.JobRequest;
import dev.slipway.request.ResourceDemand;
import dev.slipway.run.ClusterNote;
import dev.slipway.run.RunFolder;
import dev.slipway.run.ServiceIdentity;
import dev.slipway.testbed.MiddlewareTestBed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests runs on a real Slurm of which parts fail, hang or tell something wrong. */
@Timeout(300)
class SlurmFaultsIT extends ClusterRuns {
    private static final String WAIT = "until [ -e go ]; do sleep 0.05; done; echo done\n";

    private Path file(JobToken token, String name) {
        return folder.resolve("scratch").resolve(token.value()).resolve("files").resolve(name);
    }

    private Job untilUnderWay(JobToken token) {
        return until(token, "a run under way", job -> job.cluster()
                .filter(cluster -> cluster.stage().isEmpty())
                .isPresent());
    }

    private Job untilAway(JobToken token) {
        return until(token, "an outage", job -> job.blocked()
                .filter(problem -> problem.code() == ProblemCode.CLUSTER_AWAY)
                .isPresent());
    }

    /** Puts a shell script in the place of one of Slurm's commands, while the file {@code wrong} exists. */
    private Path spoil(String command, String script) throws Exception {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Path wrong = folder.resolve("wrong");
        for (String name : List.of("sbatch", "squeue", "scancel", "sacct", "scontrol")) {
            String spoilt = name.equals(command) ? "if [ -e " + wrong + " ]; then\n" + script + "\nfi\n" : "";
            Path file = Files.writeString(
                    bin.resolve(name), "#!/bin/sh\n" + spoilt + "exec /usr/bin/" + name + " \"$@\"\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        middleware.close();
        commands = Optional.of(bin);
        timeout = Duration.ofSeconds(2);
        open();
        return wrong;
    }

    @Test
    void a_squeue_that_hangs_holds_up_only_the_runs_of_its_cluster() throws Exception {
        Path wrong = spoil("squeue", "exec sleep 600");
        JobToken running = submit(WAIT);
        untilUnderWay(running);
        Files.createFile(wrong);
        Problem outage = untilAway(running).blocked().orElseThrow();
        assertThat(outage.message()).isEqualTo("cluster main: squeue did not answer within 2 s");

        JobRequest local = request("echo here\n", 1, ResourceDemand.NONE, Duration.ofMinutes(1), "local");
        JobToken elsewhere =
                middleware.desk().submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(local, "<local/>"));
        assertThat(untilClosed(elsewhere).outcome()).contains(new JobOutcome.Done());

        Files.delete(wrong);
        Files.createFile(file(running, "go"));
        assertThat(untilClosed(running).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void a_squeue_that_lies_ends_no_run() throws Exception {
        Path wrong = spoil("squeue", "exit 0");
        JobToken running = submit(WAIT);
        untilUnderWay(running);
        Files.createFile(wrong);
        Path counted = Files.writeString(folder.resolve("asked"), "");
        Files.setPosixFilePermissions(counted, PosixFilePermissions.fromString("rw-rw-rw-"));
        Files.writeString(
                folder.resolve("bin/scontrol"),
                "#!/bin/sh\necho x >> " + counted + "\nexec /usr/bin/scontrol \"$@\"\n");
        until(running, "questions for the run by its number", job -> Files.exists(counted) && size(counted) >= 6);
        assertThat(job(running).run()).isEmpty();
        assertThat(job(running).outcome()).isEmpty();

        Files.createFile(file(running, "go"));

        assertThat(untilClosed(running).outcome()).contains(new JobOutcome.Done());
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    @Test
    void bad_lines_and_unknown_states_end_no_run() throws Exception {
        Path wrong = spoil(
                "squeue",
                "echo 'slurm_load_jobs: \u0001 odd'; echo '|||||'; /usr/bin/squeue \"$@\""
                        + " | sed 's/RUNNING/TELEPORTED/'; exit 0");
        Files.createFile(wrong);
        JobToken running = submit(WAIT);
        until(running, "a claimed folder", job -> Files.exists(file(running, "../guard/claim")));
        assertThat(job(running).outcome()).isEmpty();

        Files.createFile(file(running, "go"));

        assertThat(untilClosed(running).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void a_program_that_forges_the_record_of_its_end_does_not_go_on_at_the_cluster() throws Exception {
        JobToken token = submit("""
                echo '{"exit_status":0,"signal":0,"reason":"exited","ended_ms":1000}' > ../guard/forged
                mv ../guard/forged ../guard/ended.json
                exec sleep 97533
                """);

        untilClosed(token);

        assertThat(slurm.command("squeue", "-h")).isBlank();
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse("")))
                .noneMatch(line -> line.contains("sleep 97533"));
    }

    @Test
    void a_host_that_the_cluster_loses_is_named_and_the_program_is_not() throws Exception {
        JobToken running = submit("exec sleep 300\n");
        String number = untilUnderWay(running).cluster().orElseThrow().run().number();
        String host = slurm.command("squeue", "-h", "-j", number, "-o", "%N").strip();

        slurm.command("scontrol", "update", "nodename=" + host, "state=down", "reason=test");

        Problem problem = failed(running).problem();
        assertThat(problem.code()).isEqualTo(ProblemCode.CLUSTER_NODE_LOST);
        assertThat(problem.message()).contains("lost a host", "cluster main, job " + number, "NODE_FAIL");
    }

    @Test
    void a_run_that_the_cluster_forgets_before_it_began_is_submitted_again() throws Exception {
        slurm.command("scontrol", "update", "partitionname=debug", "state=down");
        JobToken waiting = submit("echo done\n");
        until(waiting, "its number", job -> job.cluster().isPresent());

        slurm.killController();
        slurm.loseState();
        slurm.startController();

        assertThat(untilClosed(waiting).outcome()).contains(new JobOutcome.Done());
        assertThat(middleware.journal().events(waiting).stream()
                        .filter(one -> one.event() instanceof JobEvent.ClusterAccepted))
                .hasSizeGreaterThanOrEqualTo(1);
        assertThat(output(waiting)).isEqualTo("done\n");
    }

    @Test
    void a_folder_opens_to_the_user_of_its_run_only_once_the_note_is_there() throws Exception {
        List<String> moments = new CopyOnWriteArrayList<>();
        witness = point -> {
            if (point.effect().equals("run folder") && point.moment().contains("handed over")) {
                moments.add(point.moment() + ", " + noted());
            }
        };

        JobToken token = submit("echo done\n");

        assertThat(untilClosed(token).outcome()).contains(new JobOutcome.Done());
        if (ServiceIdentity.isRoot()) {
            assertThat(moments).containsExactly("half handed over, not noted", "handed over, noted");
        }
    }

    /** Tells whether the only run folder there is has a note. */
    private String noted() {
        try (Stream<Path> runs = Files.list(folder.resolve("scratch"))) {
            return ClusterNote.read(new RunFolder(runs.findFirst().orElseThrow()))
                            .isPresent()
                    ? "noted"
                    : "not noted";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void a_service_that_dies_at_any_moment_of_a_cancel_leaves_no_process() throws Exception {
        List<KillPoint> points = middleware.effects().stream()
                .flatMap(effect -> effect.killPoints().stream())
                .filter(point -> point.effect().equals("end at cluster"))
                .filter(point -> !point.moment().equals("folder claimed"))
                .toList();
        assertThat(points).hasSize(3);
        for (KillPoint point : points) {
            JobToken running = submit("exec sleep 97532\n");
            untilUnderWay(running);
            CountDownLatch died = new CountDownLatch(1);
            witness = passed -> {
                if (passed.equals(point)) {
                    died.countDown();
                    throw new AssertionError("the service dies: " + point);
                }
            };
            middleware.desk().cancel(MiddlewareTestBed.ALICE, running);
            died.await();
            witness = Witness.NONE;
            middleware.close();
            open();

            assertThat(untilClosed(running).outcome()).as(point.toString()).contains(new JobOutcome.Cancelled("alice"));
            assertThat(slurm.command("squeue", "-h")).as(point.toString()).isBlank();
            assertThat(ProcessHandle.allProcesses()
                            .map(process -> process.info().commandLine().orElse("")))
                    .as(point.toString())
                    .noneMatch(line -> line.contains("sleep 97532"));
        }
    }
}
