package dev.slipway.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.account.Account;
import dev.slipway.desk.Caller;
import dev.slipway.desk.JobSummary;
import dev.slipway.effect.Witness;
import dev.slipway.grant.Grants;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.schedule.Firing.Outcome;
import dev.slipway.template.Template;
import dev.slipway.template.TemplateDesk;
import dev.slipway.template.TemplateTest;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs schedules on a real store. The clock stands at Friday 2026-01-02 03:04:05 UTC until a test moves it. */
abstract class ScheduleBench {
    static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @TempDir
    Path folder;

    MiddlewareTestBed bed;
    TemplateDesk templates;
    ScheduleDesk desk;
    ScheduleRunner runner;
    Template template;
    String answer = "one";
    Optional<Problem> trouble = Optional.empty();
    Witness witness = Witness.NONE;
    /** Runs while a question is asked. */
    volatile Consumer<Caller> slow = caller -> {};

    /** An error that passes all handlers of exceptions, as a kill does. */
    static final class KillError extends Error {
        private static final long serialVersionUID = 1L;

        KillError(String message) {
            super(message);
        }
    }

    private final Question question = (caller, source, statement) -> {
        trouble.ifPresent(problem -> {
            throw new ProblemException(problem);
        });
        slow.accept(caller);
        return answer;
    };

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
        open();
        account("alice", Set.of(Caller.Role.USER), Grants.ALL);
        account("bob", Set.of(Caller.Role.USER), Grants.ALL);
        account("olga", Set.of(Caller.Role.OPERATOR), Grants.ALL);
        template = templates.make(MiddlewareTestBed.ALICE, TemplateTest.valueAtRisk());
    }

    void open() {
        templates = TemplateTest.desk(bed);
        desk = new ScheduleDesk(bed.dataSource, templates, question, bed.clock);
        runner = new ScheduleRunner(
                bed.dataSource,
                new ScheduleRunner.World(templates, bed.desk(), question, this::roles, point -> witness.passes(point)),
                bed.clock);
    }

    Set<Caller.Role> roles(String user) {
        return bed.middleware.accounts().find(user).map(Account::roles).orElse(Set.of());
    }

    void account(String name, Set<Caller.Role> roles, Grants grants) {
        bed.middleware.accounts().put(new Account(name, "{noop}x", roles, grants));
    }

    @AfterEach
    void stop() {
        runner.close();
        bed.close();
    }

    /** Returns a timetable from 9 to 17 every hour in Berlin, where the time is 04:04 now. */
    static Timetable hourly() {
        return new Timetable(
                EnumSet.allOf(DayOfWeek.class),
                LocalTime.of(9, 0),
                LocalTime.of(17, 0),
                Optional.of(Duration.ofHours(1)),
                BERLIN);
    }

    static WatchedQuery watched(boolean atOnce) {
        return new WatchedQuery("risk", "SELECT max(changed) FROM price", Duration.ofMinutes(1), atOnce, BERLIN);
    }

    /** Returns a watched query that equals no other one of another pause. */
    static WatchedQuery watchedEach(Duration pause) {
        return new WatchedQuery("risk", "SELECT max(changed) FROM price", pause, false, BERLIN);
    }

    Schedule make(Trigger trigger, boolean alone) throws InterruptedException {
        return desk.make(
                MiddlewareTestBed.BOB,
                new NewSchedule(template.id(), template.version(), Map.of("desk", "Rates"), trigger, alone));
    }

    void turnAt(String time) throws InterruptedException {
        bed.clock.advance(Duration.between(bed.clock.instant(), Instant.parse(time)));
        runner.turn();
    }

    void turnAfter(Duration pause) throws InterruptedException {
        bed.clock.advance(pause);
        runner.turn();
    }

    List<Firing> firings(Schedule schedule) {
        return desk.firings(schedule);
    }

    List<JobSummary> jobs() {
        return bed.desk().list(MiddlewareTestBed.OPERATOR, 0, 100);
    }

    void failed(Schedule schedule, ProblemCode code, String words) {
        Firing newest = firings(schedule).get(0);
        assertThat(newest.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(newest.problem().orElseThrow().code()).isEqualTo(code);
        assertThat(newest.problem().orElseThrow().message()).contains(words);
    }
}
