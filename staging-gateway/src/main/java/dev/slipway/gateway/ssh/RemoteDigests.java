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
        running = line.any().hashing(paths);
    }

    /**
     * Waits for the host, and asks for each file of which it has said nothing. Where it computes none, sizes and times must do.
     *
     * @param ours SHA-256 of the bytes that passed, by the paths of the files
     * @throws dev.slipway.problem.ProblemException as {@link RemoteDigest#require}
     */
    void require(Map<String, String> ours) throws InterruptedException {
        if (running.isEmpty()) {
            return;
        }
        Map<String, String> theirs = running.get().hashes();
        for (String path : paths) {
            SshHost host = line.any().host();
            String hash = theirs.get(host.path(path));
            if (hash == null) {
                new RemoteDigest(line, path).require(ours.get(path));
            } else {
                RemoteDigest.require(host, path, hash, ours.get(path));
            }
        }
    }
}
