package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.job.LifecycleJob;
import dev.slipway.job.RecordedEvent;
import dev.slipway.run.ClusterRun;
import dev.slipway.run.ClusterStage;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpenJobTest {
    private static final int REASONS = 200;

    private final OpenJob work = new OpenJob(LifecycleJob.in(JobState.RUNNING).job());

    private void record(JobEvent event) {
        Job job = work.job();
        work.become(job.then(new RecordedEvent(job.version() + 1, job.at(), event)));
    }

    private void see(ClusterStage stage, String reason) {
        record(new JobEvent.ClusterStageSeen(Optional.of(stage), reason));
    }

    @Test
    void a_reason_counts_once_it_is_recorded_and_not_when_it_is_asked_for() {
        record(new JobEvent.ClusterAccepted(new ClusterRun("main", "17")));
        for (int reason = 1; reason <= REASONS; reason++) {
            assertThat(work.mayTellReason()).isTrue();
            assertThat(work.mayTellReason()).isTrue();
            see(ClusterStage.PENDING, "reason " + reason);
        }

        assertThat(work.mayTellReason()).isFalse();
    }

    @Test
    void a_reason_in_another_stage_or_at_another_cluster_does_not_count() {
        for (int change = 1; change <= REASONS; change++) {
            record(new JobEvent.ClusterAccepted(new ClusterRun("main", "" + change)));
            see(ClusterStage.SUSPENDED, "reason " + change);
        }

        assertThat(work.mayTellReason()).isTrue();
    }
}
