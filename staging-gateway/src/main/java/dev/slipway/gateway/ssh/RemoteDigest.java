package dev.slipway.gateway.ssh;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The host's own SHA-256 of one file, computed during the transfer. */
final class RemoteDigest {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteDigest.class);

    private final HostLine line;
    private final String path;
    private final Optional<RemoteHash.Running> running;

    /** Makes the host begin, if the host computes hashes. */
    RemoteDigest(HostLine line, String path) throws InterruptedException {
        this.line = line;
        this.path = path;
        running = line.any().hashing(path);
    }

    /**
     * Waits for the host's hash and compares. Asks once more without an answer, because the line of the first question
     * may have broken. For a host that computes no hashes, sizes and times must suffice.
     *
     * @param ours SHA-256 of the bytes that passed
     * @throws dev.slipway.problem.ProblemException REMOTE_FILE if the host's hash differs; HOST_UNREACHABLE if a host
     *     that computes hashes does not answer
     */
    void require(String ours) throws InterruptedException {
        if (running.isEmpty()) {
            return;
        }
        Optional<RemoteHash.Answer> answer = running.get().answer();
        if (answer.isEmpty()) {
            line.stand();
            Optional<RemoteHash.Running> again = line.any().hashing(path);
            answer = again.isPresent() ? again.get().answer() : Optional.empty();
        }
        SshHost host = line.any().host();
        Optional<String> theirs = answer.orElseThrow(() -> StepProblem.of(
                        ProblemCode.HOST_UNREACHABLE,
                        "host " + host.name() + " does not say any more what the SHA-256 of " + path + " is"))
                .sha256();
        if (theirs.isEmpty()) {
            LOG.info("the commands of host {} cannot read {}: it is verified by size", host.name(), path);
        }
        theirs.ifPresent(hash -> require(host, path, hash, ours));
    }

    /** Requires equal hashes. */
    static void require(SshHost host, String path, String theirs, String ours) {
        if (!theirs.equals(ours)) {
            throw StepProblem.of(
                    ProblemCode.REMOTE_FILE,
                    "the bytes of " + path + " that passed are not those on host " + host.name(),
                    "SHA-256 there " + theirs + ", of what passed " + ours + "; nothing has the file's name");
        }
    }
}
