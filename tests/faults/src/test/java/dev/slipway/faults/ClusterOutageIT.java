package dev.slipway.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Breaks a real cluster around the service's jobs. The bench has all faults; this test has a fixed third of those of
 * the quick bench, every second one with the service killed too.
 */
class ClusterOutageIT {
    private static final int EACH = 3;
    private static final int QUICK = 20;

    @TempDir
    Path folder;

    @Test
    void no_job_is_lost_doubled_or_misjudged_and_nothing_is_left() throws Exception {
        List<ClusterFault> faults = ClusterFault.all().subList(0, QUICK);
        try (OutageRun run = OutageRun.start(folder)) {
            for (int i = 0; i < faults.size(); i += EACH) {
                run.suffer(faults.get(i), i / EACH % 2 == 1);
            }

            assertThat(run.lost()).as("lost").isEmpty();
            assertThat(run.doubled()).as("ran twice").isEmpty();
            assertThat(run.misjudged()).as("misjudged").isEmpty();
            assertThat(run.orphans()).as("left behind").isEmpty();
            assertThat(run.faults()).isEqualTo(7);
        }
    }
}
