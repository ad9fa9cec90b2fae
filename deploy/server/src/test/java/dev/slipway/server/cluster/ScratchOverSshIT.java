package dev.slipway.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.OutputChunk;
import dev.slipway.digest.Sha256;
import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.ssh.HostCalls;
import dev.slipway.gateway.ssh.HostFiles;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.ClusterChoice;
import dev.slipway.request.CountRange;
import dev.slipway.request.FolderCopy;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.slurm.ClusterWay;
import dev.slipway.servers.Await;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whole jobs on a cluster with a scratch folder that this machine does not see: only the hosts of the bed have the
 * folder.
 */
@Timeout(600)
class ScratchOverSshIT extends JobsAtCluster {
    private static final int MANY_BYTES = 4 << 20;
    private static final Duration STALL = Duration.ofSeconds(10);

    private HostCalls calls;
    private HostFiles files;

    @Override
    void reach() {
        SshLimits limits = new SshLimits(Duration.ofSeconds(20), Duration.ofSeconds(1));
        calls = new HostCalls(limits);
        files = new HostFiles(limits, STALL);
    }

    @Override
    void leave() {
        calls.close();
        files.close();
    }

    @Override
    ClusterWay way(ClusterSettings cluster) {
        LoginNode node = new LoginNode(cluster.name(), bed.login(), calls);
        return ClusterWay.byCommands(
                cluster,
                new CommandsOverSsh(cluster, node),
                new UsersOverSsh(node, cluster.timeout()),
                new ScratchOverSsh(node, files, bed.slurm().scratch()));
    }

    @Override
    String user() {
        return ClusterBed.THERE;
    }

    @AfterEach
    void nothing_is_left() throws Exception {
        assertThat(there("ls -A"))
                .as("left in the scratch folder of the cluster")
                .isEmpty();
        try (Stream<Path> runs = Files.list(folder.resolve("scratch"))) {
            assertThat(runs).as("run folders left here").isEmpty();
        }
    }

    /** Runs a script in the scratch folder on a host. */
    private String there(String script) {
        return bed.slurm()
                .on(1, "sh", "-c", "cd '" + bed.slurm().scratch() + "' && " + script)
                .strip();
    }

    /** Submits a job that reads this many random bytes from in/data, and has the file out as its result. */
    private JobToken submit(String name, int bytes, String script) throws Exception {
        byte[] data = new byte[bytes];
        new Random(bytes).nextBytes(data);
        Files.write(Files.createDirectories(folder.resolve("inputs")).resolve("data"), data);
        List<StagingStep> stageIn =
                List.of(new FolderCopy(new StepHead.In("data", 1, new RunPath("in/data")), "inputs", "data"));
        return submit(
                launch(name, script, 1, MINUTE, ResourceDemand.NONE),
                stageIn,
                List.of(new ResultFile("out", new RunPath("out"), ResultFile.Role.FILE)));
    }

    private String inputs() throws Exception {
        return Sha256.hex(Files.readAllBytes(folder.resolve("inputs/data")));
    }

    private String result(JobToken token) throws Exception {
        try (InputStream out = middleware.desk().openResult(ALICE, token, "out")) {
            return Sha256.hex(out.readAllBytes());
        }
    }

    private Problem blocked(JobToken token, ProblemCode code) {
        return until(token, "a problem " + code, job -> job.blocked()
                        .filter(problem -> problem.code() == code)
                        .isPresent())
                .blocked()
                .orElseThrow();
    }

    @Test
    void a_job_runs_in_the_scratch_folder_and_its_files_come_back() throws Exception {
        JobToken token = submit("copies", 100_000, """
                pwd
                cp in/data out
                rm in/data
                ln -s /etc/passwd link
                mkfifo pipe
                mkdir -p deep/down && echo x > "deep/down/it's here"
                echo '{"done":2,"of":2}' >> "$SLIPWAY_PROGRESS"
                """);

        assertThat(closed(token).outcome()).contains(new JobOutcome.Done());

        assertThat(output(token)).isEqualTo(bed.slurm().scratch() + "/" + token + "/files\n");
        assertThat(result(token)).isEqualTo(inputs());
        assertThat(middleware
                        .desk()
                        .status(ALICE, token)
                        .run()
                        .progress()
                        .orElseThrow()
                        .done())
                .isEqualTo(2);
    }

    @Test
    void ranks_on_two_hosts_share_the_scratch_folder() throws Exception {
        String script = "echo \"rank $OMPI_COMM_WORLD_RANK of $OMPI_COMM_WORLD_SIZE\" > \"on-$SLURMD_NODENAME\"\n"
                + "until [ \"$(ls | grep -c '^on-')\" = 2 ]; do sleep 0.1; done\n"
                + "[ \"$OMPI_COMM_WORLD_RANK\" != 0 ] || cat on-* | sort > out\n";
        JobToken token = submit(
                launch("ranks", script, 2, MINUTE, over(2)),
                List.of(),
                List.of(new ResultFile("out", new RunPath("out"), ResultFile.Role.FILE)));

        assertThat(closed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(result(token)).isEqualTo(Sha256.hex("rank 0 of 2\nrank 1 of 2\n"));
    }

    private static ResourceDemand over(int hosts) {
        return new ResourceDemand(
                Optional.of(CountRange.exactly(hosts)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                ClusterChoice.NONE,
                MpiFlavour.ANY);
    }

    @Test
    void the_output_is_seen_while_the_run_goes_on_and_a_cancel_leaves_nothing() throws Exception {
        JobToken token = submit("sleeps", 1_000, "echo up\nexec sleep 600\n");
        until(token, "output", job -> outputSoFar(token).equals("up\n"));

        middleware.desk().cancel(ALICE, token);

        assertThat(closed(token).outcome()).contains(new JobOutcome.Cancelled("alice"));
        assertThat(bed.slurm().command("squeue", "-h")).isBlank();
        assertThat(output(token)).isEqualTo("up\n");
    }

    private String outputSoFar(JobToken token) {
        return new String(
                middleware
                        .desk()
                        .output(ALICE, token, OutputChunk.Stream.STDOUT, 0, 100)
                        .bytes(),
                StandardCharsets.UTF_8);
    }

    @Test
    void an_input_that_changes_on_its_way_is_sent_again_and_never_read_by_the_program() throws Exception {
        AtomicInteger changes = new AtomicInteger();
        witness = point -> {
            if (point.moment().equals("sent, not verified")
                    && there("ls *.part/files/in 2>/dev/null || true").equals("data")
                    && changes.getAndIncrement() != 1) {
                there("printf ~~~ | dd of=\"$(echo *.part/files/in/data)\" bs=1 seek=500 conv=notrunc 2>/dev/null");
            }
        };
        // The first look finds no input yet, because the records of the guard are sent first.
        JobToken mended = submit("mended", 100_000, "cp in/data out\n");
        assertThat(closed(mended).outcome()).contains(new JobOutcome.Done());
        assertThat(result(mended)).isEqualTo(inputs());
        assertThat(changes).hasValue(2);

        changes.set(2);
        JobToken damaged = submit("damaged", 100_000, "echo ran\n");
        JobOutcome.Failed failed = (JobOutcome.Failed) closed(damaged).outcome().orElseThrow();
        assertThat(failed.problem().code()).isEqualTo(ProblemCode.FILE_CORRUPT);
        assertThat(failed.problem().message()).contains("file in/data").contains("cluster main");
        assertThat(bed.slurm().command("squeue", "-h", "--states=all", "--name=" + damaged))
                .isBlank();
    }

    @Test
    void a_transfer_goes_on_after_a_cut_link_and_a_full_scratch_is_waited_for() throws Exception {
        List<Long> before = new CopyOnWriteArrayList<>();
        witness = point -> {
            if (point.moment().equals("folder made, nothing sent")) {
                before.add(sent());
            }
        };
        bed.slurm().fillScratch();
        JobToken token = submit("copies", MANY_BYTES, "cp in/data out\n");
        assertThat(blocked(token, ProblemCode.STORAGE_FULL).message()).contains("scratch folder of cluster main");
        bed.slurm().slowOutside("8mbit");
        bed.slurm().emptyScratch();
        Await.until("a part of the input", () -> sent() > MANY_BYTES / 8);
        bed.slurm().cutOutside();
        try {
            blocked(token, ProblemCode.CLUSTER_AWAY);
        } finally {
            bed.slurm().mendOutside();
        }

        assertThat(closed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(before.get(before.size() - 1)).isBetween(MANY_BYTES / 8L, MANY_BYTES - 1L);
        assertThat(result(token)).isEqualTo(inputs());
    }

    /** Returns the bytes of the input that the cluster has. */
    private long sent() {
        return Long.parseLong(there("stat -c %s *.part/files/in/data 2>/dev/null || echo 0"));
    }

    @Test
    void a_service_that_dies_at_any_moment_of_a_transfer_runs_the_program_once() throws Exception {
        // The guard may hide /tmp, in which the test's own folder is.
        Path ran = Files.createDirectory(bed.slurm().folder().resolve("ran"));
        Files.setPosixFilePermissions(ran, PosixFilePermissions.fromString("rwxrwxrwx"));
        List<KillPoint> points = middleware.effects().stream()
                .flatMap(effect -> effect.killPoints().stream())
                .filter(point ->
                        List.of("files to cluster", "files from cluster").contains(point.effect()))
                .toList();
        assertThat(points).hasSize(7);
        for (KillPoint point : points) {
            CountDownLatch died = new CountDownLatch(1);
            witness = passed -> {
                if (passed.equals(point)) {
                    died.countDown();
                    throw new AssertionError("the service dies: " + point);
                }
            };
            JobToken token = submit("once", 1_000, "echo run >> " + ran + "/$SLIPWAY_TOKEN\ncp in/data out\n");
            died.await();
            witness = passed -> {};
            close();
            open();

            assertThat(closed(token).outcome()).as(point.toString()).contains(new JobOutcome.Done());
            assertThat(result(token)).as(point.toString()).isEqualTo(inputs());
            assertThat(ran.resolve(token.value())).as(point.toString()).hasContent("run\n");
        }
    }
}
