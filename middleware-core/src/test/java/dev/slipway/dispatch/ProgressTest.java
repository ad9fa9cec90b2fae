package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.status.JobStatus;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.JobRequest;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the progress and the speed of steps, and the end of steps that stand still. */
@Timeout(300)
class ProgressTest {
    private static final JobRequest FETCH = JobRequests.request(List.of(JobRequests.fetch("curve", 1)), List.of());

    @TempDir
    Path folder;

    @Test
    void a_step_that_moves_tells_its_rate_and_when_it_moved_last() throws Exception {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            ScriptedGateway.Gate gate = bed.gateway.hold("curve");
            JobToken token = bed.submit(FETCH);
            gate.awaitEntered();
            Instant moved = bed.clock.instant();
            bed.clock.advance(Duration.ofSeconds(2));

            JobStatus status = bed.status(token);

            // The gateway has reported 7 bytes and one row.
            assertThat(status.steps().get(0).motion()).hasValueSatisfying(motion -> {
                assertThat(motion.bytesPerSecond()).isEqualTo(3);
                assertThat(motion.moved()).isEqualTo(moved);
                assertThat(motion.left()).isEmpty();
            });
            assertThat(status.transfer()).hasValueSatisfying(all -> {
                assertThat(all.bytes()).isEqualTo(7);
                assertThat(all.rows()).isEqualTo(1);
                assertThat(all.bytesPerSecond()).isEqualTo(3);
            });
            gate.open();
            bed.until(token, job -> job.state().compareTo(JobState.STAGING_IN) > 0);
            assertThat(bed.status(token).transfer()).isEmpty();
            assertThat(bed.status(token).steps().get(0).motion()).isEmpty();
        }
    }

    @Test
    void what_an_earlier_try_left_counts_in_the_bytes_and_not_in_the_rate_or_the_time_left() throws Exception {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            bed.gateway.meter("curve", meter -> {
                meter.expects(50_000);
                // To compare the kept part with the file on the host takes a minute.
                bed.clock.advance(Duration.ofMinutes(1));
                meter.kept(49_000);
                meter.moved(49_000, 0);
                meter.moved(49_100, 0);
            });
            ScriptedGateway.Gate gate = bed.gateway.hold("curve");
            JobToken token = bed.submit(FETCH);
            gate.awaitEntered();
            bed.clock.advance(Duration.ofSeconds(2));

            assertThat(bed.status(token).transfer()).hasValueSatisfying(all -> {
                assertThat(all.bytes()).isEqualTo(49_100);
                assertThat(all.bytesPerSecond()).isEqualTo(50);
                assertThat(all.left()).contains(Duration.ofSeconds(18));
            });
            assertThat(bed.desk().explain(MiddlewareTestBed.ALICE, token).toString())
                    .contains("50 B/s");
            gate.open();
            bed.until(token, job -> job.state().compareTo(JobState.STAGING_IN) > 0);
        }
    }

    @Test
    void what_a_place_says_that_it_moves_goes_before_what_the_step_moved_last_time() throws Exception {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            bed.launcher.endAtOnce();
            bed.gateway.say("curve", "x".repeat(1000));
            bed.untilClosed(bed.submit(FETCH));
            bed.gateway.meter("curve", meter -> {
                meter.expects(500);
                meter.moved(100, 0);
            });
            ScriptedGateway.Gate gate = bed.gateway.hold("curve");
            JobToken token = bed.submit(FETCH);
            gate.awaitEntered();
            bed.clock.advance(Duration.ofSeconds(2));

            assertThat(bed.status(token).steps().get(0).motion()).hasValueSatisfying(motion -> {
                assertThat(motion.expectedBytes()).contains(500L);
                assertThat(motion.left()).contains(Duration.ofSeconds(8));
            });
            assertThat(bed.desk().explain(MiddlewareTestBed.ALICE, token).toString())
                    .contains("the sizes of what moves");
            gate.open();
            bed.untilClosed(token);
        }
    }

    @Test
    void a_step_that_stands_still_is_broken_off_as_an_outage_and_tried_again() throws Exception {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            bed.middleware.close();
            bed.stalls = new StallLimits(Duration.ofMinutes(10), 0);
            bed.start();
            ScriptedGateway.Gate gate = bed.gateway.hold("curve");
            JobToken token = bed.submit(FETCH);
            gate.awaitEntered();

            bed.until(token, job -> job.blocked().isPresent());

            assertThat(bed.job(token).blocked()).hasValueSatisfying(problem -> {
                assertThat(problem.code()).isEqualTo(ProblemCode.STEP_STALLED);
                assertThat(problem.isOutage()).isTrue();
                assertThat(problem.message())
                        .startsWith("step curve from host market-data has moved nothing for 6")
                        .contains("after 7 B in all");
            });
            gate.open();
            bed.until(token, job -> job.state().compareTo(JobState.STAGING_IN) > 0);
            assertThat(bed.gateway.tried()).filteredOn("curve"::equals).hasSizeGreaterThan(1);
        }
    }
}
