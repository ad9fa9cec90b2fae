package dev.slipway.gateway.ssh;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.SshFetch;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A host that the operator lets documents name.
 *
 * @param name what documents call it
 * @param host its address
 * @param port of its sshd
 * @param user who logs in there
 * @param login by what
 * @param knownHostsFile the host's key as OpenSSH writes it; a host that is not in it is refused
 * @param documentCredentials whether documents may name other users of the host, each with a sealed password
 * @param folder what a document calls {@code /}; absolute. No document's path leads above it,
 *     and if it is not all of the host, no link there does either
 */
public record SshHost(
        String name,
        String host,
        int port,
        String user,
        Login login,
        Path knownHostsFile,
        boolean documentCredentials,
        String folder) {

    /** By what the operator's user logs in. The files are read anew for each login. */
    public sealed interface Login {

        /**
         * By a key.
         *
         * @param identityFile private key, readable by the service alone
         * @param passphraseFile holds the key's passphrase on one line; empty for a key without one
         */
        record Key(Path identityFile, Optional<Path> passphraseFile) implements Login {}

        /** By a password, as the host asks for it. @param passwordFile holds it on one line, readable by the service alone */
        record Password(Path passwordFile) implements Login {}
    }

    /** Whether the operator has drawn a limit that links on the host must not lead out of. */
    boolean isLimited() {
        return !folder.matches("/+");
    }

    /** The folder of what a document's path names. */
    static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }

    /** Where a document's path is on the host. */
    String path(String asked) {
        requireNoClimb(asked);
        return (folder.endsWith("/") ? folder : folder + "/") + asked.replaceFirst("^/+", "");
    }

    /** @throws dev.slipway.problem.ProblemException REMOTE_FILE of a path that leads upwards */
    void requireNoClimb(String asked) {
        if (SshFetch.climbs(asked)) {
            throw StepProblem.of(ProblemCode.REMOTE_FILE, "the path " + asked + " on host " + name + " leads upwards");
        }
    }
}
