package dev.slipway.desk.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.JobSummary;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.run.ClusterRun;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.RunSighting;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunAtClusterTest {
    private static final ClusterRun RUN = new ClusterRun("main", "17");
    private static final Instant START = Instant.parse("2026-11-27T12:03:00Z");

    @TempDir
    Path home;

    private MiddlewareTestBed bed;

    @BeforeEach
    void begin() throws Exception {
        bed = new MiddlewareTestBed(home);
    }

    @AfterEach
    void end() throws Exception {
        bed.close();
    }

    private JobToken queued(ClusterStage stage, String reason, Optional<Instant> expected) throws Exception {
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);
        bed.launcher.queue(token.value(), RUN, new RunSighting.Waiting(stage, reason, expected));
        bed.until(token, job -> atCluster(token).map(RunAtCluster::reason).equals(Optional.of(reason)));
        return token;
    }

    private Optional<RunAtCluster> atCluster(JobToken token) {
        return bed.status(token).run().cluster();
    }

    @Test
    void a_status_and_a_list_tell_the_stage_of_a_run_the_reason_and_the_expected_start() throws Exception {
        JobToken token = queued(ClusterStage.PENDING, "Priority", Optional.of(START));

        RunAtCluster at = atCluster(token).orElseThrow();
        // The list takes the stage from the dispatcher, which may be a moment behind the journal.
        bed.until(token, job -> listed().equals(Optional.of(at)));

        assertThat(bed.status(token).state()).isEqualTo(JobState.RUNNING);
        assertThat(at)
                .isEqualTo(new RunAtCluster(RUN, Optional.of(ClusterStage.PENDING), "Priority", Optional.of(START)));
        assertThat(at.words()).contains("waits in the queue of the cluster (Priority)");
    }

    private Optional<RunAtCluster> listed() {
        List<JobSummary> list = bed.desk().list(MiddlewareTestBed.ALICE, 0, 10);
        assertThat(list).hasSize(1);
        return list.get(0).standing().cluster();
    }

    @Test
    void a_run_under_way_and_a_run_that_is_over_have_no_stage_and_keep_their_number() throws Exception {
        JobToken token = queued(ClusterStage.SUSPENDED, "by root", Optional.empty());
        RunAtCluster suspended = atCluster(token).orElseThrow();
        bed.launcher.resume(token.value());
        bed.until(token, job -> atCluster(token).orElseThrow().stage().isEmpty());
        RunAtCluster running = atCluster(token).orElseThrow();
        bed.launcher.queue(token.value(), RUN, new RunSighting.Waiting(ClusterStage.ENDING, "", Optional.of(START)));
        bed.until(token, job -> atCluster(token).orElseThrow().stage().isPresent());
        bed.launcher.end(token.value(), 0);
        bed.untilClosed(token);

        assertThat(suspended.words()).contains("is suspended by the cluster (by root)");
        assertThat(running).isEqualTo(new RunAtCluster(RUN, Optional.empty(), "", Optional.empty()));
        assertThat(running.words()).isEmpty();
        assertThat(atCluster(token)).contains(running);
        bed.until(token, job -> listed().isEmpty());
    }

    @Test
    void a_run_of_this_machine_is_at_no_cluster() throws Exception {
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);

        assertThat(atCluster(token)).isEmpty();
    }

    @Test
    void an_accepted_run_has_its_number_although_the_cluster_gives_no_answer_afterwards() throws Exception {
        bed.launcher.acceptAndFallSilent(RUN);
        JobToken token = bed.submit(JobRequests.small());

        bed.until(token, job -> job.cluster().isPresent());

        assertThat(atCluster(token).orElseThrow().run()).isEqualTo(RUN);
        bed.until(token, job -> job.blocked().isPresent());
    }
}
