package dev.slipway.gateway.ssh;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import java.util.Optional;

/** The host's own SHA-256 of one file, which it computes beside the transfer. */
final class RemoteDigest {
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
     * Waits for the host, and asks once more if the line that it was asked over broke. Where it cannot compute, sizes and times must do.
     *
     * @param ours SHA-256 of the bytes that passed
     * @throws dev.slipway.problem.ProblemException REMOTE_FILE if the host has another one
     */
    void require(String ours) throws InterruptedException {
        Optional<String> theirs = result(running);
        if (running.isPresent() && theirs.isEmpty()) {
            theirs = result(line.any().hashing(path));
        }
        theirs.ifPresent(hash -> require(line.any().host(), path, hash, ours));
    }

    private static Optional<String> result(Optional<RemoteHash.Running> running) throws InterruptedException {
        return running.isPresent() ? running.get().result() : Optional.empty();
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
