package dev.slipway.schedule;

import static dev.slipway.template.TemplateTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
import dev.slipway.schedule.Firing.Outcome;
import dev.slipway.template.TemplateDesk;
import dev.slipway.testbed.MiddlewareTestBed;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Tests schedules that their owners run beside the times of their triggers. */
class ScheduleRunTest extends ScheduleBench {

    @Test
    void a_run_by_the_owner_is_a_firing_of_its_own_and_changes_no_time() throws Exception {
        Schedule schedule = make(hourly(), true);
        JobToken job = desk.run(MiddlewareTestBed.BOB, schedule.id());

        assertThat(firings(schedule)).singleElement().satisfies(firing -> {
            assertThat(firing.outcome()).isEqualTo(Outcome.SUBMITTED);
            assertThat(firing.job()).contains(job);
            assertThat(firing.note()).isEqualTo("run by bob");
        });
        assertThat(bed.job(job).owner()).isEqualTo("bob");
        assertThat(desk.open(MiddlewareTestBed.BOB, schedule.id()).progress())
                .isEqualTo(new Schedule.Progress(
                        false, schedule.progress().next(), 1, Optional.empty(), Optional.of(job)));
        runner.turn();
        assertThat(jobs()).hasSize(1);
        assertThat(desk.run(MiddlewareTestBed.BOB, schedule.id())).isNotEqualTo(job);
    }

    @Test
    void a_run_that_the_runner_has_submitted_meanwhile_is_not_noted_as_failed() throws Exception {
        Schedule schedule = make(hourly(), true);
        AtomicBoolean first = new AtomicBoolean(true);
        TemplateDesk refused = new TemplateDesk(
                bed.dataSource,
                bed.desk(),
                request -> {
                    if (first.getAndSet(false)) {
                        runner.turn();
                    }
                    throw new IllegalArgumentException("the document cannot be written");
                },
                bed.clock);
        ScheduleDesk other =
                new ScheduleDesk(bed.dataSource, refused, (caller, source, statement) -> answer, bed.clock);

        JobToken job = other.run(MiddlewareTestBed.BOB, schedule.id());

        assertThat(firings(schedule)).singleElement().satisfies(firing -> {
            assertThat(firing.outcome()).isEqualTo(Outcome.SUBMITTED);
            assertThat(firing.job()).contains(job);
        });
    }

    @Test
    void only_the_owner_runs_a_schedule_and_not_one_that_is_paused() throws Exception {
        Schedule schedule = make(hourly(), true);
        refused(
                ProblemCode.NOT_AUTHORISED,
                () -> desk.run(MiddlewareTestBed.OPERATOR, schedule.id()),
                "only user bob, its owner, may run schedule");
        refused(ProblemCode.FORM_UNKNOWN, () -> desk.run(MiddlewareTestBed.ALICE, schedule.id()), "no such schedule");
        desk.pause(MiddlewareTestBed.BOB, schedule.id());
        refused(ProblemCode.FORM_CHANGED, () -> desk.run(MiddlewareTestBed.BOB, schedule.id()), "is paused: resume it");
        assertThat(jobs()).isEmpty();
        assertThat(firings(schedule)).isEmpty();
    }
}
