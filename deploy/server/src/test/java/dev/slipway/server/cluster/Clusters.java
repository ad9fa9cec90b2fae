package dev.slipway.server.cluster;

import dev.slipway.run.ClusterAccounts;
import dev.slipway.run.ClusterHosts;
import dev.slipway.run.ClusterSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Settings of clusters for tests. */
final class Clusters {
    private Clusters() {}

    /** Returns a cluster named main. */
    static ClusterSettings main(Optional<Path> conf) {
        return main(conf, Duration.ofSeconds(30));
    }

    /** Returns a cluster named main, with a time for each request. */
    static ClusterSettings main(Optional<Path> conf, Duration timeout) {
        return new ClusterSettings(
                "main",
                conf,
                Optional.empty(),
                Duration.ofSeconds(1),
                timeout,
                Map.of("big", "batch"),
                ClusterAccounts.none(),
                ClusterHosts.USUAL);
    }
}
