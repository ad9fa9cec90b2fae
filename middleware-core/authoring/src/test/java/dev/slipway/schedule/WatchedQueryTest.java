package dev.slipway.schedule;

import static dev.slipway.template.TemplateTest.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.desk.Caller;
import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.grant.Grants;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.schedule.Firing.Outcome;
import dev.slipway.servers.Await;
import dev.slipway.staging.RowSample;
import dev.slipway.staging.RowSample.Column;
import dev.slipway.testbed.MiddlewareTestBed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the firings of schedules when the answer of a watched query changes. */
class WatchedQueryTest extends ScheduleBench {

    @Test
    void a_watched_query_runs_the_template_when_its_answer_changes() throws Exception {
        Schedule schedule = make(watched(false), false);
        turnAfter(Duration.ofMinutes(1));
        turnAfter(Duration.ofMinutes(1));
        assertThat(jobs())
                .as("the first answer is what others are compared with")
                .isEmpty();
        answer = "two";
        turnAfter(Duration.ofSeconds(30));
        assertThat(jobs()).as("not asked yet").isEmpty();
        turnAfter(Duration.ofSeconds(30));
        turnAfter(Duration.ofMinutes(1));
        assertThat(jobs()).hasSize(1);
        answer = "one";
        turnAfter(Duration.ofMinutes(1));
        turnAfter(Duration.ofMinutes(1));
        assertThat(jobs()).as("changed back").hasSize(2);
        assertThat(firings(schedule)).extracting(Firing::outcome).containsOnly(Outcome.SUBMITTED);
    }

    @Test
    void the_first_answer_runs_it_if_so_wished_and_once_over_a_crash() throws Exception {
        Schedule schedule = make(watched(true), false);
        KillPoint submitted = runner.killPoints().get(1);
        witness = point -> {
            if (point.equals(submitted)) {
                throw new KillError("killed");
            }
        };
        bed.clock.advance(Duration.ofMinutes(1));
        assertThatThrownBy(runner::turn).hasMessage("killed");
        witness = Witness.NONE;
        bed.restart();
        open();
        turnAfter(Duration.ofMinutes(1));
        turnAfter(Duration.ofMinutes(1));

        assertThat(jobs()).hasSize(1);
        assertThat(firings(schedule))
                .singleElement()
                .extracting(Firing::outcome)
                .isEqualTo(Outcome.SUBMITTED);
    }

    @Test
    void a_query_that_fails_is_told_once_and_asked_again() throws Exception {
        Schedule schedule = make(watched(false), false);
        trouble = Optional.of(Problem.of(ProblemCode.DATABASE_UNREACHABLE, "source risk does not answer"));
        turnAfter(Duration.ofMinutes(1));
        turnAfter(Duration.ofMinutes(1));
        turnAfter(Duration.ofMinutes(1));
        assertThat(firings(schedule)).hasSize(1);
        failed(schedule, ProblemCode.DATABASE_UNREACHABLE, "source risk does not answer");

        trouble = Optional.empty();
        turnAfter(Duration.ofMinutes(1));
        assertThat(jobs()).as("nothing changed meanwhile").isEmpty();
        answer = "two";
        turnAfter(Duration.ofMinutes(1));
        assertThat(jobs()).hasSize(1);
    }

    @Test
    void a_change_while_the_job_before_is_open_runs_once_that_has_closed() throws Exception {
        Schedule schedule = make(watched(true), true);
        turnAfter(Duration.ofMinutes(1));
        JobToken first = firings(schedule).get(0).job().orElseThrow();
        answer = "two";
        turnAfter(Duration.ofMinutes(1));
        assertThat(jobs()).hasSize(1);
        bed.desk().cancel(MiddlewareTestBed.BOB, first);
        bed.untilClosed(first);
        turnAfter(Duration.ofMinutes(1));
        assertThat(jobs()).hasSize(2);
    }

    @Test
    void remembers_its_last_50_firings() throws Exception {
        Schedule schedule = make(watched(false), false);
        for (int i = 0; i < 55; i++) {
            trouble = Optional.of(Problem.of(ProblemCode.DATABASE_UNREACHABLE, "away " + i));
            turnAfter(Duration.ofMinutes(1));
        }
        assertThat(firings(schedule))
                .hasSize(50)
                .first()
                .extracting(Firing::number)
                .isEqualTo(55L);
    }

    @Test
    void answers_are_the_same_in_any_order_of_rows_and_differ_in_any_value() {
        Question asked = new ProbedQuestion(bed.middleware.probes());
        String first = ask(asked, sample(List.of(row("a", "b"), row("c", null))));

        assertThat(ask(asked, sample(List.of(row("c", null), row("a", "b"))))).isEqualTo(first);
        assertThat(List.of(
                        ask(asked, sample(List.of(row("a", "b"), row("c", "")))),
                        ask(asked, sample(List.of(row("ab", ""), row("c", null)))),
                        ask(asked, sample(List.of(row("a", "b")))),
                        ask(asked, sample(List.of()))))
                .doesNotContain(first)
                .doesNotHaveDuplicates();
    }

    @Test
    void what_cannot_be_seen_whole_cannot_be_watched() {
        Question asked = new ProbedQuestion(bed.middleware.probes());
        List<Column> columns = List.of(new Column("n", "int4"));

        refused(
                ProblemCode.STATEMENT_REFUSED,
                () -> ask(asked, new RowSample(columns, List.of(row("1")), true, List.of())),
                "source risk answers with more rows than can be watched");
        refused(
                ProblemCode.STATEMENT_REFUSED,
                () -> ask(asked, RowSample.of(columns, List.of("it takes parameters"))),
                "what cannot be watched");
        account("bob", Set.of(Caller.Role.USER), Grants.NONE);
        refused(ProblemCode.NOT_GRANTED, () -> ask(asked, sample(List.of())), "user bob");
        account("bob", Set.of(Caller.Role.AUDITOR), Grants.ALL);
        refused(
                ProblemCode.NOT_AUTHORISED,
                () -> asked.ask(new Caller("bob", roles("bob"), "test"), "risk", "SELECT 1"),
                "user bob may not submit");
    }

    @Test
    void a_look_of_the_owner_that_is_under_way_puts_the_question_off_and_is_no_failure() throws Exception {
        Schedule schedule = make(watched(false), false);
        trouble = Optional.of(Problem.of(ProblemCode.PLAN_BUSY, "another look of user bob is being made"));
        turnAfter(Duration.ofMinutes(1));
        assertThat(firings(schedule)).isEmpty();
        trouble = Optional.empty();
        answer = "two";
        turnAfter(Duration.ofSeconds(1));
        assertThat(firings(schedule)).hasSize(1);
    }

    @Test
    void a_slow_question_holds_up_nobody_elses_schedules() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        make(watched(false), false);
        Schedule timed = make(hourly(), false);
        Schedule alices = desk.make(
                MiddlewareTestBed.ALICE,
                new NewSchedule(template.id(), 1, Map.of("desk", "Rates"), watched(true), false));
        slow = caller -> {
            if (caller.user().equals("bob")) {
                asked.countDown();
                untilOpen(end);
            }
        };
        bed.clock.advance(Duration.between(bed.clock.instant(), Instant.parse("2026-01-02T08:00:00Z")));
        runner.start();
        try {
            Await.open(asked);
            untilSubmitted(MiddlewareTestBed.BOB, timed);
            untilSubmitted(MiddlewareTestBed.ALICE, alices);
        } finally {
            end.countDown();
        }
    }

    private static void untilOpen(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void untilSubmitted(Caller owner, Schedule schedule) {
        Await.until("a job of the schedule is submitted", () -> desk.firings(schedule).stream()
                .anyMatch(firing -> firing.outcome() == Outcome.SUBMITTED));
    }

    @Test
    void a_question_that_takes_long_is_asked_the_less_often() throws Exception {
        Schedule schedule = make(watched(false), false);
        slow = caller -> advance(Duration.ofSeconds(10));
        turnAfter(Duration.ofMinutes(1));
        Instant begun = bed.clock.instant().minusSeconds(10).truncatedTo(ChronoUnit.SECONDS);
        Duration took = Duration.between(begun, bed.clock.instant());
        assertThat(desk.open(MiddlewareTestBed.BOB, schedule.id()).progress().next())
                .isEqualTo(begun.plus(took.multipliedBy(30)));

        slow = caller -> advance(Duration.ofMinutes(9));
        trouble = Optional.empty();
        turnAfter(Duration.ofMinutes(6));
        assertThat(desk.open(MiddlewareTestBed.BOB, schedule.id()).progress().next())
                .isEqualTo(bed.clock.instant().truncatedTo(ChronoUnit.SECONDS).plus(Duration.ofMinutes(51)));
    }

    private void advance(Duration by) {
        bed.clock.advance(by);
    }

    @Test
    void so_many_watch_and_no_more() throws Exception {
        for (int i = 0; i < ScheduleDesk.MOST_WATCHED; i++) {
            make(watchedEach(Duration.ofMinutes(2 + i)), false);
        }
        refused(ProblemCode.FORM_QUOTA, () -> make(watched(false), false), "has 10 schedules that watch a query");
        make(hourly(), false);
    }

    @Test
    void one_that_cannot_be_read_is_paused_and_holds_up_no_other() throws Exception {
        Schedule bad = make(watchedEach(Duration.ofMinutes(2)), false);
        Schedule sound = make(watched(true), false);
        try (Connection connection = bed.dataSource.getConnection();
                PreparedStatement spoil = connection.prepareStatement(
                        "UPDATE slipway.schedule SET trigger_json = '{\"kind\":\"moon\"}' WHERE id = ?")) {
            spoil.setString(1, bad.id());
            spoil.executeUpdate();
        }
        turnAfter(Duration.ofMinutes(1));
        assertThat(firings(sound)).extracting(Firing::outcome).containsExactly(Outcome.SUBMITTED);
        assertThat(desk.list(MiddlewareTestBed.BOB))
                .extracting(line -> line.schedule().id())
                .containsExactly(sound.id());
        try (Connection connection = bed.dataSource.getConnection();
                Statement look = connection.createStatement();
                ResultSet row = look.executeQuery("SELECT count(*) FROM slipway.schedule WHERE paused")) {
            row.next();
            assertThat(row.getInt(1)).isEqualTo(1);
        }
    }

    @Test
    void an_owner_without_roles_is_told_once() throws Exception {
        Schedule schedule = make(watched(true), false);
        account("bob", Set.of(), Grants.ALL);
        turnAfter(Duration.ofMinutes(1));
        turnAfter(Duration.ofMinutes(1));
        failed(schedule, ProblemCode.NOT_AUTHORISED, "user bob may not submit jobs");
        assertThat(firings(schedule)).hasSize(1);
        assertThat(desk.open(MiddlewareTestBed.BOB, schedule.id()).progress().paused())
                .isTrue();
    }

    private String ask(Question asked, RowSample answer) {
        bed.gateway.answer("risk", answer);
        long end = System.nanoTime() + Await.PATIENCE.toNanos();
        while (true) {
            try {
                return asked.ask(MiddlewareTestBed.BOB, "risk", "SELECT 1");
            } catch (ProblemException e) {
                // The turn of the question before ends a moment after its answer.
                if (e.problem().code() != ProblemCode.PLAN_BUSY || System.nanoTime() > end) {
                    throw e;
                }
            }
        }
    }

    private static RowSample sample(List<List<Optional<String>>> rows) {
        return new RowSample(List.of(new Column("a", "text"), new Column("b", "text")), rows, false, List.of());
    }

    private static List<Optional<String>> row(String... values) {
        return Stream.of(values).map(Optional::ofNullable).toList();
    }
}
