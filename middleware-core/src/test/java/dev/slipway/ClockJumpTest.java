package dev.slipway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.audit.Operation;
import dev.slipway.desk.HistoryEntry;
import dev.slipway.desk.JobStatus;
import dev.slipway.desk.JobSummary;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
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
        try (Rig rig = new Rig(folder, 2, 1)) {
            ScriptedGateway.Gate gate = rig.gateway.hold("books");
            JobToken first = rig.submit(JobRequests.small());
            gate.awaitEntered();
            rig.clock.advance(Duration.ofDays(-1));
            JobToken second = rig.submit(JobRequests.small());
            rig.middleware.audit().verify(Rig.AUDITOR, Optional.empty());
            gate.open();
            rig.untilStarted(first);
            assertThat(rig.job(first).at()).isAfter(rig.clock.instant());
            rig.clock.advance(Duration.ofDays(365));
            rig.launcher.end(first.value(), 0);
            rig.untilClosed(first);
            rig.untilStarted(second);
            rig.clock.advance(Duration.ofDays(-400));
            rig.launcher.end(second.value(), 0);
            rig.untilClosed(second);

            for (JobToken token : List.of(first, second)) {
                assertThat(rig.desk().history(Rig.ALICE, token))
                        .isSortedAccordingTo(Comparator.comparing(HistoryEntry::at))
                        .isSortedAccordingTo(Comparator.comparing(HistoryEntry::sequence));
                assertThat(rig.status(token).phases())
                        .noneMatch(ClockJumpTest::negative)
                        .extracting(JobStatus.Phase::state)
                        .endsWith(JobState.CLOSED);
            }
            assertThat(rig.desk().list(Rig.ALICE, 0, 10))
                    .extracting(JobSummary::token)
                    .containsExactly(second, first);
            assertThat(rig.launcher.started()).containsExactly(first.value(), second.value());
            assertThat(rig.middleware.audit().operations(Rig.AUDITOR, 0, 100))
                    .isSortedAccordingTo(Comparator.comparing(Operation::at).reversed());
            assertThat(rig.middleware
                            .audit()
                            .verify(Rig.AUDITOR, Optional.empty())
                            .findings())
                    .isEmpty();
        }
    }

    private static boolean negative(JobStatus.Phase phase) {
        return phase.ended().filter(phase.begun()::isAfter).isPresent();
    }
}
