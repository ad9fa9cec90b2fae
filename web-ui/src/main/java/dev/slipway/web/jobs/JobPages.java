package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.OutputChunk;
import dev.slipway.desk.ResultEntry;
import dev.slipway.desk.status.Explanation;
import dev.slipway.desk.status.GroupStatus;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.desk.status.TokenStatus;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.job.Membership;
import dev.slipway.request.JobRequest;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StreamApplication;
import dev.slipway.run.RunProgress;
import dev.slipway.web.Readable;
import dev.slipway.web.charts.Gantt;
import dev.slipway.web.charts.ResultCharts;
import dev.slipway.web.graph.StreamView;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Puts one job's page together from the desk's answers. */
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

    JobView of(Caller caller, JobStatus job) {
        JobToken token = job.token();
        boolean closed = job.state() == JobState.CLOSED;
        boolean expired = job.resultsExpired();
        List<ResultEntry> results = closed && !expired ? desk.results(caller, token) : List.of();
        ResultCharts.Shown drawn = charts.of(results, name -> desk.openResult(caller, token, name));
        Optional<JobOutcome> outcome = job.outcome();
        JobView.Actions actions = ExplanationParts.actions(caller, job);
        JobRequest request = desk.request(caller, token);
        return new JobView(
                token.value(),
                job.name(),
                request.description().orElse(""),
                job.owner(),
                job.state().name(),
                Badge.of(
                        job.state(),
                        outcome.map(JobOutcome::word),
                        job.blocked().isPresent(),
                        job.held().isPresent()),
                Readable.moment(job.accepted()),
                Readable.moment(job.since()),
                !closed,
                job.parent().map(JobToken::value).orElse(""),
                job.membership().map(one -> one.group().value()).orElse(""),
                job.membership().map(Membership::element).orElse(0),
                ExplanationParts.why(desk.explain(caller, token), job, actions),
                actions,
                Gantt.of(job.phases(), clock.instant()),
                JobParts.motion(job),
                JobParts.steps(job, StagingStep.Direction.IN),
                JobParts.steps(job, StagingStep.Direction.OUT),
                JobParts.run(job),
                graph(request, job),
                drawn.chart().histogram(),
                drawn.chart().missing(),
                drawn.busy(),
                drawn.panels(),
                drawn.undrawn(),
                JobParts.figures(drawn.chart().figures()),
                results.stream()
                        .map(result -> JobParts.result(result, drawn.tables().get(result.name())))
                        .toList(),
                expired ? List.of() : output(caller, job));
    }

    private static StreamView graph(JobRequest request, JobStatus job) {
        return request.launch().application() instanceof StreamApplication application
                ? StreamView.of(application, job.progress().flatMap(RunProgress::streams))
                : null;
    }

    /**
     * Returns a value that changes whenever the page would show something else. Values that change with time alone,
     * such as an estimate, are left out.
     */
    Object shown(Caller caller, JobStatus job) {
        Explanation why = desk.explain(caller, job.token());
        return List.of(job, why.headline(), why.waitsFor(), why.position(), why.trouble(), why.remedy());
    }

    HistoryView history(Caller caller, JobToken token) {
        TokenStatus status = desk.standing(caller, token);
        String name = status instanceof GroupStatus group ? group.name() : ((JobStatus) status).name();
        return HistoryView.of(token, name, desk.history(caller, token));
    }

    private List<OutputTailView> output(Caller caller, JobStatus job) {
        boolean ran =
                job.run().isPresent() || job.phases().stream().anyMatch(phase -> phase.state() == JobState.RUNNING);
        return ran
                ? List.of(
                        OutputTailView.of(desk, caller, job.token(), OutputChunk.Stream.STDOUT),
                        OutputTailView.of(desk, caller, job.token(), OutputChunk.Stream.STDERR))
                : List.of();
    }
}
