package dev.slipway.web.runs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.job.TextSearch;
import dev.slipway.problem.ProblemException;
import dev.slipway.schedule.Firing;
import dev.slipway.schedule.Schedule;
import dev.slipway.schedule.ScheduleDesk;
import dev.slipway.web.charts.ResultCharts;
import dev.slipway.web.results.RiskFigures;
import java.time.Instant;
import java.util.LinkedList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** Collects the figures of the runs of a template or a schedule, as far as the caller may see the jobs. */
@Component
class RunFigures {
    /** The most runs that are shown together: the newest. */
    static final int MOST = 100;

    private final JobDesk desk;
    private final ScheduleDesk schedules;
    private final ResultCharts charts;

    RunFigures(JobDesk desk, ScheduleDesk schedules, ResultCharts charts) {
        this.desk = desk;
        this.schedules = schedules;
        this.charts = charts;
    }

    /** A run that is done. */
    record Run(JobToken token, String name, Instant accepted) {}

    /** Holds the figures of one run; none for a run without a result of that role. */
    record Figures(Run run, RiskFigures figures) {}

    /**
     * Holds the figures of the runs, the oldest run first.
     *
     * @param busy whether figures are missing because they could not be read now
     */
    record Runs(List<Figures> runs, boolean busy) {}

    /** @param template the name of the template with its owner, as its jobs tell it */
    Runs ofTemplate(Caller caller, String template) {
        JobFilter done = JobFilter.ALL.ended(JobOutcome.DONE).with(TextSearch.ofTemplate(template));
        return figures(
                caller,
                desk.list(caller, done, 0, MOST).stream()
                        .map(job -> new Run(job.token(), job.name(), job.accepted()))
                        .toList());
    }

    Runs ofSchedule(Caller caller, Schedule schedule) {
        return figures(
                caller,
                schedules.firings(schedule).stream()
                        .map(Firing::job)
                        .flatMap(Optional::stream)
                        .flatMap(token -> readable(() -> desk.status(caller, token)).stream())
                        .filter(RunFigures::isDone)
                        .map(job -> new Run(job.token(), job.name(), job.accepted()))
                        .toList());
    }

    private static boolean isDone(JobStatus job) {
        return job.outcome()
                .map(JobOutcome::word)
                .filter(JobOutcome.DONE::equals)
                .isPresent();
    }

    /** Reads the figures of the runs. Stops if other drawings take all turns, because each run would wait for one. */
    private Runs figures(Caller caller, List<Run> newestFirst) {
        LinkedList<Figures> runs = new LinkedList<>();
        for (Run run : newestFirst) {
            Optional<ResultCharts.Read> read = readable(() -> charts.figures(
                    desk.results(caller, run.token()), name -> desk.openResult(caller, run.token(), name)));
            if (read.filter(ResultCharts.Read::busy).isPresent()) {
                return new Runs(runs, true);
            }
            read.ifPresent(found -> runs.addFirst(new Figures(run, found.figures())));
        }
        return new Runs(runs, false);
    }

    /** Returns nothing for a job that cannot be read, because it must not hide the figures of all others. */
    private static <T> Optional<T> readable(Supplier<T> look) {
        try {
            return Optional.of(look.get());
        } catch (ProblemException e) {
            if (e.problem().isOutage()) {
                throw e;
            }
            return Optional.empty();
        }
    }
}
