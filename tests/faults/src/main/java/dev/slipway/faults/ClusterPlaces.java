package dev.slipway.faults;

import dev.slipway.servers.Await;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.SlurmBed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The folders of a service with jobs on a cluster that breaks. */
record ClusterPlaces(Path folder) {
    static final int HOSTS = 2;

    /** The cluster with commands on the service's machine. */
    static final String HERE = "cluster";

    /** The hosts of that cluster again, as a cluster that the service reaches over ssh. */
    static final String OVER_SSH = "distant";

    /** Another cluster with commands on the service's machine. */
    static final String OTHER = "other";

    private static final Path MEMORY_CGROUPS = Path.of("/sys/fs/cgroup/memory");
    static final List<String> COMMANDS = List.of("sbatch", "squeue", "scancel", "scontrol", "sacct", "sinfo");

    /**
     * A program that records the begin, waits for the gate, and records a normal end. Needs much memory if it is told
     * so.
     */
    private static final String KERNEL = """
            #!/bin/sh
            runs=$1 gate=$2
            [ "$OMPI_COMM_WORLD_RANK" = 0 ] && echo "$SLIPWAY_TOKEN" >> "$runs/begun"
            while [ ! -e "$gate" ]; do
              [ ! -e "$gate-eat" ] || head -c 1500000000 /dev/zero | tail >/dev/null || exit 1
              sleep 0.05
            done
            [ "$OMPI_COMM_WORLD_RANK" = 0 ] && echo "$SLIPWAY_TOKEN" >> "$runs/ended"
            exit 0
            """;

    private static final String COMMAND = """
            #!/bin/sh
            trick='%s'
            [ ! -e "$trick" ] || { : >"$trick-met"; . "$trick"; }
            exec /usr/bin/%s "$@"
            """;

    /** Makes the folders, the program, and the commands into which faults can put false answers. */
    static ClusterPlaces make(Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        ClusterPlaces places = new ClusterPlaces(folder);
        for (Path open : List.of(places.runs(), places.tricks())) {
            Files.createDirectory(open);
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        for (String what : List.of("begun", "ended")) {
            Path file = Files.createFile(places.runs().resolve(what));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        }
        Files.createDirectory(folder.resolve("applications"));
        program(folder.resolve("applications/clustered"), KERNEL);
        Files.createDirectory(places.commands());
        for (String command : COMMANDS) {
            program(
                    places.commands().resolve(command),
                    COMMAND.formatted(places.tricks().resolve(command), command));
        }
        return places;
    }

    /** Returns whether a bed on this machine can end jobs for their memory. */
    static boolean limitsMemory() {
        return Files.isWritable(MEMORY_CGROUPS);
    }

    /**
     * Gives the run folders a small file system, which hosts that are made later see too.
     *
     * @see #unmountScratch
     */
    void mountScratch() throws IOException {
        Files.createDirectory(scratch());
        run("mount", "-t", "tmpfs", "-o", "size=48m", "scratch", scratch().toString());
    }

    void unmountScratch() throws IOException {
        run("umount", "--lazy", scratch().toString());
    }

    private static void run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String words = Await.output(process);
        if (Await.exit(process) != 0) {
            throw new IOException(String.join(" ", command) + ": " + words);
        }
    }

    private static void program(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Path runs() {
        return folder.resolve("runs");
    }

    Path tricks() {
        return folder.resolve("tricks");
    }

    Path scratch() {
        return folder.resolve("scratch");
    }

    /** Returns the file with the seconds by which the service's clock is ahead. */
    Path clock() {
        return folder.resolve("clock-ahead");
    }

    Path commands() {
        return folder.resolve("commands");
    }

    /** Lets the users of runs, and the user who watches them, log in on all hosts of the bed. */
    void openLogins(SlurmBed bed) throws IOException {
        Path users = folder.resolve("users");
        try (Stream<String> known = Files.lines(Path.of("/etc/passwd"))) {
            Files.write(users, known.map(ClusterPlaces::withShell).toList());
        }
        Files.setPosixFilePermissions(users, PosixFilePermissions.fromString("rw-r--r--"));
        for (int host = 1; host <= HOSTS; host++) {
            bed.on(host, "mount", "--bind", users.toString(), "/etc/passwd");
        }
    }

    private static String withShell(String line) {
        String user = line.substring(0, Math.max(0, line.indexOf(':')));
        return List.of(VictimClusters.RUNS_AS, VictimClusters.WATCHES_AS).contains(user)
                ? line.substring(0, line.lastIndexOf(':')) + ":/bin/sh"
                : line;
    }

    /** Writes the places of a victim with one bed, which it reaches here and over ssh, and returns the file. */
    Path write(SlurmBed bed) throws IOException {
        return write(places(HERE, OVER_SSH)
                .with(HERE + "-conf", bed.conf())
                .with(HERE + "-munge", bed.munge())
                .with(OVER_SSH + "-munge", bed.munge())
                .with(OVER_SSH + "-login", bed.address(1))
                .with(OVER_SSH + "-key", bed.clientKey())
                .with(OVER_SSH + "-known", bed.knownHosts()));
    }

    /** Writes the places of a victim with two beds, and returns the file. */
    Path write(SlurmBed bed, SlurmBed other) throws IOException {
        return write(places(HERE, OTHER)
                .with(HERE + "-conf", bed.conf())
                .with(HERE + "-munge", bed.munge())
                .with(OTHER + "-conf", other.conf())
                .with(OTHER + "-munge", other.munge()));
    }

    /** Writes the places of a victim whose partition is the list of the bed's hosts, and returns the file. */
    Path writeList(SlurmBed bed) throws IOException {
        List<String> hosts =
                IntStream.rangeClosed(1, HOSTS).mapToObj(bed::address).toList();
        String first = hosts.get(0);
        return write(places().with("partitions", "local")
                .with("list-hosts", String.join(",", hosts))
                .with("list-key", bed.clientKey())
                .with("list-known", bed.knownHosts())
                .with("list-network", first.substring(0, first.lastIndexOf('.')) + ".0/24"));
    }

    private Path write(Places places) throws IOException {
        Path file = folder.resolve("places");
        places.write(file);
        return file;
    }

    private Places places(String... clusters) throws IOException {
        PostgresDatabase store = PostgresDatabase.fresh();
        Path remote = Files.createDirectories(folder.resolve("remote"));
        String names = String.join(",", clusters);
        return new Places(new Properties())
                .with("sources", "")
                .with("hosts", "")
                .with("site-url", "http://localhost:1/")
                .with("remote", remote)
                .with("guard", World.guard())
                .with("applications", folder.resolve("applications"))
                .with("folder", folder)
                .with("runs", runs())
                .with("keep-folders", 0)
                .with("keep-results", 86_400)
                .with("staging-in", 4)
                .with("partitions", names)
                .with("clusters", names)
                .with("slurm-commands", commands())
                .with("store-url", store.jdbcUrl())
                .with("store-user", store.user())
                .with("store-password", store.password());
    }
}
