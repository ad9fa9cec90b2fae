package dev.slipway.server.cluster;

import dev.slipway.gateway.ssh.HostAnswer;
import dev.slipway.gateway.ssh.HostCall;
import dev.slipway.gateway.ssh.HostCalls;
import dev.slipway.gateway.ssh.SshHost;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The host on which the users of a cluster log in. The operator has one key, which logs in as each granted user.
 *
 * @param cluster the operator's name of the cluster
 * @param address the address of the host, the keys, and the user who asks for the states of runs
 * @param calls keeps the sessions
 */
public record LoginNode(String cluster, Address address, HostCalls calls) {

    /**
     * The address of a login node, and the keys by which both sides prove their identity.
     *
     * @param host the host's name or address
     * @param port the port of the host's sshd
     * @param watcher the user who asks for the states of all runs; no run runs as this user
     * @param identityFile the private key that logs in, readable by the service alone
     * @param passphraseFile the file with the key's passphrase on one line; empty for a key without a passphrase
     * @param knownHostsFile the file with the host's key, in the format of OpenSSH
     */
    public record Address(
            String host,
            int port,
            String watcher,
            Path identityFile,
            Optional<Path> passphraseFile,
            Path knownHostsFile) {}

    /**
     * Runs a command as a user, and returns the answer, also for an exit status other than 0.
     *
     * @param begun called once the command may have begun
     * @throws ProblemException CLUSTER_AWAY if there is no answer; the command may still have had its effect
     */
    HostAnswer answer(String user, HostCall call, Runnable begun) throws InterruptedException {
        try {
            return calls.answer(host(user), call, begun);
        } catch (ProblemException e) {
            throw away(user, e.problem());
        }
    }

    /**
     * Returns the host for a login of this user. Sessions are kept by the name of the host. So the name contains the
     * cluster and the user: each user of each cluster has separate sessions, even if several clusters have one address.
     */
    SshHost host(String user) {
        return new SshHost(
                user + "@" + address.host() + ":" + address.port() + " of cluster " + cluster,
                address.host(),
                address.port(),
                user,
                new SshHost.Login.Key(address.identityFile(), address.passphraseFile()),
                address.knownHostsFile(),
                false,
                "/");
    }

    /** Returns the outage behind a problem of a login, with the operator's remedy. */
    ProblemException away(String user, Problem problem) {
        return away(problem.message(), remedy(user, problem));
    }

    ProblemException away(String what, String detail) {
        return new ProblemException(new Problem(ProblemCode.CLUSTER_AWAY, "cluster " + cluster + ": " + what, detail));
    }

    /** Returns the operator's remedy, and the words of the host. */
    private String remedy(String user, Problem problem) {
        String key = "slipway.clusters." + cluster + ".host.";
        String remedy =
                switch (problem.code()) {
                    case HOST_LOGIN ->
                        "The key in " + key + "identity-file must log in as " + user + " at " + address.host() + ". ";
                    case HOST_KEY ->
                        "The key of " + address.host() + " must be in " + key
                                + "known-hosts-file: compare it with the one that the cluster's operators publish. ";
                    case HOST_NO_SFTP ->
                        "The sshd of " + address.host() + " needs a line `Subsystem sftp internal-sftp`, because the"
                                + " cluster has a " + key + "scratch. ";
                    default -> "";
                };
        return (remedy + problem.detail()).strip();
    }
}
