package dev.slipway.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.servers.SlurmBed;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs jobs on two real clusters at once. */
class TwoClustersIT {
    @TempDir
    Path folder;

    private static SlurmBed bed(String name) {
        return SlurmBed.start("--hosts", Integer.toString(ClusterPlaces.HOSTS), "--slots", "2", "--name", name);
    }

    private static ClusterScene submit(RestartingClient client, ClusterPlaces places, SlurmBed bed, String cluster) {
        String sid = "job-" + cluster + "-" + System.nanoTime();
        ClusterScene scene = new ClusterScene(bed, client, places, sid, null);
        return scene.of(client.ask("submit kind=cluster on=" + cluster + " sid=" + sid + " gate=" + scene.gate()));
    }

    private static void endsWell(RestartingClient client, ClusterScene scene) throws Exception {
        scene.openGate();
        ReportedJob job =
                client.await(scene.token(), "CLOSED", one -> one.state().equals("CLOSED"));
        assertThat(job.outcome()).isEqualTo("DONE");
        assertThat(scene.times("begun")).isEqualTo(1);
        assertThat(scene.times("ended")).isEqualTo(1);
    }

    @Test
    void a_cluster_that_is_away_blocks_its_own_jobs_alone() throws Exception {
        ClusterPlaces places = ClusterPlaces.make(folder);
        try (SlurmBed here = bed("here");
                SlurmBed other = bed("other");
                RestartingClient client = new RestartingClient(
                        ClassPath.pack(folder), places.write(here, other), folder.resolve("victim.log"))) {
            client.warmUp();
            client.start();
            ClusterScene runsHere = submit(client, places, here, ClusterPlaces.HERE);
            ClusterScene runsThere = submit(client, places, other, ClusterPlaces.OTHER);
            runsHere.awaitMoment(ClusterFault.Moment.RUNS);
            runsThere.awaitMoment(ClusterFault.Moment.RUNS);

            other.stopController();
            runsThere.awaitOutage();
            ClusterScene comesThere = submit(client, places, other, ClusterPlaces.OTHER);
            comesThere.awaitOutage();
            endsWell(client, runsHere);
            endsWell(client, submit(client, places, here, ClusterPlaces.HERE));
            assertThat(client.last(runsThere.token()).orElseThrow().blocked())
                    .as("the job of the cluster that is away")
                    .isTrue();

            other.startController();
            endsWell(client, runsThere);
            endsWell(client, comesThere);
        }
    }
}
