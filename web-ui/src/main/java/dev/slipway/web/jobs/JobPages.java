package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.HistoryEntry;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.JobStatus;
import dev.slipway.desk.OutputChunk;
import dev.slipway.desk.ResultEntry;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.request.StagingStep;
import dev.slipway.web.Readable;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Puts one job's page together from what the desk answers. */
@Component
class JobPages {
    private final JobDesk desk;
    private final Clock clock;
    private final ResultCharts charts;

    JobPages(JobDesk desk, Clock clock, ResultCharts charts) {
        this.desk = desk;
        this.clock = clock;
        this.charts = charts;
    }

    JobView of(Caller caller, JobToken token) {
        JobStatus job = desk.status(caller, token);
        boolean closed = job.state() == JobState.CLOSED;
        List<HistoryEntry> history = desk.history(caller, token);
        boolean expired = history.stream().anyMatch(entry -> entry.event().equals("RESULTS_REMOVED"));
        List<ResultEntry> results = closed && !expired ? desk.results(caller, token) : List.of();
        ResultCharts.Chart chart = charts.of(results, name -> desk.openResult(caller, token, name));
        Optional<JobOutcome> outcome = job.outcome();
        return new JobView(
                token.value(),
                job.name(),
                job.owner(),
                job.state().name(),
                Badge.of(
                        job.state(),
                        outcome.map(JobOutcome::word),
                        job.blocked().isPresent()),
                Readable.moment(job.accepted()),
                Readable.moment(job.since()),
                !closed,
                job.position().map(String::valueOf).orElse(""),
                JobParts.problem(job),
                outcome.filter(JobOutcome.Cancelled.class::isInstance)
                        .map(each -> ((JobOutcome.Cancelled) each).by())
                        .orElse(""),
                job.cancelRequested(),
                !closed && !job.cancelRequested() && outcome.isEmpty() && caller.mayChange(job.owner()),
                Gantt.of(job.phases(), clock.instant()),
                JobParts.steps(job, StagingStep.Direction.IN),
                JobParts.steps(job, StagingStep.Direction.OUT),
                JobParts.run(job),
                chart.histogram(),
                chart.missing(),
                JobParts.figures(chart.figures()),
                results.stream().map(JobParts::result).toList(),
                expired ? List.of() : output(caller, job),
                history.stream().map(JobParts::event).toList());
    }

    private List<OutputTail> output(Caller caller, JobStatus job) {
        boolean ran =
                job.run().isPresent() || job.phases().stream().anyMatch(phase -> phase.state() == JobState.RUNNING);
        return ran
                ? List.of(
                        OutputTail.of(desk, caller, job.token(), OutputChunk.Stream.STDOUT),
                        OutputTail.of(desk, caller, job.token(), OutputChunk.Stream.STDERR))
                : List.of();
    }
}
