package dev.slipway.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings of local runs.
 *
 * @param guard the guard program, absolute
 * @param mpirun the launch command: a name on the service's PATH or a path
 * @param applications the folders of the programs that may run, absolute
 * @param identities the identities of runs; if empty, runs have the identity of the service, which then must not be
 *     root
 * @param grace the time between asking a run to end and killing it
 * @param host this machine's name, for the journal
 * @param streamLauncher the program {@code stream-launch}, absolute; a machine without it runs no stream applications
 * @param cgroup a folder of cgroup v2 in which each run gets a separate group; if empty, runs get no groups
 */
public record MpirunSettings(
        Path guard,
        String mpirun,
        Path streamLauncher,
        ApplicationFolders applications,
        Optional<RunIdentities> identities,
        Duration grace,
        String host,
        Optional<Path> cgroup) {

    public MpirunSettings {
        require(guard.isAbsolute(), "the guard program's path must be absolute: " + guard);
        require(streamLauncher.isAbsolute(), "the stream launcher's path must be absolute: " + streamLauncher);
        require(!mpirun.isBlank(), "the launch command is empty");
        require(grace.compareTo(Duration.ofSeconds(1)) >= 0, "the grace before a kill must be at least one second");
        for (Path folder : cgroup.stream().toList()) {
            require(folder.isAbsolute(), "the path of the group of runs must be absolute: " + folder);
        }
    }

    /** Makes settings without cgroups, for a stream launcher that is installed beside the guard. */
    public MpirunSettings(
            Path guard,
            String mpirun,
            List<Path> applications,
            Optional<RunIdentities> identities,
            Duration grace,
            String host) {
        this(
                guard,
                mpirun,
                streamLauncherOf(guard),
                new ApplicationFolders(applications),
                identities,
                grace,
                host,
                Optional.empty());
    }

    /**
     * Returns the path of the stream launcher that is installed with the guard, in {@code bin} beside the guard's
     * folder.
     */
    public static Path streamLauncherOf(Path guard) {
        return guard.resolveSibling("../bin/stream-launch").normalize();
    }

    /**
     * Returns the path of the program that tests whether an MPI fits the launcher. The program is installed with the
     * guard.
     */
    public Path mpiProbe() {
        return guard.resolveSibling("mpi-probe");
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
