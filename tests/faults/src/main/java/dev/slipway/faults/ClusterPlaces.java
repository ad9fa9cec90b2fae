package dev.slipway.faults;

import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.SlurmBed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Properties;

/** The folders of a service whose jobs run on a cluster that breaks. */
record ClusterPlaces(Path folder) {
    static final int HOSTS = 2;
    static final List<String> COMMANDS = List.of("sbatch", "squeue", "scancel", "scontrol", "sacct", "sinfo");

    /** A program that records its begin, waits for the gate, and records that it ended by itself. */
    private static final String KERNEL = """
            #!/bin/sh
            runs=$1 gate=$2
            [ "$OMPI_COMM_WORLD_RANK" = 0 ] && echo "$SLIPWAY_TOKEN" >> "$runs/begun"
            while [ ! -e "$gate" ]; do sleep 0.05; done
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

    Path commands() {
        return folder.resolve("commands");
    }

    /** Writes the places of a victim, and returns the file. */
    Path write(SlurmBed bed) throws IOException {
        PostgresDatabase store = PostgresDatabase.fresh();
        Path remote = Files.createDirectories(folder.resolve("remote"));
        Path file = folder.resolve("places");
        new Places(new Properties())
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
                .with("partitions", "cluster")
                .with("slurm-conf", bed.conf())
                .with("slurm-munge", bed.munge())
                .with("slurm-commands", commands())
                .with("store-url", store.jdbcUrl())
                .with("store-user", store.user())
                .with("store-password", store.password())
                .write(file);
        return file;
    }
}
