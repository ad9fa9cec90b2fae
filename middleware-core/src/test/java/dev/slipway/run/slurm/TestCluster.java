package dev.slipway.run.slurm;

import dev.slipway.run.ClusterAccounts;
import dev.slipway.run.ClusterHosts;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.ClusterUsers;
import dev.slipway.run.OsAccount;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A cluster whose commands a test answers. */
final class TestCluster {
    private TestCluster() {}

    static ClusterSettings settings(Duration interval) {
        return new ClusterSettings(
                "main",
                Optional.empty(),
                Optional.empty(),
                interval,
                Duration.ofSeconds(10),
                Map.of(),
                ClusterAccounts.none(),
                ClusterHosts.USUAL);
    }

    /** Users whom nobody looks up. */
    static class Users implements ClusterUsers {
        @Override
        public Optional<OsAccount> find(String name) {
            return Optional.empty();
        }

        @Override
        public boolean mayBecome(OsAccount account) {
            return true;
        }
    }
}
