package dev.slipway.gateway.ssh;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.SshFetch;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A host that the operator lets documents name.
 *
 * @param name the host's name in documents
 * @param host the host's address
 * @param port of the host's sshd
 * @param user who logs in there
 * @param login the key or password of the user
 * @param knownHostsFile the host's key as OpenSSH writes it; a host without an entry is refused
 * @param documentCredentials whether documents may name other users of the host, each with a sealed password
 * @param folder the absolute path that documents call {@code /}; no document's path leads above this folder, and unless
 *     the folder is the whole host, no link leads out either
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

    /** The login of the operator's user. The files are read anew for each login. */
    public sealed interface Login {

        /**
         * A login by key.
         *
         * @param identityFile private key, readable by the service alone
         * @param passphraseFile holds the key's passphrase on one line; empty for a key without one
         */
        record Key(Path identityFile, Optional<Path> passphraseFile) implements Login {}

        /** A login by password. @param passwordFile holds the password on one line, readable by the service alone */
        record Password(Path passwordFile) implements Login {}
    }

    /** Returns whether the operator limits documents to a folder of the host, out of which no link may lead. */
    boolean isLimited() {
        return !folder.matches("/+");
    }

    /** Returns the parent folder of a document's path. */
    static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }

    /** Returns the path on the host for a document's path. */
    String path(String asked) {
        requireNoClimb(asked);
        return (folder.endsWith("/") ? folder : folder + "/") + asked.replaceFirst("^/+", "");
    }

    /** @throws dev.slipway.problem.ProblemException REMOTE_FILE for a path that leads upwards */
    void requireNoClimb(String asked) {
        if (SshFetch.climbs(asked)) {
            throw StepProblem.of(ProblemCode.REMOTE_FILE, "the path " + asked + " on host " + name + " leads upwards");
        }
    }
}
