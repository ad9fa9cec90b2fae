package dev.slipway.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs a real Slurm on loopback: munged, slurmctld, and one slurmd for each of a few hosts of this machine. The daemons
 * run as the caller and end with {@link #close}.
 */
public final class SlurmServer implements AutoCloseable {
    private static final Path SLURMCTLD = Path.of("/usr/sbin/slurmctld");
    private static final int KEY_BYTES = 128;
    private static final int LAST_LINES = 8;

    private final Path home;
    private final List<String> hosts;
    private final List<Process> daemons = new ArrayList<>();
    private Process controller;

    private SlurmServer(Path home, int hosts) {
        this.home = home;
        this.hosts =
                IntStream.rangeClosed(1, hosts).mapToObj(number -> "n" + number).toList();
    }

    /**
     * Starts a cluster. {@code folder} takes its configuration, state and logs, and must be open to all users.
     *
     * @param hosts the number of hosts, each with 4 processors
     */
    public static SlurmServer start(Path folder, int hosts) {
        if (!Files.isExecutable(SLURMCTLD)) {
            throw new IllegalStateException(SLURMCTLD + " is missing: install slurmctld, slurmd, slurm-client, munge");
        }
        try {
            Path home = Files.createDirectories(folder).toRealPath();
            Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
            SlurmServer server = new SlurmServer(home, hosts);
            Runtime.getRuntime().addShutdownHook(new Thread(server::kill));
            server.configure();
            server.daemons.add(server.daemon(
                    "munged",
                    "--foreground",
                    "--socket=" + server.munge(),
                    "--key-file=" + home.resolve("munge/key"),
                    "--log-file=" + home.resolve("log/munged.log"),
                    "--pid-file=" + home.resolve("munge/pid"),
                    "--seed-file=" + home.resolve("munge/seed")));
            await("the socket of munged", () -> Files.exists(server.munge()));
            server.startController();
            for (String host : server.hosts) {
                server.daemons.add(server.daemon("slurmd", "-D", "-N", host));
            }
            try {
                await("idle hosts", () -> server.idleHosts() == hosts);
            } catch (IllegalStateException e) {
                throw new IllegalStateException(e.getMessage() + "; its logs say:\n" + server.lastWords(), e);
            }
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot set up a cluster in " + folder, e);
        }
    }

    private void configure() throws IOException {
        for (String name : List.of("munge", "state", "log", "spool")) {
            Path made = Files.createDirectories(home.resolve(name));
            Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        Files.write(home.resolve("munge/key"), key);
        Files.setPosixFilePermissions(home.resolve("munge/key"), PosixFilePermissions.fromString("rw-------"));
        Files.writeString(conf(), configuration());
        Path completions = Files.createFile(home.resolve("jobcomp.txt"));
        // sacct opens the file for writing even if it only reads the file.
        Files.setPosixFilePermissions(completions, PosixFilePermissions.fromString("rw-rw-rw-"));
    }

    private String configuration() {
        List<String> lines = new ArrayList<>(List.of(
                "ClusterName=test",
                "SlurmctldHost=localhost(127.0.0.1)",
                "CommunicationParameters=NoCtldInAddrAny,NoInAddrAny",
                "SlurmctldPort=" + Ports.kept(),
                "SlurmUser=" + System.getProperty("user.name"),
                "SlurmdUser=" + System.getProperty("user.name"),
                "AuthType=auth/munge",
                "AuthInfo=socket=" + home.resolve("munge/socket"),
                "CredType=cred/munge",
                "SlurmctldPidFile=" + home.resolve("slurmctld.pid"),
                "SlurmdPidFile=" + home.resolve("slurmd-%n.pid"),
                "StateSaveLocation=" + home.resolve("state"),
                "SlurmdSpoolDir=" + home.resolve("spool/%n"),
                "SlurmctldLogFile=" + home.resolve("log/slurmctld.log"),
                "SlurmdLogFile=" + home.resolve("log/slurmd-%n.log"),
                "ProctrackType=proctrack/linuxproc",
                "TaskPlugin=task/none",
                "SwitchType=switch/none",
                "MpiDefault=none",
                "SelectType=select/cons_tres",
                "SelectTypeParameters=CR_Core",
                "SchedulerType=sched/backfill",
                "SchedulerParameters=batch_sched_delay=0,sched_interval=5,bf_interval=2,sched_min_interval=1",
                "PreemptType=preempt/partition_prio",
                "PreemptMode=REQUEUE",
                "JobCompType=jobcomp/filetxt",
                "JobCompLoc=" + home.resolve("jobcomp.txt"),
                "AccountingStorageType=accounting_storage/none",
                "JobAcctGatherType=jobacct_gather/linux",
                "JobAcctGatherFrequency=0",
                "ReturnToService=2",
                "MessageTimeout=5",
                "SlurmctldTimeout=10",
                "SlurmdTimeout=10",
                "KillWait=2",
                "MinJobAge=300",
                "MailProg=/bin/true",
                "SlurmdParameters=config_overrides"));
        for (String host : hosts) {
            lines.add("NodeName=" + host + " NodeAddr=127.0.0.1 NodeHostname=localhost Port=" + Ports.kept()
                    + " CPUs=4 RealMemory=1000");
        }
        lines.add(partition("debug", "Default=YES PriorityTier=1"));
        // Jobs of this partition displace jobs of the other.
        lines.add(partition("urgent", "PriorityTier=9 PreemptMode=OFF"));
        return String.join("\n", lines) + "\n";
    }

    private String partition(String name, String settings) {
        return "PartitionName=" + name + " Nodes=" + String.join(",", hosts) + " MaxTime=INFINITE State=UP " + settings;
    }

    /** Starts slurmctld; after {@link #killController} slurmctld goes on with the saved state. */
    public void startController() {
        try {
            controller = daemon("slurmctld", "-D", "-i");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills slurmctld; the jobs on the hosts go on. */
    public void killController() {
        controller.destroyForcibly().onExit().join();
    }

    /** Removes the saved jobs of a killed slurmctld. */
    public void loseState() {
        Path state = home.resolve("state");
        try (Stream<Path> files = Files.walk(state)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                if (!file.equals(state)) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process daemon(String program, String... arguments) throws IOException {
        List<String> argv = new ArrayList<>(List.of("/usr/sbin/" + program));
        argv.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(argv)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        home.resolve("log/" + program + ".out").toFile()));
        builder.environment().put("SLURM_CONF", conf().toString());
        return builder.start();
    }

    /** Returns the end of each log of the daemons. */
    private String lastWords() throws IOException {
        StringBuilder words = new StringBuilder();
        try (Stream<Path> logs = Files.list(home.resolve("log"))) {
            for (Path log : logs.sorted().toList()) {
                List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
                words.append(log.getFileName()).append(":\n");
                lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())
                        .forEach(line -> words.append("  ").append(line).append('\n'));
            }
        }
        return words.toString();
    }

    private int idleHosts() {
        String answer = command("sinfo", "-h", "-t", "idle", "-o", "%D").strip();
        return answer.matches("[0-9]+") ? Integer.parseInt(answer) : 0;
    }

    /** Runs one of Slurm's commands as the caller, and returns the whole output. */
    public String command(String... argv) {
        try {
            ProcessBuilder builder = new ProcessBuilder(argv).redirectErrorStream(true);
            builder.environment().put("SLURM_CONF", conf().toString());
            Process process = builder.start();
            process.getOutputStream().close();
            return Await.output(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the file for SLURM_CONF. */
    public Path conf() {
        return home.resolve("slurm.conf");
    }

    /** Returns the socket of munge. */
    public Path munge() {
        return home.resolve("munge/socket");
    }

    /** Returns the names of the hosts. */
    public List<String> hosts() {
        return hosts;
    }

    private static void await(String what, BooleanSupplier wanted) {
        long giveUp = System.nanoTime() + Await.PATIENCE.toNanos();
        while (!wanted.getAsBoolean()) {
            if (System.nanoTime() > giveUp) {
                throw new IllegalStateException("the cluster does not come up: no " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    /** Kills the daemons and the processes of their jobs. */
    private synchronized void kill() {
        List<Process> all = new ArrayList<>(daemons);
        if (controller != null) {
            all.add(controller);
        }
        all.stream().flatMap(Process::descendants).toList().forEach(ProcessHandle::destroyForcibly);
        all.forEach(Process::destroyForcibly);
        all.forEach(process -> process.onExit().join());
    }

    /** Cancels all jobs and ends the daemons. */
    @Override
    public void close() {
        if (controller.isAlive()) {
            command("scancel", "--state=PENDING");
            command("scancel", "--state=RUNNING");
            await("end of all jobs", () -> command("squeue", "-h").isBlank());
        }
        kill();
    }
}
