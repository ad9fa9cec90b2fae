package dev.slipway.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills the middleware at every event of the journal and inside every effect. */
@Timeout(1200)
class CrashMatrixIT {
    /**
     * The kills at each point: one, or with {@code -Dslipway.crash.kills=2} another one when recovery reaches the point
     * again.
     */
    private static final int KILLS = Integer.getInteger("slipway.crash.kills", 1);

    @TempDir
    Path folder;

    @Test
    void a_kill_at_any_point_loses_doubles_and_leaves_nothing() throws Exception {
        try (World world = World.make(folder)) {
            Matrix matrix = Matrix.play(world, 2, KILLS);
            System.out.println(matrix.report());

            assertThat(matrix.wrong()).as(matrix.report()).isEmpty();
            assertThat(matrix.missed()).as("points that no kill hit").isEmpty();
            assertThat(matrix.points()).isGreaterThanOrEqualTo(60);
        }
    }
}
