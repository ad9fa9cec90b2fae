package dev.slipway.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the service in the commit of a store. The database is away when the service comes back, and the user cancels
 * the job before the fate of the rows is known. At the end the history must say whether the rows are there.
 */
@Timeout(300)
class StoreFateIT {
    @TempDir
    Path folder;

    private World world;
    private Lane lane;

    @BeforeEach
    void start() throws Exception {
        world = World.make(folder);
        lane = new Lane("lane", world);
        lane.client.warmUp();
        lane.client.start();
    }

    @AfterEach
    void stop() throws Exception {
        lane.close();
        world.close();
    }

    @Test
    void a_cancelled_job_tells_of_rows_that_were_committed() throws Exception {
        assertThat(eventsOf("store: committed", true))
                .containsOnlyOnce("CANCELLED")
                .doesNotContain("STEP_FAILED");
    }

    @Test
    void a_cancelled_job_tells_that_its_rows_were_rolled_back() throws Exception {
        assertThat(eventsOf("store: commit meant, not given", false)).containsOnlyOnce("CANCELLED", "STEP_FAILED");
    }

    private List<String> eventsOf(String point, boolean stored) throws Exception {
        lane.client.armWithAll(point, this::cut);
        String job = lane.submit("sid=a in=books out=linestore,log");
        lane.client.await(job, "an outage", ReportedJob::blocked);
        assertThat(lane.client.disarm()).isEqualTo(1);

        lane.change("cancel", job);
        lane.client.await(job, "the cancel", seen -> seen.outcome().equals("CANCELLED"));
        lane.line.join();
        lane.closed(job);

        assertThat(ClosedJobCheck.on(
                        lane,
                        new ExpectedEnd(job, "a", "CANCELLED", "-", 1, stored, false, Set.of("stdout.txt"), Set.of())))
                .isEmpty();
        return Arrays.asList(lane.client.ask("events " + job).split(","));
    }

    private void cut() {
        try {
            lane.line.cut();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
