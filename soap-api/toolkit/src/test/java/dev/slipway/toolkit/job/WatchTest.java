package dev.slipway.toolkit.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.service.wire.HeldBack;
import dev.slipway.service.wire.JobState;
import dev.slipway.service.wire.JobStatus;
import dev.slipway.service.wire.OutcomeWord;
import dev.slipway.toolkit.ScriptedJobs;
import dev.slipway.toolkit.ScriptedService;
import dev.slipway.toolkit.terminal.Figures;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Follows a job to its end: on terminals, in pipes and in JSON. */
class WatchTest extends ScriptedService {
    @Test
    void watch_tells_of_a_hold_and_of_its_end() {
        JobStatus held = ScriptedJobs.status(JobState.READY);
        HeldBack by = new HeldBack();
        by.setBy("olga");
        by.setSince(ScriptedJobs.BEGUN);
        held.setHeld(by);
        JOBS.looks.addAll(List.of(held, ScriptedJobs.status(JobState.READY), ScriptedJobs.ended(OutcomeWord.DONE)));

        assertThat(shell.run("watch", TOKEN)).isZero();
        assertThat(shell.out).containsOnlyOnce("  held      by olga").containsOnlyOnce("  not held");
    }

    @Test
    void watch_prints_each_change_once_and_ends_with_the_job() {
        JOBS.looks.addAll(List.of(
                ScriptedJobs.status(JobState.QUEUED),
                ScriptedJobs.status(JobState.QUEUED),
                ScriptedJobs.moving(2_000_000, 5_000),
                ScriptedJobs.running(5_000),
                ScriptedJobs.running(10_000),
                ScriptedJobs.ended(OutcomeWord.DONE)));

        assertThat(shell.run("watch", TOKEN)).isZero();
        assertThat(shell.out).containsOnlyOnce("  phase     QUEUED").containsOnlyOnce("  phase     RUNNING");
        assertThat(shell.out).contains("phase     STAGING_IN, after QUEUED for 1.0 s\n");
        assertThat(shell.out)
                .contains("MOVING  positions  group 2  positions.csv.gz <- risk  1.9 MiB, 5,000 rows")
                .contains("program   5,000 of 10,000  var_mean_99=12,345.7", "outcome   DONE")
                .doesNotContain("\u001b");
        assertThat(shell.err).isEmpty();
    }

    @Test
    void watch_stamps_each_phase_with_its_own_time_however_late_it_looks() {
        JobStatus ended = ScriptedJobs.ended(OutcomeWord.DONE);
        JOBS.looks.add(ended);

        assertThat(shell.run("watch", TOKEN)).isZero();
        assertThat(ended.getPhase()).hasSizeGreaterThan(1);
        ended.getPhase().forEach(phase -> assertThat(shell.out)
                .contains(Figures.time(phase.getBegun().toString()) + "  phase     " + phase.getState()));
        assertThat(shell.out.lines().map(line -> line.substring(0, 20))).isSorted();
    }

    @Test
    void watch_tells_phase_thing_and_remedy_of_a_failure() {
        JOBS.looks.add(ScriptedJobs.ended(OutcomeWord.FAILED));

        assertThat(shell.run("watch", TOKEN)).isEqualTo(1);
        assertThat(shell.out)
                .contains(
                        "FAILED in STAGING_IN",
                        "step positions: the database refuses",
                        "risk.positons",
                        "hint      Correct");
    }

    @Test
    void watch_redraws_in_place_on_a_terminal() {
        JOBS.looks.addAll(List.of(ScriptedJobs.running(1), ScriptedJobs.ended(OutcomeWord.DONE)));
        shell.live = true;

        assertThat(shell.run("watch", TOKEN)).isZero();
        assertThat(shell.out).contains("\u001b[10A", "\u001b[2K", "\u001b[32mDONE\u001b[0m");
        assertThat(shell.out).contains("\u001b[2mseen      2026-11-20T10:01:00Z\u001b[0m");
        assertThat(shell.environment("NO_COLOR", "1").run("watch", TOKEN)).isZero();
        assertThat(shell.out).doesNotContain("\u001b[32m");
    }

    @Test
    void a_bar_and_colours_are_for_terminals_that_can_show_them() {
        JOBS.looks.add(ScriptedJobs.running(2_500));
        shell.live = true;

        assertThat(shell.run("status", TOKEN)).isZero();
        assertThat(shell.out).contains("[#######.......................] 2,500 of 10,000", "\u001b[1m");
        assertThat(shell.environment("NO_COLOR", "1").run("status", TOKEN)).isZero();
        assertThat(shell.out).contains("[#######").doesNotContain("\u001b");
        assertThat(shell.environment("NO_COLOR", "").environment("TERM", "dumb").run("status", TOKEN))
                .isZero();
        assertThat(shell.out).doesNotContain("[#").doesNotContain("\u001b");
        assertThat(shell.run("watch", "--help")).isZero();
        assertThat(shell.out).doesNotContain("\u001b");
    }

    @Test
    void watch_never_draws_a_line_wider_than_the_terminal() {
        JobStatus wide = ScriptedJobs.running(1);
        wide.setName("\u6771\u4eac".repeat(20));
        JOBS.looks.addAll(List.of(wide, ScriptedJobs.ended(OutcomeWord.DONE)));
        shell.live = true;

        assertThat(shell.environment("COLUMNS", "40").run("watch", TOKEN)).isZero();
        String first = shell.out.lines().findFirst().orElseThrow().replaceAll("\u001b\\[[0-9;]*[a-zA-Z]", "");
        assertThat(first).isEqualTo("\u6771\u4eac".repeat(9) + "\u6771\u2026");
        assertThat(shell.out.lines().map(line -> line.replaceAll("\u001b\\[[0-9;]*[a-zA-Z]", "")))
                .allMatch(line -> line.length() <= 39);
    }

    @Test
    void watch_gives_json_lines() {
        JOBS.looks.addAll(
                List.of(ScriptedJobs.running(1), ScriptedJobs.running(1), ScriptedJobs.ended(OutcomeWord.FAILED)));

        assertThat(shell.run("watch", "--json", TOKEN)).isEqualTo(1);
        assertThat(shell.out.lines()).hasSize(2).allMatch(line -> line.startsWith("{") && line.endsWith("}"));
        assertThat(shell.out).contains("\"outcome\":{\"word\":\"FAILED\",\"phase\":\"STAGING_IN\",\"problem\":{");
    }
}
