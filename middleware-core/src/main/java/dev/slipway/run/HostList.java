package dev.slipway.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The hosts of a partition over which mpirun starts runs.
 *
 * @param partition the name of the partition
 * @param hosts the hosts with all their slots, each host once
 * @param login how the service, and the guard of a run, log in on each host
 * @param network the network, as 10.1.0.0/24, that carries the messages of mpirun and of ranks; empty for any network
 * @param mpich the mpirun of MPICH; the mpirun of Open MPI is the one of the service's machine
 */
public record HostList(String partition, List<RunHost> hosts, Login login, Optional<String> network, String mpich) {
    public HostList {
        hosts = List.copyOf(hosts);
        require(!hosts.isEmpty(), "partition " + partition + " has no host");
        require(
                hosts.stream().map(RunHost::name).distinct().count() == hosts.size(),
                "partition " + partition + " names a host twice");
        require(!mpich.isBlank(), "the launch command of MPICH is empty");
    }

    /**
     * The operator's login on the hosts of a list.
     *
     * @param user root if the service is root, otherwise the user of the service
     * @param identityFile the private key without a passphrase; no run may read the key, so the folder of the key is
     *     empty for each run
     * @param knownHostsFile the file with the keys of all hosts, in the format of OpenSSH
     */
    public record Login(String user, int port, Path identityFile, Path knownHostsFile) {
        public Login {
            require(identityFile.isAbsolute(), "the path of the key must be absolute: " + identityFile);
            require(knownHostsFile.isAbsolute(), "the path of the hosts' keys must be absolute: " + knownHostsFile);
        }
    }

    /** Returns the number of slots of all hosts. */
    public int slots() {
        return hosts.stream().mapToInt(RunHost::slots).sum();
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
