package dev.slipway.schedule;

import dev.slipway.desk.Caller;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.template.TemplateDesk;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The one door to schedules for every front end. All calls throw {@link ProblemException}; a schedule that the caller may not see is
 * reported exactly as one that does not exist.
 */
public final class ScheduleDesk {
    /** Of one user. */
    public static final int MOST_SCHEDULES = 50;

    /** Of these, those that watch a query. */
    public static final int MOST_WATCHED = 10;

    private final ScheduleTable schedules;
    private final FiringTable firings;
    private final TemplateDesk templates;
    private final Question question;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    public ScheduleDesk(DataSource dataSource, TemplateDesk templates, Question question, Clock clock) {
        this.schedules = new ScheduleTable(dataSource, clock);
        this.firings = new FiringTable(dataSource);
        this.templates = templates;
        this.question = question;
        this.clock = clock;
    }

    /**
     * What a user asks of a new schedule.
     *
     * @param template its id
     * @param version of it that the caller has seen
     * @param values of its blanks; a day as <code>today</code> is told anew each time
     * @param alone whether a time is skipped while the job of an earlier one is open
     */
    public record NewSchedule(
            String template, int version, Map<String, String> values, Trigger trigger, boolean alone) {
        public NewSchedule {
            values = Map.copyOf(values);
        }
    }

    /**
     * A schedule in a list.
     *
     * @param newest of its firings; empty if it has not fired
     * @param lastJob how its last job stands: the outcome or the state; empty if there is none
     */
    public record Line(Schedule schedule, Optional<Firing> newest, Optional<String> lastJob) {}

    /**
     * What a template has become since the owner of a schedule saw it.
     *
     * @param job that would run; empty where a problem stands against it
     */
    public record Change(int version, Optional<JobRequest> job, Optional<Problem> problem) {}

    /**
     * Makes a schedule of the caller, who must be able to run the template with these values and to ask the watched
     * query. A caller who asks for the same again, as by a button pressed twice, gets the same schedule.
     */
    public Schedule make(Caller caller, NewSchedule asked) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        List<String> faults = asked.trigger().faults();
        if (!faults.isEmpty()) {
            throw refused(faults.get(0));
        }
        templates.filled(
                caller,
                asked.template(),
                asked.version(),
                asked.values(),
                LocalDate.ofInstant(now, asked.trigger().zone()),
                Optional.empty());
        Schedule schedule = new Schedule(
                JobToken.random(random).value(),
                caller.user(),
                asked.template(),
                asked.version(),
                templates.open(caller, asked.template()).text().name(),
                asked.values(),
                asked.trigger(),
                asked.alone(),
                false,
                now,
                asked.trigger().next(now),
                0,
                firstMark(caller, asked.trigger()),
                Optional.empty());
        return schedules.add(schedule, MOST_SCHEDULES, MOST_WATCHED);
    }

    /** Asked now, so that a statement that does not work is told to whoever typed it. */
    private Optional<String> firstMark(Caller caller, Trigger trigger) {
        if (trigger instanceof WatchedQuery watched) {
            String answer = question.ask(caller, watched.source(), watched.statement());
            return watched.atOnce() ? Optional.empty() : Optional.of(answer);
        }
        return Optional.empty();
    }

    /** The schedules that the caller may look at: their own; everybody's for operators and auditors. */
    public List<Line> list(Caller caller) {
        boolean everybody =
                caller.roles().contains(Caller.Role.OPERATOR) || caller.roles().contains(Caller.Role.AUDITOR);
        List<Schedule> listed = schedules.of(caller.user(), everybody);
        Map<String, Firing> newest =
                firings.newest(listed.stream().map(Schedule::id).toList());
        Map<String, String> states = states(listed);
        return listed.stream()
                .map(schedule ->
                        new Line(schedule, Optional.ofNullable(newest.get(schedule.id())), state(schedule, states)))
                .toList();
    }

    /** Asked of the jobs' lines alone, so that one whose record is damaged does no harm. */
    private Map<String, String> states(List<Schedule> of) {
        return schedules.states(of.stream()
                .flatMap(schedule -> schedule.lastJob().stream())
                .map(JobToken::value)
                .toList());
    }

    private static Optional<String> state(Schedule schedule, Map<String, String> states) {
        return schedule.lastJob().map(JobToken::value).map(states::get);
    }

    /** How a schedule's last job stands, as in a {@link Line}. */
    public Optional<String> lastJob(Caller caller, String id) {
        Schedule schedule = open(caller, id);
        return state(schedule, states(List.of(schedule)));
    }

    /** One schedule. */
    public Schedule open(Caller caller, String id) {
        return schedules
                .find(id)
                .filter(schedule -> caller.maySee(schedule.owner()))
                .orElseThrow(ScheduleDesk::unknown);
    }

    /** Its last 50 firings, newest first. */
    public List<Firing> firings(Caller caller, String id) {
        return firings.of(open(caller, id).id());
    }

    /** Lets it fire no more until it is resumed. */
    public void pause(Caller caller, String id) {
        schedules.pause(changeable(caller, id), caller);
    }

    /** Lets it fire again: at its next time, or by what its query answers now. */
    public void resume(Caller caller, String id) {
        Schedule schedule = changeable(caller, id);
        schedules.resume(schedule, caller, schedule.trigger().next(clock.instant()));
    }

    /** What the template of the caller's schedule has become since they saw it; empty if it is the same, or gone. */
    public Optional<Change> change(Caller caller, String id) {
        Schedule schedule = own(caller, id);
        return templates
                .version(caller, schedule.template())
                .filter(version -> version != schedule.version())
                .map(version -> change(caller, schedule, version));
    }

    private Change change(Caller caller, Schedule schedule, int version) {
        try {
            return new Change(version, Optional.of(filled(caller, schedule, version)), Optional.empty());
        } catch (ProblemException e) {
            return new Change(version, Optional.empty(), Optional.of(e.problem()));
        }
    }

    private JobRequest filled(Caller caller, Schedule schedule, int version) {
        LocalDate today =
                LocalDate.ofInstant(clock.instant(), schedule.trigger().zone());
        return templates.filled(caller, schedule.template(), version, schedule.values(), today, Optional.empty());
    }

    /** Lets it run its template as that is now, and resumes it. For its owner, with whose rights it runs. @param version that they saw */
    public void accept(Caller caller, String id, int version) {
        Schedule schedule = own(caller, id);
        filled(caller, schedule, version);
        schedules.accept(schedule, version, schedule.trigger().next(clock.instant()));
    }

    private Schedule own(Caller caller, String id) {
        Schedule schedule = open(caller, id);
        if (!schedule.owner().equals(caller.user())) {
            throw unknown();
        }
        return schedule;
    }

    /** Removes it and its firings; the jobs stay. */
    public void remove(Caller caller, String id) {
        schedules.remove(changeable(caller, id), caller);
    }

    private Schedule changeable(Caller caller, String id) {
        Schedule schedule = open(caller, id);
        caller.requireChange(schedule.owner(), "schedule " + schedule.name());
        return schedule;
    }

    private static ProblemException refused(String message) {
        return new ProblemException(Problem.of(ProblemCode.FORM_INVALID, message));
    }

    private static ProblemException unknown() {
        return new ProblemException(Problem.of(ProblemCode.FORM_UNKNOWN, "there is no such schedule"));
    }
}
