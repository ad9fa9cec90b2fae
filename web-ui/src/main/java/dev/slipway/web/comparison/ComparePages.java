package dev.slipway.web.comparison;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.web.Readable;
import dev.slipway.web.charts.Gantt;
import dev.slipway.web.charts.ResultCharts;
import dev.slipway.web.jobs.Badge;
import dev.slipway.web.jobs.JobParts;
import dev.slipway.web.jobs.RequestDifferences;
import dev.slipway.web.results.MeasureName;
import dev.slipway.web.results.MeasureOfDesks;
import dev.slipway.web.results.RiskFigures;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Puts the page of two runs together from the desk's answers for each. */
@Component
class ComparePages {
    private final JobDesk desk;
    private final Clock clock;
    private final ResultCharts charts;

    ComparePages(JobDesk desk, Clock clock, ResultCharts charts) {
        this.desk = desk;
        this.clock = clock;
        this.charts = charts;
    }

    /** Compares two jobs, both of which the caller must be allowed to see, the earlier one first. */
    ComparisonView of(Caller caller, JobToken one, JobToken other) {
        JobStatus first = desk.status(caller, one);
        JobStatus second = desk.status(caller, other);
        return second.accepted().isBefore(first.accepted())
                ? inOrder(caller, second, first)
                : inOrder(caller, first, second);
    }

    private ComparisonView inOrder(Caller caller, JobStatus a, JobStatus b) {
        Instant now = clock.instant();
        long scale = Math.max(Gantt.span(a.phases(), now), Gantt.span(b.phases(), now));
        ResultCharts.Pair results = charts.pair(results(caller, a), results(caller, b));
        return new ComparisonView(
                side(a, now, scale),
                side(b, now, scale),
                RequestDifferences.of(desk.request(caller, a.token()), desk.request(caller, b.token())),
                results.chart(),
                results.busy(),
                figures(results.a().ofAll(), results.b().ofAll()),
                desks(results.a().byDesk(), results.b().byDesk()),
                staged(a, b));
    }

    private ResultCharts.Results results(Caller caller, JobStatus job) {
        boolean kept = job.state() == JobState.CLOSED && !job.resultsExpired();
        return new ResultCharts.Results(
                kept ? desk.results(caller, job.token()) : List.of(),
                name -> desk.openResult(caller, job.token(), name));
    }

    private static ComparisonView.Side side(JobStatus job, Instant now, long scale) {
        return new ComparisonView.Side(
                job.token().value(),
                job.name(),
                job.owner(),
                Badge.of(
                        job.state(),
                        job.outcome().map(JobOutcome::word),
                        job.blocked().isPresent(),
                        job.held().isPresent()),
                Readable.moment(job.accepted()),
                Gantt.of(job.phases(), now, scale),
                JobParts.run(job));
    }

    private record FigureName(String desk, String measure, String horizon, double confidence) {}

    /** Compares figures by desk. Figures that only one run reports are not compared. */
    static List<MeasureOfDesks<ComparisonView.Figure>> desks(List<RiskFigures.Figure> a, List<RiskFigures.Figure> b) {
        return a.isEmpty() || b.isEmpty() ? List.of() : MeasureOfDesks.of(figures(a, b));
    }

    static List<ComparisonView.Figure> figures(List<RiskFigures.Figure> a, List<RiskFigures.Figure> b) {
        Map<FigureName, RiskFigures.Figure> left = byName(a);
        Map<FigureName, RiskFigures.Figure> right = byName(b);
        Set<FigureName> names = new LinkedHashSet<>(left.keySet());
        names.addAll(right.keySet());
        return names.stream()
                .map(name -> figure(name, left.get(name), right.get(name)))
                .toList();
    }

    private static Map<FigureName, RiskFigures.Figure> byName(List<RiskFigures.Figure> figures) {
        Map<FigureName, RiskFigures.Figure> named = new LinkedHashMap<>();
        figures.forEach(each -> named.putIfAbsent(
                new FigureName(each.desk(), each.measure(), each.horizon(), each.confidence()), each));
        return named;
    }

    private static ComparisonView.Figure figure(FigureName name, RiskFigures.Figure a, RiskFigures.Figure b) {
        boolean both = a != null && b != null;
        double difference = both ? b.value() - a.value() : Double.NaN;
        return new ComparisonView.Figure(
                name.desk(),
                name.measure(),
                MeasureName.isKnown(name.measure()),
                name.horizon(),
                Double.isFinite(name.confidence()) ? Readable.percent(name.confidence()) : "",
                new ComparisonView.Numbers(
                        a == null ? "" : Readable.figure(a.value()),
                        b == null ? "" : Readable.figure(b.value()),
                        both ? signed(difference, Readable.figure(difference)) : "",
                        both && a.value() != 0
                                ? signed(difference, Readable.percent(difference / Math.abs(a.value())))
                                : ""));
    }

    private static String signed(double value, String text) {
        return value > 0 ? "+" + text : text;
    }

    private record StepName(String direction, String name) {}

    static List<ComparisonView.Staged> staged(JobStatus a, JobStatus b) {
        Map<StepName, JobStatus.Step> left = byStep(a);
        Map<StepName, JobStatus.Step> right = byStep(b);
        Set<StepName> names = new LinkedHashSet<>(left.keySet());
        names.addAll(right.keySet());
        return names.stream()
                .map(name -> staged(name, left.get(name), right.get(name)))
                .toList();
    }

    private static Map<StepName, JobStatus.Step> byStep(JobStatus job) {
        return job.steps().stream()
                .collect(Collectors.toMap(
                        step -> new StepName(step.head().direction().name(), step.name()),
                        Function.identity(),
                        (one, other) -> one,
                        LinkedHashMap::new));
    }

    private static ComparisonView.Staged staged(StepName name, JobStatus.Step a, JobStatus.Step b) {
        return new ComparisonView.Staged(
                name.name(),
                name.direction(),
                (a == null ? b : a).head().file().value(),
                bytes(a),
                bytes(b),
                match(a, b));
    }

    private static String bytes(JobStatus.Step step) {
        return step == null || step.progress() != JobStatus.Progress.DONE ? "" : Readable.bytes(step.bytes());
    }

    private static String match(JobStatus.Step a, JobStatus.Step b) {
        if (a == null || b == null || a.sha256().isEmpty() || b.sha256().isEmpty()) {
            return "";
        }
        return a.sha256().equals(b.sha256()) ? "SAME" : "OTHER";
    }
}
