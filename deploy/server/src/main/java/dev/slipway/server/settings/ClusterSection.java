package dev.slipway.server.settings;

import dev.slipway.run.ClusterAccounts;
import dev.slipway.run.ClusterHosts;
import dev.slipway.run.ClusterSettings;
import dev.slipway.server.cluster.LoginNode;
import dev.slipway.server.cluster.SlurmByRest;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Describes a cluster that Slurm manages.
 *
 * @param slurmConf the file slurm.conf for Slurm's commands; empty: the usual file of the commands
 * @param commands the folder of Slurm's commands; empty: the usual folders of programs
 * @param interval the least time between two questions for the states of all runs
 * @param timeout the time after which a command that has not answered is ended
 * @param mpich the mpirun of MPICH on the cluster's hosts
 * @param munge the socket of munge on the cluster's hosts; empty: the usual one
 * @param host the login node on which Slurm's commands run, or the slurmrestd; without a host, the commands run on
 *     the service's machine
 * @param accounts the users of the operating system as whom jobs run; a list, because a key of YAML loses some
 *     characters of a name
 */
public record ClusterSection(
        @DefaultValue("") Path slurmConf,
        @DefaultValue("") Path commands,
        @DefaultValue("2s") Duration interval,
        @DefaultValue("30s") Duration timeout,
        @DefaultValue("mpirun.mpich") String mpich,
        @DefaultValue("") Path munge,
        @DefaultValue HostSection host,
        @DefaultValue List<AccountSection> accounts) {
    /** The usual port of sshd. */
    static final int USUAL_PORT = 22;

    public ClusterSection {
        slurmConf = ServerSettings.given(slurmConf);
        commands = ServerSettings.given(commands);
        munge = ServerSettings.given(munge);
        accounts = List.copyOf(accounts);
    }

    /**
     * Describes a login node, to which the operator's key logs in as each user of the accounts, or a slurmrestd.
     *
     * @param address the login node's name or IP address
     * @param port the port of the login node's sshd
     * @param user the user who asks for the states of all runs; any user may read them
     * @param identityFile the file of the key
     * @param passphraseFile a file with the passphrase of the key; empty for a key without one
     * @param knownHostsFile a file with the login node's key
     * @param scratch the folder there for run folders; empty: the cluster sees the run folders of the service
     * @param rest the slurmrestd, in place of a login node
     */
    public record HostSection(
            @DefaultValue("") String address,
            @DefaultValue("22") int port,
            @DefaultValue("") String user,
            @DefaultValue("") Path identityFile,
            @DefaultValue("") Path passphraseFile,
            @DefaultValue("") Path knownHostsFile,
            @DefaultValue("") Path scratch,
            @DefaultValue RestSection rest) {
        private static final Path NO_PATH = Path.of("");
        private static final HostSection NONE =
                new HostSection("", USUAL_PORT, "", NO_PATH, NO_PATH, NO_PATH, NO_PATH, new RestSection("", NO_PATH));

        public HostSection {
            identityFile = ServerSettings.given(identityFile);
            passphraseFile = ServerSettings.given(passphraseFile);
            knownHostsFile = ServerSettings.given(knownHostsFile);
            scratch = ServerSettings.given(scratch);
        }

        /** Returns whether the cluster is reached over ssh or by slurmrestd. */
        public boolean given() {
            return !equals(NONE);
        }

        /** Returns whether the cluster is reached by slurmrestd. */
        public boolean byRest() {
            return !rest.address().isEmpty() || !rest.tokens().toString().isEmpty();
        }

        /** Returns the folder there for run folders; empty if the cluster sees the run folders of the service. */
        public Optional<Path> scratchFolder() {
            return some(scratch);
        }

        /** Returns the address of the login node. */
        public LoginNode.Address node() {
            return new LoginNode.Address(address, port, user, identityFile, some(passphraseFile), knownHostsFile);
        }

        /** Returns the address of slurmrestd. */
        public SlurmByRest.Place place() {
            return new SlurmByRest.Place(URI.create(rest.address()), user, rest.tokens());
        }
    }

    /**
     * Describes a slurmrestd.
     *
     * @param address the address of slurmrestd, without a path
     * @param tokens the folder with a file for each user's token
     */
    public record RestSection(
            @DefaultValue("") String address,
            @DefaultValue("") Path tokens) {
        public RestSection {
            tokens = ServerSettings.given(tokens);
        }
    }

    /**
     * Names the user of the operating system for the jobs of one user.
     *
     * @param name the user of the service
     * @param user the user of the operating system
     * @param charge accounts that the jobs may be charged to, the usual one first; empty: the cluster chooses
     */
    public record AccountSection(
            @DefaultValue("") String name,
            @DefaultValue("") String user,
            @DefaultValue List<String> charge) {
        public AccountSection {
            charge = List.copyOf(charge);
        }
    }

    /** Returns the cluster of this name, with the queues of its partitions. */
    public ClusterSettings named(String name, Map<String, PartitionSettings> partitions) {
        return new ClusterSettings(
                name,
                some(slurmConf),
                some(commands),
                interval,
                timeout,
                partitions.entrySet().stream()
                        .filter(partition -> partition.getValue().cluster().equals(name))
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                partition -> partition.getValue().queue())),
                new ClusterAccounts(accounts.stream()
                        .collect(Collectors.toMap(
                                AccountSection::name,
                                account -> new ClusterAccounts.Account(account.user(), account.charge())))),
                new ClusterHosts(mpich, some(munge)));
    }

    private static Optional<Path> some(Path path) {
        return Optional.of(path).filter(given -> !given.toString().isEmpty());
    }
}
