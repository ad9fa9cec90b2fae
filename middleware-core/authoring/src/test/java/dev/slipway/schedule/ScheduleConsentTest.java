package dev.slipway.schedule;

import static dev.slipway.template.TemplateTest.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.problem.ProblemCode;
import dev.slipway.schedule.Firing.Outcome;
import dev.slipway.template.Blank;
import dev.slipway.template.TemplateTest;
import dev.slipway.template.TemplateText;
import dev.slipway.testbed.MiddlewareTestBed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that a schedule runs only the version of the template that the owner of the schedule has accepted. */
class ScheduleConsentTest extends ScheduleBench {

    /** Lets Alice, the owner of the template, change the table that the template reads. */
    private void changed(int version) {
        templates.change(
                MiddlewareTestBed.ALICE,
                template.id(),
                version,
                TemplateTest.valueAtRisk(true, text -> text.replace("FROM book", "FROM salary")));
    }

    @Test
    void what_the_author_changes_does_not_run_until_the_schedules_owner_accepts_it() throws Exception {
        Schedule schedule = make(hourly(), false);
        assertThat(desk.change(MiddlewareTestBed.BOB, desk.open(MiddlewareTestBed.BOB, schedule.id())))
                .isEmpty();
        changed(1);

        turnAt("2026-01-02T08:00:00Z");
        failed(schedule, ProblemCode.FORM_CHANGED, "template Desk VaR was changed meanwhile: it is version 2");
        assertThat(desk.open(MiddlewareTestBed.BOB, schedule.id()).progress().paused())
                .isTrue();
        desk.resume(MiddlewareTestBed.OPERATOR, schedule.id());
        turnAt("2026-01-02T09:00:00Z");
        assertThat(desk.open(MiddlewareTestBed.BOB, schedule.id()).progress().paused())
                .isTrue();
        assertThat(jobs()).isEmpty();

        ScheduleDesk.Change change = desk.change(MiddlewareTestBed.BOB, desk.open(MiddlewareTestBed.BOB, schedule.id()))
                .orElseThrow();
        assertThat(change.job().orElseThrow().stageIn().toString()).contains("FROM salary WHERE desk = 'Rates'");
        desk.accept(MiddlewareTestBed.BOB, schedule.id(), change.version());
        turnAt("2026-01-02T10:00:00Z");
        assertThat(firings(schedule).get(0).outcome()).isEqualTo(Outcome.SUBMITTED);
        assertThat(jobs()).hasSize(1);
    }

    @Test
    void only_its_owner_accepts_and_only_what_they_saw() throws Exception {
        Schedule schedule = make(hourly(), false);
        changed(1);
        changed(2);

        assertThat(desk.newerVersion(MiddlewareTestBed.BOB, schedule)).contains(3);
        assertThat(desk.newerVersion(MiddlewareTestBed.OPERATOR, schedule)).isEmpty();
        assertThat(desk.change(MiddlewareTestBed.OPERATOR, desk.open(MiddlewareTestBed.OPERATOR, schedule.id())))
                .isEmpty();
        refused(
                ProblemCode.FORM_CHANGED,
                () -> desk.accept(MiddlewareTestBed.BOB, schedule.id(), 2),
                "it is version 3");
        refused(
                ProblemCode.FORM_UNKNOWN,
                () -> desk.accept(MiddlewareTestBed.OPERATOR, schedule.id(), 3),
                "no such schedule");
        refused(
                ProblemCode.FORM_UNKNOWN,
                () -> desk.accept(MiddlewareTestBed.ALICE, schedule.id(), 3),
                "no such schedule");
        refused(ProblemCode.FORM_CHANGED, () -> make(hourly(), false), "it is version 3");
    }

    @Test
    void a_change_that_the_values_do_not_fit_cannot_be_accepted() throws Exception {
        Schedule schedule = make(hourly(), false);
        TemplateText text = TemplateTest.valueAtRisk(true, words -> words.replace("${desk}", "Equity"));
        List<Blank> blanks = text.blanks().subList(1, 3);
        templates.change(
                MiddlewareTestBed.ALICE,
                template.id(),
                1,
                new TemplateText(text.name(), "", true, text.form(), blanks));

        assertThat(desk.change(MiddlewareTestBed.BOB, desk.open(MiddlewareTestBed.BOB, schedule.id()))
                        .orElseThrow()
                        .problem()
                        .orElseThrow()
                        .message())
                .contains("blank desk is not one of the template's");
        refused(ProblemCode.FORM_INVALID, () -> desk.accept(MiddlewareTestBed.BOB, schedule.id(), 2), "blank desk");
    }

    @Test
    void who_changes_a_template_has_seen_what_their_own_schedules_run() throws Exception {
        Schedule own = desk.make(MiddlewareTestBed.ALICE, new NewSchedule(template.id(), 1, Map.of(), hourly(), false));
        changed(1);
        turnAt("2026-01-02T08:00:00Z");
        assertThat(desk.firings(own)).extracting(Firing::outcome).containsExactly(Outcome.SUBMITTED);

        templates.change(MiddlewareTestBed.OPERATOR, template.id(), 2, TemplateTest.valueAtRisk());
        templates.change(MiddlewareTestBed.ALICE, template.id(), 3, TemplateTest.valueAtRisk());
        turnAt("2026-01-02T09:00:00Z");
        assertThat(desk.open(MiddlewareTestBed.ALICE, own.id()).progress().paused())
                .as("an operator's change came between")
                .isTrue();
    }

    @Test
    void an_answer_that_a_changed_template_met_runs_once_that_is_accepted() throws Exception {
        Schedule schedule = make(watched(false), false);
        changed(1);
        answer = "two";
        turnAfter(Duration.ofMinutes(1));
        failed(schedule, ProblemCode.FORM_CHANGED, "was changed meanwhile");
        desk.accept(MiddlewareTestBed.BOB, schedule.id(), 2);
        turnAfter(Duration.ofMinutes(1));
        assertThat(jobs()).hasSize(1);
    }

    @Test
    void what_was_begun_waits_while_the_schedule_is_paused_and_goes_with_it() throws Exception {
        for (boolean removed : List.of(false, true)) {
            int before = jobs().size();
            Schedule schedule = make(hourly(), false);
            killedOnceKept(schedule);
            desk.pause(MiddlewareTestBed.BOB, schedule.id());
            runner.turn();
            assertThat(jobs()).hasSize(before);
            if (!removed) {
                desk.resume(MiddlewareTestBed.BOB, schedule.id());
                runner.turn();
            }
            desk.remove(MiddlewareTestBed.BOB, schedule.id());
            runner.turn();
            assertThat(jobs()).hasSize(removed ? before : before + 1);
        }
    }

    private void killedOnceKept(Schedule schedule) throws InterruptedException {
        KillPoint kept = runner.killPoints().get(0);
        witness = point -> {
            if (point.equals(kept)) {
                throw new KillError("killed");
            }
        };
        bed.clock.advance(
                Duration.between(bed.clock.instant(), schedule.progress().next()));
        assertThatThrownBy(runner::turn).hasMessage("killed");
        witness = Witness.NONE;
    }

    @Test
    void what_an_operator_does_to_somebodys_schedule_stands_in_the_ledger() throws Exception {
        Schedule schedule = make(hourly(), false);
        desk.pause(MiddlewareTestBed.BOB, schedule.id());
        desk.resume(MiddlewareTestBed.OPERATOR, schedule.id());
        desk.remove(MiddlewareTestBed.OPERATOR, schedule.id());

        String words = "schedule " + schedule.id() + " of bob %s: Desk VaR by " + MiddlewareTestBed.OPERATOR.user();
        assertThat(TemplateTest.ledger(bed))
                .containsExactly(
                        "SCHEDULE_REMOVED " + words.formatted("removed"),
                        "SCHEDULE_CHANGED " + words.formatted("resumed"));
    }
}
