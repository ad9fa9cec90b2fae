package dev.slipway.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the bed from this machine, in the view of the service and of a user at the machine. */
class SlurmBedIT {
    private static SlurmBed bed;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        bed = SlurmBed.start("--hosts", "2");
    }

    @AfterAll
    static void close() {
        bed.close();
    }

    @Test
    void mpirun_in_a_batch_job_reaches_both_hosts() throws Exception {
        Path script = Files.writeString(folder.resolve("job"), """
                #!/bin/bash
                export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
                mpirun.openmpi hostname
                """);

        Path output = folder.resolve("output");
        bed.command("sbatch", "-N2", "-n2", "-D", "/", "-o", output.toString(), script.toString());
        awaitNoJobs(bed);

        assertThat(Files.readAllLines(output)).containsExactlyInAnyOrder("host1", "host2");
    }

    @Test
    void two_beds_at_once_have_jobs_of_their_own() {
        try (SlurmBed other = SlurmBed.start("--hosts", "1", "--name", "other")) {
            String here = submit(bed, "-H");
            String there = submit(other, "-H", "-J", "there");

            assertThat(other.command("squeue", "-h", "-o", "%i %j").strip()).isEqualTo(there + " there");
            assertThat(bed.command("squeue", "-h", "-o", "%j")).doesNotContain("there");
            assertThat(other.address(1)).isNotEqualTo(bed.address(1));
            bed.command("scancel", here);
        }
        awaitNoJobs(bed);
    }

    @Test
    void nothing_is_left_when_its_process_is_killed() throws Exception {
        SlurmBed killed = SlurmBed.start("--hosts", "2");
        String address = killed.address(1);
        String sign = killed.folder().getFileName().toString();
        killed.command("sbatch", "-N2", "-o", "/dev/null", "--wrap", "srun sleep 600 # " + sign);
        Await.until("the job runs", () -> killed.command("squeue", "-h", "-t", "R", "-o", "%i")
                .contains("1"));
        assertThat(processesWith(sign)).isNotEmpty();
        assertThat(cardFor(address)).isTrue();

        killed.process().destroyForcibly();

        Await.until("all processes are gone", () -> processesWith(sign).isEmpty());
        Await.until("the folder is gone", () -> Files.notExists(killed.folder()));
        Await.until("the card is gone", () -> !cardFor(address));
    }

    @Test
    void is_gone_when_closed() {
        SlurmBed closed = SlurmBed.start("--hosts", "1");

        closed.close();

        assertThat(closed.folder()).doesNotExist();
        assertThat(processesWith(closed.folder().toString())).isEmpty();
    }

    @Test
    void slurmctld_knows_its_jobs_when_started_again_and_forgets_them_without_its_state() {
        try (SlurmBed own = SlurmBed.start("--hosts", "1")) {
            String running = submit(own);
            String held = submit(own, "-H");
            Await.until("the job runs", () -> own.command("squeue", "-h", "-t", "R", "-o", "%i")
                    .contains(running));

            own.stopController();
            assertThat(own.on(1, "ps", "-e", "-o", "comm=")).doesNotContain("slurmctld");
            own.startController();

            assertThat(own.command("squeue", "-h", "-o", "%i %t").lines())
                    .containsExactlyInAnyOrder(running + " R", held + " PD");

            own.killController();
            own.startControllerWithoutState();

            assertThat(own.command("squeue", "-h")).isEmpty();
            assertThat(submit(own, "-H")).isEqualTo("1");
        }
    }

    @Test
    void a_frozen_slurmctld_answers_nobody_until_it_is_thawed() throws Exception {
        bed.freezeController();
        Process asked;
        try {
            ProcessBuilder question = new ProcessBuilder("squeue", "-h").redirectErrorStream(true);
            question.environment().put("SLURM_CONF", bed.conf().toString());
            asked = question.start();
            Await.until("the question waits for an answer", () -> bed.on(1, "ss", "-Htn", "sport", "=", "6817")
                    .contains(":6817"));
            assertThat(asked.isAlive()).isTrue();
        } finally {
            bed.thawController();
        }
        assertThat(Await.exit(asked)).isZero();
    }

    @Test
    void a_cut_host_is_out_of_reach_until_it_is_mended() {
        String to = bed.address(2);
        String[] login = {
            "ssh", "-F", bed.folder().resolve("ssh/config").toString(), "-o", "ConnectTimeout=1", to, "hostname"
        };
        assertThat(bed.command(login).strip()).isEqualTo("host2");

        bed.cut(2);
        assertThat(bed.ask(login).status()).isEqualTo(255);
        bed.mend(2);

        assertThat(bed.command(login).strip()).isEqualTo("host2");
    }

    @Test
    void a_cluster_that_is_cut_off_from_this_machine_works_on() {
        bed.cutOutside();
        assertThat(bed.ask("timeout", "1", "squeue").status()).isNotZero();
        assertThat(bed.on(1, "sinfo", "-h", "-N", "-p", "batch", "-o", "%N").lines())
                .containsExactly("host1", "host2");
        bed.mendOutside();

        bed.awaitHosts();
        assertThat(bed.ask("squeue").status()).isZero();
    }

    @Test
    void a_crashed_host_loses_its_processes_and_can_be_booted() {
        String job = submit(bed, "-w", "host2", "--no-requeue");
        Await.until("the job runs", () -> bed.command("squeue", "-h", "-t", "R", "-o", "%i")
                .contains(job));

        bed.crash(2);
        assertThat(bed.on(2, "ps", "-e", "-o", "comm=").lines().map(String::strip))
                .doesNotContain("slurmd", "sshd", "slurmstepd");
        bed.boot(2);

        bed.awaitHosts();
        bed.command("scancel", job);
        awaitNoJobs(bed);
    }

    @Test
    void a_drained_host_takes_no_job() {
        bed.drain(2);
        String job = submit(bed, "-w", "host2");
        Await.until("the job waits for the host", () -> bed.command("squeue", "-h", "-j", job, "-o", "%T %r")
                .startsWith("PENDING ReqNodeNotAvail"));
        bed.undrain(2);

        Await.until("the job runs", () -> bed.command("squeue", "-h", "-j", job, "-o", "%T")
                .startsWith("RUNNING"));
        bed.command("scancel", job);
        awaitNoJobs(bed);
    }

    @Test
    void ended_jobs_are_forgotten_when_purged_but_stay_in_the_list_of_ended_jobs() {
        String job = submit(bed, "-H", "-J", "purged");
        bed.command("scancel", job);
        assertThat(bed.command("squeue", "-h", "-t", "all", "-o", "%j")).contains("purged");

        bed.purge();

        assertThat(bed.command("squeue", "-h", "-t", "all", "-o", "%j")).doesNotContain("purged");
        assertThat(bed.command("sacct", "-c", "-n", "-o", "jobname%20,state%20"))
                .containsPattern("purged +CANCELLED");
    }

    @Test
    void only_the_hosts_see_their_scratch_and_it_can_be_full() throws Exception {
        Path file = bed.scratch().resolve("file");
        bed.fillScratch();
        assertThatThrownBy(() -> bed.on(2, "dd", "if=/dev/zero", "of=" + file, "bs=1M", "count=1"))
                .hasMessageContaining("No space left on device");
        bed.emptyScratch();

        bed.on(2, "dd", "if=/dev/zero", "of=" + file, "bs=1M", "count=1");

        assertThat(bed.on(1, "stat", "-c", "%s", file.toString()).strip()).isEqualTo("1048576");
        assertThat(bed.scratch()).isEmptyDirectory();
    }

    @Test
    void slurmrestd_answers_a_user_with_a_token() throws Exception {
        // slurmrestd breaks off its answer to a client that offers HTTP/2.
        HttpRequest request = HttpRequest.newBuilder(URI.create(bed.rest() + "/slurm/v0.0.38/ping"))
                .version(HttpClient.Version.HTTP_1_1)
                .header("X-SLURM-USER-NAME", "root")
                .header("X-SLURM-USER-TOKEN", bed.token("root"))
                .build();

        var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"UP\"");
    }

    @Test
    void names_the_option_and_the_verb_that_it_does_not_know() {
        assertThatThrownBy(() -> SlurmBed.start("--nodes", "2"))
                .hasMessageContaining("cluster: there is no option --nodes; cluster.sh --help lists them");
        assertThatThrownBy(() -> bed.cut(3)).hasMessageContaining("this bed has the hosts 1 to 2, not '3'");
        assertThatThrownBy(() -> SlurmBed.start("--folder", folder.toString()))
                .hasMessageContaining("the folder of a bed must be new: " + folder);
    }

    /** The hosts of the kernels' tests stand for containers: they have no files of the cluster, and no daemons. */
    @Test
    void the_script_of_containers_makes_a_cluster_of_two_hosts() throws Exception {
        Path root = Path.of(System.getProperty("slipway.root"));
        // munge wants a socket that all users can reach.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path shared = Files.createDirectory(folder.resolve("bed"));
        Path script = Files.writeString(folder.resolve("containers"), """
                for i in 1 2; do
                  bash /dev/shm/bed/enter 10.77.0.$i \\
                    sh -c 'mount -t tmpfs run /run && exec bash "$1" "$2"' host "$1" $i &
                done
                export SLURM_CONF=$BED_FOLDER/etc/slurm.conf
                until [ "$(sinfo -h -t idle -p batch -o %D 2>/dev/null)" = 2 ]; do
                  [ $SECONDS -lt 60 ] || { tail -n 8 $BED_FOLDER/log/* && exit 1; }
                  sleep 0.05
                done
                srun -N2 hostname
                """);
        ProcessBuilder hosts = new ProcessBuilder(
                        root.resolve("native-kernels/tests/net/four-hosts.sh").toString(),
                        "--hosts",
                        "2",
                        "bash",
                        script.toString(),
                        root.resolve("deploy/cluster/container.sh").toString())
                .redirectErrorStream(true);
        hosts.environment().putAll(Map.of("BED_FOLDER", shared.toString(), "BED_NETWORK", "10.77.0"));

        Process process = hosts.start();
        String output = Await.output(process);

        assertThat(Await.exit(process)).as(output).isZero();
        assertThat(output.lines()).containsExactlyInAnyOrder("host1", "host2");
    }

    /** Submits a job that sleeps, and returns its number. */
    private static String submit(SlurmBed to, String... options) {
        List<String> command = new ArrayList<>(List.of("sbatch", "--parsable", "-o", "/dev/null"));
        command.addAll(List.of(options));
        command.addAll(List.of("--wrap", "sleep 600"));
        return to.command(command.toArray(new String[0])).strip();
    }

    private static void awaitNoJobs(SlurmBed of) {
        Await.until("no job is left", () -> of.command("squeue", "-h").isEmpty());
    }

    private static List<String> processesWith(String sign) {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(sign))
                .toList();
    }

    /** Returns whether this machine has a card in the network of that address. */
    private static boolean cardFor(String address) throws SocketException {
        String network = address.substring(0, address.lastIndexOf('.') + 1);
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .anyMatch(own -> own.getHostAddress().startsWith(network));
    }
}
