package dev.slipway.gateway.ssh;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The host's own SHA-256 of one file, which it computes beside the transfer. */
final class RemoteDigest {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteDigest.class);

    private final HostLine line;
    private final String path;
    private final Optional<RemoteHash.Running> running;

    /** Has the host begin, if it can. */
    RemoteDigest(HostLine line, String path) throws InterruptedException {
        this.line = line;
        this.path = path;
        running = line.any().hashing(path);
    }

    /**
     * Waits for the host, and asks once more if it says nothing: the line that it was asked over may have broken. Where it computes none,
     * sizes and times must do.
     *
     * @param ours SHA-256 of the bytes that passed
     * @throws dev.slipway.problem.ProblemException REMOTE_FILE if the host has another one; HOST_UNREACHABLE if it can say it and does not
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

    /** Holds one file against the other. */
    static void require(SshHost host, String path, String theirs, String ours) {
        if (!theirs.equals(ours)) {
            throw StepProblem.of(
                    ProblemCode.REMOTE_FILE,
                    "the bytes of " + path + " that passed are not those on host " + host.name(),
                    "SHA-256 there " + theirs + ", of what passed " + ours + "; nothing has the file's name");
        }
    }
}
