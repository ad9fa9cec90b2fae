package dev.slipway.schedule;

import dev.slipway.desk.Caller;
import dev.slipway.form.JobForm;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.schedule.FiringTable.Begun;
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
 * The only entry to schedules for every front end. All calls throw {@link ProblemException}. A schedule that the caller
 * may not see is reported exactly like a schedule that does not exist.
 */
public final class ScheduleDesk {
    /** The most schedules that one user may have. */
    public static final int MOST_SCHEDULES = 50;

    /** The most of a user's schedules that may watch a query. */
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
     * A schedule as one line of a list.
     *
     * @param newest the newest firing; empty if the schedule has not fired
     * @param lastJob the outcome or the state of the last job; empty if there is no job
     */
    public record Line(Schedule schedule, Optional<Firing> newest, Optional<String> lastJob) {}

    /**
     * A newer version of a template than the owner of a schedule has seen.
     *
     * @param job the job that would run; empty if a problem stands against it
     */
    public record Change(int version, Optional<JobRequest> job, Optional<Problem> problem) {}

    /**
     * Makes a schedule for the caller, who must be allowed to run the template with these values and to ask the watched
     * query. A repeated request, for example after a double click, returns the same schedule.
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
                templates.open(caller, asked.template()).text().name(),
                now,
                asked,
                new Schedule.Progress(
                        false, asked.trigger().next(now), 0, firstMark(caller, asked.trigger()), Optional.empty()));
        return schedules.add(schedule, MOST_SCHEDULES, MOST_WATCHED);
    }

    /** Asks the watched query now, so that the caller learns at once of a statement that does not work. */
    private Optional<String> firstMark(Caller caller, Trigger trigger) {
        if (trigger instanceof WatchedQuery watched) {
            String answer = question.ask(caller, watched.source(), watched.statement());
            return watched.atOnce() ? Optional.empty() : Optional.of(answer);
        }
        return Optional.empty();
    }

    /**
     * Lists the schedules that the caller may see: the caller's own, or those of all users for operators and auditors.
     */
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

    /** Reads the states from the jobs' rows alone, so that a job with a damaged record does no harm. */
    private Map<String, String> states(List<Schedule> of) {
        return schedules.states(of.stream()
                .flatMap(schedule -> schedule.progress().lastJob().stream())
                .map(JobToken::value)
                .toList());
    }

    private static Optional<String> state(Schedule schedule, Map<String, String> states) {
        return schedule.progress().lastJob().map(JobToken::value).map(states::get);
    }

    /** Returns the state of the last job of an opened schedule, as in a {@link Line}. */
    public Optional<String> lastJob(Schedule schedule) {
        return state(schedule, states(List.of(schedule)));
    }

    /** Returns one schedule. */
    public Schedule open(Caller caller, String id) {
        return schedules
                .find(id)
                .filter(schedule -> caller.maySee(schedule.owner()))
                .orElseThrow(ScheduleDesk::unknown);
    }

    /** Returns the last 50 firings of an opened schedule, newest first. */
    public List<Firing> firings(Schedule schedule) {
        return firings.of(schedule.id());
    }

    /** Pauses a schedule: the schedule does not fire until a resume. */
    public void pause(Caller caller, String id) {
        schedules.pause(changeable(caller, id), caller);
    }

    /** Resumes a schedule, which fires at its next time, or when its query's answer asks for a firing. */
    public void resume(Caller caller, String id) {
        Schedule schedule = changeable(caller, id);
        schedules.resume(schedule, caller, schedule.asked().trigger().next(clock.instant()));
    }

    /**
     * Returns the number of the newer version of a schedule's template; empty for all callers but the schedule's owner,
     * and if the template is unchanged or gone.
     */
    public Optional<Integer> newerVersion(Caller caller, Schedule schedule) {
        return Optional.of(schedule)
                .filter(own -> own.owner().equals(caller.user()))
                .flatMap(own -> templates.version(caller, own.asked().template()))
                .filter(version -> version != schedule.asked().version());
    }

    /** Returns the newer version of an opened schedule's template; empty as {@link #newerVersion} is. */
    public Optional<Change> change(Caller caller, Schedule schedule) {
        return newerVersion(caller, schedule).map(version -> change(caller, schedule, version));
    }

    private Change change(Caller caller, Schedule schedule, int version) {
        try {
            return new Change(version, Optional.of(filled(caller, schedule, version)), Optional.empty());
        } catch (ProblemException e) {
            return new Change(version, Optional.empty(), Optional.of(e.problem()));
        }
    }

    private JobRequest filled(Caller caller, Schedule schedule, int version) {
        return filled(caller, schedule, version, Optional.empty());
    }

    private JobRequest filled(Caller caller, Schedule schedule, int version, Optional<String> submissionId) {
        NewSchedule asked = schedule.asked();
        LocalDate today = templates.today(asked.trigger().zone());
        return templates.filled(caller, asked.template(), version, asked.values(), today, submissionId);
    }

    /**
     * Runs the template of the caller's schedule now, beside the times of its trigger. Only the owner may do so,
     * because the job runs with the owner's rights. The job is stored with its firing first, so that a crash loses
     * neither.
     */
    public JobToken run(Caller caller, String id) {
        Schedule schedule = open(caller, id);
        if (!schedule.owner().equals(caller.user())) {
            throw new ProblemException(Problem.of(
                    ProblemCode.NOT_AUTHORISED,
                    "only user " + schedule.owner() + ", its owner, may run schedule " + schedule.name()));
        }
        Firing firing = Firing.begun(
                schedule.progress().firings() + 1,
                clock.instant().truncatedTo(ChronoUnit.SECONDS),
                "run by " + caller.user());
        JobForm form = JobForm.of(
                filled(caller, schedule, schedule.asked().version(), Optional.of(firing.submissionId(schedule.id()))));
        boolean kept = firings.fire(
                schedule,
                firing,
                Optional.of(form.json()),
                schedule.progress().next(),
                schedule.progress().mark());
        if (!kept) {
            throw new ProblemException(Problem.of(
                    ProblemCode.FORM_CHANGED,
                    "schedule " + schedule.name()
                            + (schedule.progress().paused()
                                    ? " is paused: resume it, or run its template"
                                    : " has fired a moment ago")));
        }
        return submit(caller, new Begun(schedule.id(), schedule.owner(), firing), form);
    }

    private JobToken submit(Caller caller, Begun begun, JobForm form) {
        try {
            JobToken job = templates.submit(caller, TemplateDesk.request(form));
            firings.submitted(begun, job);
            return job;
        } catch (JournalUnavailable e) {
            // The firing is kept, and the runner submits its job later.
            throw e;
        } catch (ProblemException e) {
            return firings.failed(begun, e.problem()).orElseThrow(() -> e);
        }
    }

    /**
     * Accepts the present version of the template for a schedule and resumes the schedule. Only the owner may do so,
     * because the jobs run with the owner's rights.
     * @param version the version that the owner has seen
     */
    public void accept(Caller caller, String id, int version) {
        Schedule schedule = own(caller, id);
        filled(caller, schedule, version);
        schedules.accept(schedule, version, schedule.asked().trigger().next(clock.instant()));
    }

    private Schedule own(Caller caller, String id) {
        Schedule schedule = open(caller, id);
        if (!schedule.owner().equals(caller.user())) {
            throw unknown();
        }
        return schedule;
    }

    /** Removes a schedule and its firings; the jobs stay. */
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
