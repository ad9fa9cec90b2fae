package dev.slipway.schedule;

import static dev.slipway.template.TemplateTest.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobSummary;
import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.grant.Grants;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.schedule.Firing.Outcome;
import dev.slipway.servers.Await;
import dev.slipway.template.TemplateTest;
import dev.slipway.testbed.MiddlewareTestBed;
import java.sql.Connection;
import java.sql.Statement;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the firings of schedules by a timetable, also after crashes, and the owners of schedules. */
class ScheduleTest extends ScheduleBench {

    @Test
    void the_same_wish_made_twice_is_one_schedule_and_another_is_a_second() throws Exception {
        Schedule schedule = make(hourly(), false);

        assertThat(make(hourly(), false)).isEqualTo(schedule);
        assertThat(make(hourly(), true).id()).isNotEqualTo(schedule.id());
        desk.remove(MiddlewareTestBed.BOB, schedule.id());
        assertThat(make(hourly(), false).id()).isNotEqualTo(schedule.id());
    }

    @Test
    void fires_once_at_each_of_its_times_as_its_owner() throws Exception {
        Schedule schedule = make(hourly(), false);
        assertThat(schedule.progress().next()).isEqualTo("2026-01-02T08:00:00Z");

        turnAt("2026-01-02T07:59:59Z");
        assertThat(jobs()).isEmpty();
        turnAt("2026-01-02T08:00:00Z");
        turnAt("2026-01-02T08:00:01Z");
        turnAt("2026-01-02T08:59:59Z");
        assertThat(jobs()).singleElement().extracting(JobSummary::owner).isEqualTo("bob");
        turnAt("2026-01-02T09:00:03Z");

        assertThat(firings(schedule))
                .extracting(Firing::due)
                .map(Object::toString)
                .containsExactly("2026-01-02T09:00:00Z", "2026-01-02T08:00:00Z");
        assertThat(firings(schedule))
                .extracting(firing -> firing.job().orElseThrow())
                .containsExactlyElementsOf(
                        jobs().stream().map(JobSummary::token).toList());
        JobToken first = firings(schedule).get(1).job().orElseThrow();
        assertThat(bed.job(first).request().description().orElseThrow())
                .contains("desk=Rates, day=2026-01-02, scenarios=10000");
        assertThat(desk.list(MiddlewareTestBed.BOB)).singleElement().satisfies(line -> {
            assertThat(line.schedule().progress().next()).isEqualTo("2026-01-02T10:00:00Z");
            assertThat(line.schedule().progress().lastJob())
                    .isEqualTo(firings(schedule).get(0).job());
            assertThat(line.lastJob()).isPresent();
            assertThat(line.newest()).contains(firings(schedule).get(0));
        });
    }

    @Test
    void today_is_the_day_of_the_due_time_in_the_schedules_zone() throws Exception {
        ZoneId tokyo = ZoneId.of("Asia/Tokyo");
        LocalTime one = LocalTime.of(1, 0);
        Schedule schedule =
                make(new Timetable(EnumSet.allOf(DayOfWeek.class), one, one, Optional.empty(), tokyo), false);

        turnAt("2026-01-02T16:00:05Z");

        JobToken job = firings(schedule).get(0).job().orElseThrow();
        assertThat(bed.job(job).request().description().orElseThrow()).contains("day=2026-01-03");
    }

    @Test
    void a_service_that_dies_before_or_after_it_submits_has_submitted_once() throws Exception {
        Schedule schedule = make(hourly(), false);
        for (KillPoint point : runner.killPoints()) {
            int before = jobs().size();
            witness = passed -> {
                if (passed.equals(point)) {
                    throw new KillError("killed at " + point);
                }
            };
            bed.clock.advance(Duration.between(
                    bed.clock.instant(),
                    desk.open(MiddlewareTestBed.BOB, schedule.id()).progress().next()));
            assertThatThrownBy(runner::turn).hasMessageContaining("killed at");
            assertThat(firings(schedule).get(0).outcome()).isEqualTo(Outcome.BEGUN);

            witness = Witness.NONE;
            // The template changes before the restart. The firing still submits the job of the earlier version.
            templates.change(
                    MiddlewareTestBed.ALICE,
                    template.id(),
                    before + 1,
                    TemplateTest.valueAtRisk(true, text -> text + " "));
            bed.restart();
            open();
            turnAfter(Duration.ofMinutes(3));
            runner.turn();

            assertThat(jobs()).as("after a kill at " + point).hasSize(before + 1);
            assertThat(firings(schedule).get(0).job()).contains(jobs().get(0).token());
            assertThat(firings(schedule).get(0).outcome()).isEqualTo(Outcome.SUBMITTED);
            desk.accept(
                    MiddlewareTestBed.BOB,
                    schedule.id(),
                    templates.open(MiddlewareTestBed.BOB, template.id()).version());
        }
        assertThat(runner.killPoints()).hasSize(2);
    }

    @Test
    void a_firing_that_cannot_be_read_any_more_fails_and_holds_up_no_other() throws Exception {
        Schedule broken = make(hourly(), false);
        KillPoint kept = runner.killPoints().get(0);
        witness = point -> {
            if (point.equals(kept)) {
                throw new KillError("killed");
            }
        };
        bed.clock.advance(
                Duration.between(bed.clock.instant(), broken.progress().next()));
        assertThatThrownBy(runner::turn).hasMessage("killed");
        witness = Witness.NONE;
        try (Connection connection = bed.dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE slipway.firing SET form = 'nonsense'");
        }
        Schedule sound = make(watched(true), false);
        turnAfter(Duration.ofMinutes(1));

        failed(broken, ProblemCode.INTERNAL, "its log has the cause");
        assertThat(firings(sound)).extracting(Firing::outcome).containsExactly(Outcome.SUBMITTED);
    }

    @Test
    void of_missed_times_the_latest_runs_while_it_is_young_and_is_skipped_with_a_note_later() throws Exception {
        Schedule schedule = make(hourly(), false);
        turnAt("2026-01-02T11:09:00Z");

        assertThat(firings(schedule)).singleElement().satisfies(firing -> {
            assertThat(firing.due()).isEqualTo("2026-01-02T11:00:00Z");
            assertThat(firing.outcome()).isEqualTo(Outcome.SUBMITTED);
            assertThat(firing.note()).contains("earlier times since 2026-01-02 08:00:00 UTC were missed");
        });
        turnAt("2026-01-02T13:11:00Z");
        assertThat(firings(schedule).get(0).outcome()).isEqualTo(Outcome.SKIPPED);
        assertThat(firings(schedule).get(0).note()).contains("the service did not run");
        assertThat(jobs()).hasSize(1);
        assertThat(desk.open(MiddlewareTestBed.BOB, schedule.id()).progress().next())
                .isEqualTo("2026-01-02T14:00:00Z");
    }

    @Test
    void a_time_at_which_the_job_before_is_open_is_skipped_if_so_wished() throws Exception {
        Schedule alone = make(hourly(), true);
        turnAt("2026-01-02T08:00:00Z");
        JobToken first = firings(alone).get(0).job().orElseThrow();
        turnAt("2026-01-02T09:00:00Z");
        assertThat(firings(alone).get(0).outcome()).isEqualTo(Outcome.SKIPPED);
        assertThat(firings(alone).get(0).note()).contains("the job before was still open");

        bed.desk().cancel(MiddlewareTestBed.BOB, first);
        bed.untilClosed(first);
        turnAt("2026-01-02T10:00:00Z");
        assertThat(firings(alone).get(0).outcome()).isEqualTo(Outcome.SUBMITTED);
        assertThat(jobs()).hasSize(2);
    }

    @Test
    void a_revoked_grant_fails_the_firing_and_a_lost_role_pauses_the_schedule() throws Exception {
        Schedule schedule = make(hourly(), false);
        account("bob", Set.of(Caller.Role.USER), Grants.NONE);
        turnAt("2026-01-02T08:00:00Z");
        failed(schedule, ProblemCode.NOT_GRANTED, "is not granted to user bob");
        account("bob", Set.of(), Grants.ALL);
        turnAt("2026-01-02T09:00:00Z");
        failed(schedule, ProblemCode.NOT_AUTHORISED, "user bob may not submit jobs");
        turnAt("2026-01-02T10:00:00Z");
        assertThat(firings(schedule)).as("told once").hasSize(2);
        assertThat(jobs()).isEmpty();

        account("bob", Set.of(Caller.Role.USER), Grants.ALL);
        desk.resume(MiddlewareTestBed.BOB, schedule.id());
        turnAt("2026-01-02T11:00:00Z");
        assertThat(firings(schedule).get(0).outcome()).isEqualTo(Outcome.SUBMITTED);
    }

    @Test
    void a_template_that_is_gone_pauses_the_schedule() throws Exception {
        Schedule schedule = make(hourly(), false);
        templates.remove(MiddlewareTestBed.ALICE, template.id());
        turnAt("2026-01-02T09:00:00Z");
        failed(schedule, ProblemCode.FORM_UNKNOWN, "there is no such template");
        assertThat(desk.open(MiddlewareTestBed.BOB, schedule.id()).progress().paused())
                .isTrue();
        assertThat(desk.change(MiddlewareTestBed.BOB, desk.open(MiddlewareTestBed.BOB, schedule.id())))
                .isEmpty();
        turnAt("2026-01-02T10:00:00Z");
        assertThat(firings(schedule)).hasSize(1);
    }

    @Test
    void what_is_paused_does_not_fire_and_goes_on_with_its_next_time() throws Exception {
        Schedule schedule = make(hourly(), false);
        desk.pause(MiddlewareTestBed.BOB, schedule.id());
        turnAt("2026-01-02T08:00:00Z");
        turnAt("2026-01-02T09:05:00Z");
        assertThat(firings(schedule)).isEmpty();
        desk.resume(MiddlewareTestBed.BOB, schedule.id());
        turnAt("2026-01-02T09:06:00Z");
        assertThat(firings(schedule)).isEmpty();
        turnAt("2026-01-02T10:00:00Z");
        assertThat(firings(schedule)).hasSize(1);
        desk.remove(MiddlewareTestBed.OPERATOR, schedule.id());
        turnAt("2026-01-02T11:00:00Z");
        assertThat(desk.list(MiddlewareTestBed.OPERATOR)).isEmpty();
        assertThat(jobs()).as("jobs stay").hasSize(1);
    }

    @Test
    void a_schedule_is_its_owners_and_the_operators() throws Exception {
        Schedule schedule = make(hourly(), false);

        assertThat(desk.list(MiddlewareTestBed.ALICE)).isEmpty();
        refused(
                ProblemCode.FORM_UNKNOWN,
                () -> desk.open(MiddlewareTestBed.ALICE, schedule.id()),
                "there is no such schedule");
        refused(ProblemCode.FORM_UNKNOWN, () -> desk.pause(MiddlewareTestBed.ALICE, schedule.id()), "no such schedule");
        refused(
                ProblemCode.FORM_UNKNOWN,
                () -> desk.open(MiddlewareTestBed.ALICE, "none"),
                "there is no such schedule");
        assertThat(desk.list(MiddlewareTestBed.AUDITOR)).hasSize(1);
        refused(
                ProblemCode.NOT_AUTHORISED,
                () -> desk.resume(MiddlewareTestBed.AUDITOR, schedule.id()),
                "may look at schedule");
        refused(
                ProblemCode.NOT_AUTHORISED,
                () -> desk.remove(MiddlewareTestBed.AUDITOR, schedule.id()),
                "may look at schedule");
        desk.pause(MiddlewareTestBed.OPERATOR, schedule.id());
        assertThat(desk.open(MiddlewareTestBed.BOB, schedule.id()).progress().paused())
                .isTrue();
    }

    @Test
    void what_could_never_run_is_refused_at_once() throws Exception {
        refused(
                ProblemCode.FORM_INVALID,
                () -> desk.make(
                        MiddlewareTestBed.BOB,
                        new NewSchedule(template.id(), 1, Map.of("desk", "a;b"), hourly(), false)),
                "blank desk takes letters");
        refused(
                ProblemCode.FORM_INVALID,
                () -> make(new WatchedQuery("risk", "SELECT 1", Duration.ofSeconds(59), false, BERLIN), false),
                "once a minute at most");
        for (Duration every : List.of(Duration.ofSeconds(59), Duration.ofMinutes(-5), Duration.ofMinutes(1441))) {
            refused(
                    ProblemCode.FORM_INVALID,
                    () -> make(
                            new Timetable(
                                    EnumSet.allOf(DayOfWeek.class),
                                    LocalTime.MIN,
                                    LocalTime.NOON,
                                    Optional.of(every),
                                    BERLIN),
                            false),
                    "at least one minute apart, and at most one day");
        }
        trouble = Optional.of(Problem.of(ProblemCode.STATEMENT_REFUSED, "no such table"));
        refused(ProblemCode.STATEMENT_REFUSED, () -> make(watched(false), false), "no such table");
        for (int i = 0; i < ScheduleDesk.MOST_SCHEDULES; i++) {
            String one = "Rates" + (char) ('a' + i % 26) + (char) ('a' + i / 26);
            desk.make(
                    MiddlewareTestBed.BOB,
                    new NewSchedule(template.id(), template.version(), Map.of("desk", one), hourly(), false));
        }
        refused(ProblemCode.FORM_QUOTA, () -> make(hourly(), false), "has 50 schedules");
    }

    @Test
    void the_runner_fires_by_itself_until_it_is_closed() throws Exception {
        Schedule schedule = make(hourly(), false);
        bed.clock.advance(
                Duration.between(bed.clock.instant(), schedule.progress().next()));
        runner.start();
        Await.until("a job of the schedule is submitted", () -> firings(schedule).stream()
                .anyMatch(firing -> firing.outcome() == Outcome.SUBMITTED));
        runner.close();
        assertThat(jobs()).hasSize(1);
    }
}
