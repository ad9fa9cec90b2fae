package dev.slipway.gateway.ssh;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The host's own SHA-256 of many files, computed by one command during the transfer. */
final class RemoteDigests {
    private final HostLine line;
    private final List<String> paths;
    private final Optional<RemoteHash.RunningAll> running;

    /** Makes the host begin, if the host computes hashes. */
    RemoteDigests(HostLine line, List<String> paths) throws InterruptedException {
        this.line = line;
        this.paths = paths;
        running = line.any().hashing(paths);
    }

    /**
     * Waits for the host's hashes and compares. Asks again for each file without an answer. For a host that computes no
     * hashes, sizes and times must suffice.
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
