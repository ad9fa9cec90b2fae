package dev.slipway.run;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The programs and sockets that the hosts of a cluster have, in addition to the guard and the programs of jobs.
 *
 * @param mpich the mpirun of MPICH; the mpirun of Open MPI is the one of the service's machine
 * @param munge the socket of munge, by which mpirun reaches the other hosts of a run; empty for the usual one
 */
public record ClusterHosts(String mpich, Optional<Path> munge) {
    /** Hosts on which programs and sockets have the usual paths. */
    public static final ClusterHosts USUAL = new ClusterHosts("mpirun.mpich", Optional.empty());

    public ClusterHosts {
        if (mpich.isBlank()) {
            throw new IllegalArgumentException("the launch command of MPICH is empty");
        }
        munge.ifPresent(socket -> {
            if (!socket.isAbsolute()) {
                throw new IllegalArgumentException("the path of munge's socket must be absolute: " + socket);
            }
        });
    }
}
