package dev.slipway.journal.store;

import dev.slipway.job.JobToken;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers the hashes of the last events that this service wrote, so that an append need not read them. The statement
 * that uses a remembered hash also checks it.
 */
final class LastHashes {
    private static final int MOST = 10_000;

    private final Map<JobToken, Head> known = new LinkedHashMap<>();

    private record Head(long version, String hash) {}

    synchronized Optional<String> of(JobToken token, long version) {
        return Optional.ofNullable(known.get(token))
                .filter(head -> head.version() == version)
                .map(Head::hash);
    }

    synchronized void put(JobToken token, long version, String hash) {
        known.remove(token);
        known.put(token, new Head(version, hash));
        if (known.size() > MOST) {
            forget(known.keySet().iterator().next());
        }
    }

    synchronized void forget(JobToken token) {
        known.remove(token);
    }
}
