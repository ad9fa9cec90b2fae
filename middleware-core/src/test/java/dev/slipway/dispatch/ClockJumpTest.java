package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.audit.Operation;
import dev.slipway.desk.HistoryEntry;
import dev.slipway.desk.JobSummary;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClockJumpTest {
    @Test
    void a_clock_that_jumps_breaks_no_order_and_gives_no_negative_span(@TempDir Path folder) throws Exception {
        // One at a time stages in, so that the second cannot be ready before the first.
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder, 2, 1)) {
            ScriptedGateway.Gate gate = bed.gateway.hold("books");
            JobToken first = bed.submit(JobRequests.small());
            gate.awaitEntered();
            bed.clock.advance(Duration.ofDays(-1));
            JobToken second = bed.submit(JobRequests.small());
            bed.middleware.audit().verify(MiddlewareTestBed.AUDITOR, Optional.empty());
            gate.open();
            bed.untilStarted(first);
            assertThat(bed.job(first).at()).isAfter(bed.clock.instant());
            bed.clock.advance(Duration.ofDays(365));
            bed.launcher.end(first.value(), 0);
            bed.untilClosed(first);
            bed.untilStarted(second);
            bed.clock.advance(Duration.ofDays(-400));
            bed.launcher.end(second.value(), 0);
            bed.untilClosed(second);

            for (JobToken token : List.of(first, second)) {
                assertThat(bed.desk().history(MiddlewareTestBed.ALICE, token))
                        .isSortedAccordingTo(Comparator.comparing(HistoryEntry::at))
                        .isSortedAccordingTo(Comparator.comparing(HistoryEntry::sequence));
                assertThat(bed.status(token).phases())
                        .noneMatch(ClockJumpTest::negative)
                        .extracting(JobStatus.Phase::state)
                        .endsWith(JobState.CLOSED);
            }
            assertThat(bed.desk().list(MiddlewareTestBed.ALICE, 0, 10))
                    .extracting(JobSummary::token)
                    .containsExactly(second, first);
            assertThat(bed.launcher.started()).containsExactly(first.value(), second.value());
            assertThat(bed.middleware.audit().operations(MiddlewareTestBed.AUDITOR, 0, 100))
                    .isSortedAccordingTo(Comparator.comparing(Operation::at).reversed());
            assertThat(bed.middleware
                            .audit()
                            .verify(MiddlewareTestBed.AUDITOR, Optional.empty())
                            .findings())
                    .isEmpty();
        }
    }

    private static boolean negative(JobStatus.Phase phase) {
        return phase.ended().filter(phase.begun()::isAfter).isPresent();
    }
}
