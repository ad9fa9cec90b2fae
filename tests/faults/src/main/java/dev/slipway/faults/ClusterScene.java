package dev.slipway.faults;

import dev.slipway.servers.Await;
import dev.slipway.servers.SlurmBed;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

/**
 * A job on a cluster on which faults act.
 *
 * @param sid the submission id of the job
 * @param token the job; null before it is submitted
 * @param client calls the service
 */
record ClusterScene(SlurmBed bed, RestartingClient client, ClusterPlaces places, String sid, String token) {
    /** The host of all jobs, which ask for its feature rack2. Host 1 has slurmctld. */
    static final int JOBS_HOST = 2;

    ClusterScene of(String submitted) {
        return new ClusterScene(bed, client, places, sid, submitted);
    }

    /** Fills the cluster, so that the job waits. Returns when every host is busy. */
    void occupy() {
        bed.command("sbatch", "-N2", "--exclusive", "-J", "stranger", "-o", "/dev/null", "--wrap", "sleep 1000");
        Await.until("the cluster is busy", () -> !bed.command("squeue", "-h", "-t", "R", "-n", "stranger")
                .isEmpty());
    }

    /** Cancels all jobs that are not the service's. */
    void cancelStrangers() {
        bed.command("scancel", "-n", "stranger");
        Await.until("the strangers are gone", () -> bed.command("squeue", "-h", "-n", "stranger")
                .isEmpty());
    }

    /** Submits jobs of other users until one of these jobs has the number. */
    void strangersUpTo(String number) {
        String last;
        do {
            last = bed.command(
                            "sbatch", "--parsable", "-H", "-J", "stranger", "-o", "/dev/null", "--wrap", "sleep 1000")
                    .strip();
        } while (Integer.parseInt(last) < Integer.parseInt(number));
    }

    void displace() {
        bed.command(
                "sbatch",
                "-p",
                "urgent",
                "-N2",
                "--exclusive",
                "-J",
                "stranger",
                "-o",
                "/dev/null",
                "--wrap",
                "sleep 1000");
        Await.until("the urgent job runs", () -> !bed.command("squeue", "-h", "-t", "R", "-n", "stranger")
                .isEmpty());
    }

    /** Returns the cluster's number of the job, once the cluster has it. */
    String number() {
        Await.until("the cluster has the job", () -> !inQueue("%i").isEmpty());
        return inQueue("%i");
    }

    private String inQueue(String field) {
        return bed.command("squeue", "-h", "-n", token, "-o", field).strip();
    }

    void awaitGone() {
        Await.until("the cluster has ended the job", () -> inQueue("%i").isEmpty());
    }

    void cancelByOthers() {
        bed.command("scancel", "-n", token);
        awaitGone();
    }

    /** Crashes the host of the job, and waits until slurmctld gives the host up. */
    void crashHost() {
        bed.crash(JOBS_HOST);
        Await.until("slurmctld gives the host up", () -> bed.command(
                        "sinfo", "-h", "-N", "-p", "batch", "-n", "host" + JOBS_HOST, "-o", "%T")
                .contains("down"));
    }

    void bootHost() {
        bed.boot(JOBS_HOST);
        bed.awaitHosts();
    }

    void drainAll(boolean drained) {
        for (int host = 1; host <= ClusterPlaces.HOSTS; host++) {
            if (drained) {
                bed.drain(host);
            } else {
                bed.undrain(host);
            }
        }
    }

    /** Lets one of Slurm's commands of the service run these lines first, until {@link #endTricks}. */
    void trick(String command, String lines) {
        try {
            Path trick = places.tricks().resolve(command);
            Files.writeString(trick, lines + "\n");
            Files.setPosixFilePermissions(trick, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the service has called the tricked command. */
    void awaitTricked(String command) {
        Await.until(
                "the service calls " + command,
                () -> Files.exists(places.tricks().resolve(command + "-met")));
    }

    /** Waits until the service says that it cannot reach the cluster. */
    void awaitOutage() {
        client.await(token, "an outage", ReportedJob::blocked);
    }

    /** Waits until the tricked command has done all but to answer. */
    void awaitTrickDone(String command) {
        Await.until(
                command + " is where the trick leaves it",
                () -> Files.exists(places.tricks().resolve(command + "-done")));
    }

    void endTricks() {
        try {
            for (String command : ClusterPlaces.COMMANDS) {
                for (String file : List.of(command, command + "-met", command + "-done")) {
                    Files.deleteIfExists(places.tricks().resolve(file));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fills the file system of the run folders to the last byte, until {@link #emptyScratch}. */
    void fillScratch() {
        byte[] bytes = new byte[1 << 12];
        try (OutputStream out = Files.newOutputStream(filled())) {
            while (true) {
                out.write(bytes);
            }
        } catch (IOException e) {
            if (places.scratch().toFile().getUsableSpace() > 0) {
                throw new UncheckedIOException(e);
            }
        }
    }

    void emptyScratch() {
        try {
            Files.deleteIfExists(filled());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path filled() {
        return places.scratch().resolve(".filled");
    }

    /** Sets the service's clock ahead of the hosts' clocks, also for the next starts of the service. */
    void setClock(Duration ahead) {
        try {
            Files.writeString(places.clock(), Long.toString(ahead.toSeconds()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        client.ask("clock");
    }

    /** Lets the program need more memory than Slurm has set aside for the job, and waits for its end. */
    void needMemory() {
        try {
            Files.writeString(Path.of(gate() + "-eat"), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitGone();
    }

    Path gate() {
        return places.runs().resolve("gate-" + sid);
    }

    /** Lets the program end. */
    void openGate() {
        try {
            Files.writeString(gate(), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitMoment(ClusterFault.Moment moment) {
        if (moment == ClusterFault.Moment.WAITS) {
            Await.until("the job waits in the cluster", () -> inQueue("%T").equals("PENDING"));
        } else if (moment == ClusterFault.Moment.RUNS) {
            Await.until("the program runs", () -> times("begun") > 0);
        }
    }

    /** Returns the number of times that the program began, or ended normally. */
    long times(String what) throws IOException {
        List<String> lines = Files.readAllLines(places.runs().resolve(what));
        return lines.stream().filter(token::equals).count();
    }
}
