package dev.slipway.web.runs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.JobLine;
import dev.slipway.desk.JobSummary;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobOrder;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.job.TextSearch;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.ProblemKind;
import dev.slipway.schedule.Firing;
import dev.slipway.schedule.ScheduleDesk;
import dev.slipway.web.charts.ResultCharts;
import dev.slipway.web.results.RiskFigures;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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

    /** Holds the figures of one run; an empty list for a run that has none. */
    record Run(JobToken token, String name, Instant accepted, List<RiskFigures.Figure> figures) {}

    /**
     * Holds the runs, the oldest first.
     *
     * @param busy whether some figures could not be read now
     */
    record Runs(List<Run> runs, boolean busy) {}

    /** @param template the name of the template with its owner, as its jobs tell it */
    Runs ofTemplate(Caller caller, String template) {
        JobFilter done = JobFilter.ALL.ended(JobOutcome.DONE).with(TextSearch.ofTemplate(template));
        return runs(
                caller,
                desk.lines(caller, done, JobOrder.NEWEST_FIRST, 0, MOST).stream()
                        .map(JobLine::job)
                        .map(JobSummary::token)
                        .toList());
    }

    Runs ofSchedule(Caller caller, String id) {
        return runs(
                caller,
                schedules.firings(caller, id).stream()
                        .map(Firing::job)
                        .flatMap(Optional::stream)
                        .toList());
    }

    private Runs runs(Caller caller, List<JobToken> jobs) {
        List<Run> runs = new ArrayList<>();
        boolean busy = false;
        for (JobToken token : jobs) {
            try {
                JobStatus job = desk.status(caller, token);
                if (job.outcome()
                        .map(JobOutcome::word)
                        .filter(JobOutcome.DONE::equals)
                        .isEmpty()) {
                    continue;
                }
                ResultCharts.Read read =
                        charts.figures(desk.results(caller, token), name -> desk.openResult(caller, token, name));
                busy |= read.busy();
                runs.add(new Run(
                        token, job.name(), job.accepted(), read.figures().rows()));
            } catch (ProblemException e) {
                // One job whose record or results cannot be read must not hide the figures of all others.
                if (e.problem().code().kind() == ProblemKind.OUTAGE) {
                    throw e;
                }
            }
        }
        runs.sort(Comparator.comparing(Run::accepted));
        return new Runs(List.copyOf(runs), busy);
    }
}
