package dev.slipway.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills the service at each point of runs over a list of hosts, which CrashMatrixIT does not have. */
@Timeout(600)
class HostsKillsIT {
    @TempDir
    Path folder;

    @Test
    void a_kill_at_any_point_loses_and_doubles_no_run_over_hosts_and_no_slot() throws Exception {
        try (HostsKills kills = HostsKills.start(folder)) {
            Set<String> points = kills.points();
            assertThat(points).hasSize(6);
            Set<String> missed = new TreeSet<>();
            for (String point : points) {
                if (!kills.endsWell(point)) {
                    missed.add(point);
                }
                if (point.contains("end on a host") && !kills.cancelled(point)) {
                    missed.add(point + ", cancelled");
                }
            }

            assertThat(kills.wrong()).isEmpty();
            assertThat(missed).as("points that no kill hit").isEmpty();
        }
    }
}
