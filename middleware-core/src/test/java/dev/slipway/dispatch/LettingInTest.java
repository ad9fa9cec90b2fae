package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.request.StagingStep;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LettingInTest {
    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    private final Queue<JobState> states = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder, 2, 1);
        bed.middleware.listen(job -> states.add(job.state()));
    }

    private void run(List<StagingStep> stageIn) throws Exception {
        JobToken token = bed.submit(JobRequests.request(stageIn, List.of()));
        bed.untilStarted(token);
    }

    @Test
    void a_job_with_nothing_to_stage_in_is_launched_in_the_transaction_that_lets_it_in() throws Exception {
        run(List.of());

        assertThat(states).startsWith(JobState.RUNNING);
    }

    @Test
    void a_job_with_something_to_stage_in_stages_in_first() throws Exception {
        run(JobRequests.small().stageIn());

        assertThat(states).startsWith(JobState.STAGING_IN).contains(JobState.READY);
    }
}
