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
import dev.slipway.request.TemplateNote;
import dev.slipway.run.RunProgress;
import dev.slipway.web.Readable;
import dev.slipway.web.charts.Gantt;
import dev.slipway.web.charts.ResultCharts;
import dev.slipway.web.graph.StreamView;
import java.time.Clock;
import java.util.List;
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
        JobRequest request = desk.request(caller, job.token());
        return new JobView(
                identity(request, job),
                standing(caller, job),
                new JobView.Staging(
                        JobParts.motion(job),
                        JobParts.steps(job, StagingStep.Direction.IN),
                        JobParts.steps(job, StagingStep.Direction.OUT)),
                JobParts.run(job, desk.progress(caller, job.token())),
                graph(request, job),
                results(caller, request, job),
                job.resultsExpired() ? List.of() : output(caller, job));
    }

    private static JobView.Identity identity(JobRequest request, JobStatus job) {
        return new JobView.Identity(
                job.token().value(),
                job.name(),
                request.description().orElse(""),
                job.owner(),
                Readable.moment(job.accepted()),
                job.parent().map(JobToken::value).orElse(""),
                job.membership().map(one -> one.group().value()).orElse(""),
                job.membership().map(Membership::element).orElse(0));
    }

    private JobView.Standing standing(Caller caller, JobStatus job) {
        JobView.Actions actions = ExplanationParts.actions(caller, job);
        return new JobView.Standing(
                job.state().name(),
                Badge.of(
                        job.state(),
                        job.outcome().map(JobOutcome::word),
                        job.blocked().isPresent(),
                        job.held().isPresent()),
                Readable.moment(job.since()),
                job.run().cluster().map(JobParts::atCluster).orElse(null),
                job.state() != JobState.CLOSED,
                ExplanationParts.why(desk.explain(caller, job.token()), job),
                actions,
                Gantt.of(job.phases(), clock.instant()));
    }

    private JobView.Results results(Caller caller, JobRequest request, JobStatus job) {
        boolean kept = job.state() == JobState.CLOSED && !job.resultsExpired();
        List<ResultEntry> files = kept ? desk.results(caller, job.token()) : List.of();
        ResultCharts.Shown drawn = charts.of(files, name -> desk.openResult(caller, job.token(), name));
        return new JobView.Results(
                drawn.chart().histogram(),
                drawn.chart().missing(),
                drawn.busy(),
                drawn.panels(),
                drawn.undrawn(),
                JobParts.figures(drawn.chart().figures()),
                files.stream()
                        .map(file -> JobParts.result(file, drawn.tables().get(file.name())))
                        .toList(),
                request.description().flatMap(TemplateNote::template).orElse(""));
    }

    private static StreamView graph(JobRequest request, JobStatus job) {
        return request.launch().application() instanceof StreamApplication application
                ? StreamView.of(application, job.run().progress().flatMap(RunProgress::streams))
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
        boolean ran = job.run().report().isPresent()
                || job.phases().stream().anyMatch(phase -> phase.state() == JobState.RUNNING);
        return ran
                ? List.of(
                        OutputTailView.of(desk, caller, job.token(), OutputChunk.Stream.STDOUT),
                        OutputTailView.of(desk, caller, job.token(), OutputChunk.Stream.STDERR))
                : List.of();
    }
}
