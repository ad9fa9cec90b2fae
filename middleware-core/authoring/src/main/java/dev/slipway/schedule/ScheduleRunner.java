package dev.slipway.schedule;

import dev.slipway.clock.Rounds;
import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.effect.Effect;
import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.form.JobForm;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.Utc;
import dev.slipway.request.JobRequest;
import dev.slipway.schedule.FiringTable.Begun;
import dev.slipway.template.TemplateDesk;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fires the schedules that are due. A firing is stored together with the job before the job is submitted, and each
 * firing has a separate submission id. After a crash, the next service therefore submits the same job again or finds
 * the job accepted. The owner's roles and grants are those at the time of the firing.
 */
public final class ScheduleRunner implements Effect, AutoCloseable {
    /**
     * A firing that the service missed by more than this is skipped; of several missed firings only the latest is
     * considered.
     */
    public static final Duration GRACE = Duration.ofMinutes(10);

    /** A watched query may run for a thirtieth of the time, with pauses of at most an hour. */
    private static final int REST = 30;

    private static final Duration MOST_REST = Duration.ofHours(1);
    private static final Logger LOG = LoggerFactory.getLogger(ScheduleRunner.class);
    private static final KillPoint KEPT = new KillPoint("firing", "kept, not submitted");
    private static final KillPoint SUBMITTED = new KillPoint("firing", "submitted, not noted");

    private static final Problem INTERNAL =
            Problem.of(ProblemCode.INTERNAL, "the service could not do this; its log has the cause");

    private final ScheduleTable schedules;
    private final FiringTable firings;
    private final World world;
    private final Clock clock;
    private final Rounds rounds = new Rounds("schedules", this::look);
    private final QueryThreads threads = new QueryThreads();

    /**
     * The components that schedules act on.
     *
     * @param roles a user's present roles; empty for a user who may not log in any more
     */
    public record World(
            TemplateDesk templates,
            JobDesk jobs,
            Question question,
            Function<String, Set<Caller.Role>> roles,
            Witness witness) {}

    public ScheduleRunner(DataSource dataSource, World world, Clock clock) {
        this.schedules = new ScheduleTable(dataSource, clock);
        this.firings = new FiringTable(dataSource);
        this.world = world;
        this.clock = clock;
    }

    /** Starts the runner, first with the firings that an earlier service left. */
    public ScheduleRunner start() {
        rounds.start();
        return this;
    }

    @Override
    public List<KillPoint> killPoints() {
        return List.of(KEPT, SUBMITTED);
    }

    /**
     * Handles all schedules that are due now, and waits for the answers of watched queries. Must not run in several
     * threads, nor beside {@link #start}.
     */
    public void turn() {
        look();
        threads.await();
        submitBegun();
    }

    /** Handles the schedules that are due. Watched queries answer in their own time, and fire at a later call. */
    private void look() {
        submitBegun();
        Instant now = clock.instant();
        schedules.due(now, false).forEach(schedule -> guarded(schedule, this::timed));
        submitBegun();
        schedules.due(now, true).forEach(schedule -> threads.ask(schedule.owner(), () -> ask(schedule)));
    }

    private void submitBegun() {
        firings.begun().forEach(this::submit);
    }

    private void ask(Schedule schedule) {
        try {
            guarded(schedule, this::asked);
        } catch (JournalUnavailable e) {
            LOG.warn("schedule {} waits: {}", schedule.id(), e.getMessage());
        }
    }

    private void guarded(Schedule schedule, Consumer<Schedule> work) {
        try {
            work.accept(schedule);
        } catch (JournalUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.error("schedule {} cannot fire", schedule.id(), e);
            broken(schedule);
        }
    }

    /** Records an internal error of one schedule, so that the error holds up no other schedule. */
    private void broken(Schedule schedule) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Firing failed = Firing.failed(schedule.progress().firings() + 1, now, INTERNAL);
        try {
            firings.fire(
                    schedule,
                    failed,
                    Optional.empty(),
                    schedule.asked().trigger().next(now),
                    schedule.progress().mark());
        } catch (IllegalStateException e) {
            LOG.error("schedule {} has no times and is paused", schedule.id(), e);
            schedules.pause(schedule.id());
        }
    }

    private void timed(Schedule schedule) {
        Timetable timetable = (Timetable) schedule.asked().trigger();
        Instant now = clock.instant();
        Instant due = timetable.latest(now);
        Instant next = timetable.next(now);
        long number = schedule.progress().firings() + 1;
        String missed = schedule.progress().next().isBefore(due)
                ? "earlier times since " + Utc.words(schedule.progress().next()) + " were missed"
                : "";
        if (due.plus(GRACE).isBefore(now)) {
            skip(schedule, Firing.skipped(number, due, "missed: the service did not run"), next);
        } else if (schedule.asked().alone() && isOpen(schedule)) {
            skip(schedule, Firing.skipped(number, due, "the job before was still open"), next);
        } else {
            fire(schedule, Firing.begun(number, due, missed), next, Optional.empty());
        }
    }

    private void skip(Schedule schedule, Firing firing, Instant next) {
        firings.fire(
                schedule, firing, Optional.empty(), next, schedule.progress().mark());
    }

    private boolean isOpen(Schedule schedule) {
        return schedule.progress()
                .lastJob()
                .filter(job -> isOpen(schedule.owner(), job))
                .isPresent();
    }

    private boolean isOpen(String owner, JobToken job) {
        return world.jobs().status(new Caller(owner, Set.of(), "local"), job).state() != JobState.CLOSED;
    }

    /** Asks a watched query. A change that is seen while the previous job is open fires once that job has closed. */
    private void asked(Schedule schedule) {
        WatchedQuery watched = (WatchedQuery) schedule.asked().trigger();
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        try {
            String answer = world.question()
                    .ask(caller(schedule.id(), schedule.owner()), watched.source(), watched.statement());
            Instant next = next(watched, now);
            if (schedule.progress().mark().equals(Optional.of(answer))
                    || (schedule.asked().alone() && isOpen(schedule))) {
                schedules.asked(schedule, next, schedule.progress().mark());
            } else {
                fire(schedule, Firing.begun(schedule.progress().firings() + 1, now, ""), next, Optional.of(answer));
            }
        } catch (JournalUnavailable e) {
            throw e;
        } catch (ProblemException e) {
            if (e.problem().code() == ProblemCode.PLAN_BUSY) {
                // The schedule stays due, and its query is asked at the next look.
                return;
            }
            unanswered(
                    schedule, Firing.failed(schedule.progress().firings() + 1, now, e.problem()), next(watched, now));
        }
    }

    /** Returns when to ask the query next: the longer the query takes, the less often it is asked. */
    private Instant next(WatchedQuery watched, Instant begun) {
        Duration rest = Duration.between(begun, clock.instant()).multipliedBy(REST);
        Instant rested = begun.plus(rest.compareTo(MOST_REST) > 0 ? MOST_REST : rest);
        Instant usual = watched.next(begun);
        return rested.isAfter(usual) ? rested : usual;
    }

    /** Records a failed query once, and not again for each failed repetition. */
    private void unanswered(Schedule schedule, Firing failed, Instant next) {
        boolean told = firings.of(schedule.id()).stream()
                .findFirst()
                .filter(before -> before.problem().equals(failed.problem()))
                .isPresent();
        if (told && !failed.pauses()) {
            schedules.asked(schedule, next, schedule.progress().mark());
        } else {
            firings.fire(
                    schedule,
                    failed,
                    Optional.empty(),
                    next,
                    schedule.progress().mark());
        }
    }

    private void fire(Schedule schedule, Firing firing, Instant next, Optional<String> mark) {
        Optional<String> form = Optional.empty();
        Firing kept = firing;
        try {
            form = Optional.of(JobForm.of(request(schedule, firing)).json());
        } catch (JournalUnavailable e) {
            throw e;
        } catch (ProblemException e) {
            kept = Firing.failed(firing.number(), firing.due(), e.problem());
        }
        // If the firing pauses the schedule, the mark stays: the change fires once the owner has accepted the template.
        firings.fire(
                schedule, kept, form, next, kept.pauses() ? schedule.progress().mark() : mark);
    }

    private JobRequest request(Schedule schedule, Firing firing) {
        return world.templates()
                .filled(
                        caller(schedule.id(), schedule.owner()),
                        schedule.asked().template(),
                        schedule.asked().version(),
                        schedule.asked().values(),
                        LocalDate.ofInstant(
                                firing.due(), schedule.asked().trigger().zone()),
                        Optional.of(firing.submissionId(schedule.id())));
    }

    private void submit(Begun begun) {
        firings.form(begun).ifPresent(form -> submit(begun, form));
    }

    private void submit(Begun begun, String form) {
        world.witness().passes(KEPT);
        try {
            JobToken job = world.templates()
                    .submit(caller(begun.schedule(), begun.owner()), TemplateDesk.request(JobForm.ofJson(form)));
            world.witness().passes(SUBMITTED);
            firings.submitted(begun, job);
        } catch (ProblemException e) {
            refused(begun, e.problem());
        } catch (RuntimeException e) {
            LOG.error("schedule {} cannot submit its firing {}", begun.schedule(), begun.firing(), e);
            firings.failed(begun, INTERNAL);
        }
    }

    /**
     * Handles a refused submission. A refusal that ends without a change by a user is tried again while the firing is
     * young enough.
     */
    private void refused(Begun begun, Problem problem) {
        boolean storeAway = problem.code() == ProblemCode.STORE_UNREACHABLE;
        boolean young = clock.instant().isBefore(begun.firing().due().plus(GRACE));
        if (storeAway || (problem.isOutage() && young)) {
            LOG.info("schedule {} waits: {}", begun.schedule(), problem.message());
        } else {
            firings.failed(begun, problem);
        }
    }

    private Caller caller(String schedule, String owner) {
        return new Caller(owner, world.roles().apply(owner), "schedule " + schedule);
    }

    /** Waits a moment for the work under way to be recorded; the next service does the rest. */
    @Override
    public void close() {
        rounds.close();
        threads.close();
    }
}
