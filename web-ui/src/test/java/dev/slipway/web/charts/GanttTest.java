package dev.slipway.web.charts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.status.JobStatus.Phase;
import dev.slipway.job.JobState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GanttTest {
    private static final Instant START = Instant.parse("2026-11-21T08:00:00Z");

    @Test
    void phases_follow_each_other_and_closed_is_no_bar() {
        Gantt gantt = Gantt.of(
                List.of(
                        phase(JobState.QUEUED, 0, 10),
                        phase(JobState.STAGING_IN, 10, 40),
                        phase(JobState.RUNNING, 40, 100),
                        open(JobState.CLOSED, 100)),
                START.plusSeconds(5000));

        assertThat(gantt.rows()).extracting(Gantt.Row::state).containsExactly("QUEUED", "STAGING_IN", "RUNNING");
        assertThat(gantt.rows()).extracting(Gantt.Row::x).containsExactly(150.0, 202.0, 358.0);
        assertThat(gantt.rows()).extracting(Gantt.Row::width).containsExactly(52.0, 156.0, 312.0);
        assertThat(gantt.total()).isEqualTo("1 min 40 s");
    }

    @Test
    void the_phase_that_goes_on_reaches_now() {
        Gantt gantt =
                Gantt.of(List.of(phase(JobState.QUEUED, 0, 1), open(JobState.STAGING_IN, 1)), START.plusSeconds(4));

        assertThat(gantt.rows().get(1).open()).isTrue();
        assertThat(gantt.rows().get(1).lasted()).isEqualTo("3.0 s");
        assertThat(gantt.rows().get(1).x() + gantt.rows().get(1).width()).isEqualTo(Gantt.LEFT + Gantt.LENGTH);
    }

    @Test
    void ticks_are_round_and_few_for_any_span() {
        for (long seconds : new long[] {1, 7, 59, 61, 3599, 86_400, 90_000, 40 * 86_400}) {
            Gantt gantt = Gantt.of(List.of(open(JobState.QUEUED, 0)), START.plusSeconds(seconds));
            assertThat(gantt.ticks()).hasSizeBetween(2, 7);
        }
        assertThat(Gantt.of(List.of(open(JobState.QUEUED, 0)), START.plusSeconds(60))
                        .ticks())
                .extracting(Gantt.Tick::label)
                .containsExactly("0", "10 s", "20 s", "30 s", "40 s", "50 s", "1 min");
    }

    @Test
    void a_clock_that_was_set_back_draws_nothing_to_the_left() {
        Gantt gantt = Gantt.of(List.of(open(JobState.QUEUED, 0)), START.minusSeconds(30));

        assertThat(gantt.rows().get(0).width()).isGreaterThan(0);
        assertThat(gantt.rows().get(0).x()).isEqualTo(Gantt.LEFT);
    }

    @Test
    void a_job_without_phases_has_no_picture() {
        assertThat(Gantt.of(List.of(), START).rows()).isEmpty();
    }

    private static Phase phase(JobState state, long from, long to) {
        return new Phase(state, START.plusSeconds(from), Optional.of(START.plusSeconds(to)));
    }

    private static Phase open(JobState state, long from) {
        return new Phase(state, START.plusSeconds(from), Optional.empty());
    }
}
