package dev.slipway.gateway.ssh;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The host's own SHA-256 of many files, which one command computes beside the transfer. */
final class RemoteDigests {
    private final HostLine line;
    private final List<String> paths;
    private final Optional<RemoteHash.RunningAll> running;

    /** Has the host begin, if it can. */
    RemoteDigests(HostLine line, List<String> paths) throws InterruptedException {
        this.line = line;
        this.paths = paths;
        running = line.connection().hashing(paths);
    }

    /**
     * Waits for the host, and asks once more if the line that it was asked over broke. Where it cannot compute, sizes and times must do.
     *
     * @param ours SHA-256 of the bytes that passed, by the paths of the files
     * @throws dev.slipway.problem.ProblemException REMOTE_FILE if the host has another one
     */
    void require(Map<String, String> ours) throws InterruptedException {
        Optional<List<String>> theirs = result(running);
        if (running.isPresent() && theirs.isEmpty()) {
            theirs = result(line.connection().hashing(paths));
        }
        for (int i = 0; theirs.isPresent() && i < paths.size(); i++) {
            String path = paths.get(i);
            RemoteDigest.require(line.connection().host(), path, theirs.get().get(i), ours.get(path));
        }
    }

    private static Optional<List<String>> result(Optional<RemoteHash.RunningAll> running) throws InterruptedException {
        return running.isPresent() ? running.get().result() : Optional.empty();
    }
}
