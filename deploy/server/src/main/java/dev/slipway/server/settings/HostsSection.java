package dev.slipway.server.settings;

import dev.slipway.run.HostList;
import dev.slipway.run.RunHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Describes the hosts of a partition over which mpirun starts runs.
 *
 * @param list the hosts; without any, the partition lies on the machine of the service or on a cluster
 * @param user the user who logs in on each host: root if the service is root, otherwise the service's own user
 * @param port the port of sshd on each host
 * @param identityFile the key that logs in, without a passphrase, in a folder that is empty for each run
 * @param knownHostsFile the keys of all hosts
 * @param network the network that carries the messages of mpirun and of ranks, as 10.1.0.0/24; empty: any network
 * @param mpich the mpirun of MPICH
 */
public record HostsSection(
        @DefaultValue List<Entry> list,
        @DefaultValue("root") String user,
        @DefaultValue("22") int port,
        @DefaultValue("") Path identityFile,
        @DefaultValue("") Path knownHostsFile,
        @DefaultValue("") String network,
        @DefaultValue("mpirun.mpich") String mpich) {
    static final HostsSection NONE =
            new HostsSection(List.of(), "root", 22, Path.of(""), Path.of(""), "", "mpirun.mpich");

    public HostsSection {
        list = List.copyOf(list);
        identityFile = ServerSettings.given(identityFile);
        knownHostsFile = ServerSettings.given(knownHostsFile);
    }

    /**
     * One host.
     *
     * @param address the host's name or IPv4 address, by which mpirun, the guard and the service reach the host
     * @param slots processes that may run on the host at once
     */
    public record Entry(
            @DefaultValue("") String address,
            @DefaultValue("0") int slots) {}

    /** Returns the list of the partition of this name. */
    public HostList of(String partition) {
        return new HostList(
                partition,
                list.stream()
                        .map(entry -> new RunHost(entry.address(), entry.slots()))
                        .toList(),
                new HostList.Login(user, port, identityFile, knownHostsFile),
                Optional.of(network).filter(given -> !given.isEmpty()),
                mpich);
    }
}
