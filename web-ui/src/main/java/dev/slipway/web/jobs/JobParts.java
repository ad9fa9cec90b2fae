package dev.slipway.web.jobs;

import dev.slipway.desk.ResultEntry;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.desk.status.RunAtCluster;
import dev.slipway.job.JobState;
import dev.slipway.request.StagingStep;
import dev.slipway.run.ReportedFigure;
import dev.slipway.run.RunProgress;
import dev.slipway.run.RunReport;
import dev.slipway.web.Readable;
import dev.slipway.web.results.CsvTable;
import dev.slipway.web.results.MeasureName;
import dev.slipway.web.results.MeasureOfDesks;
import dev.slipway.web.results.RiskFigures;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns the parts of the desk's answer into the parts of a {@link JobView}. */
public final class JobParts {
    private static final int SHORT_HASH = 12;
    private static final int NAMED_FIGURES = 24;

    private JobParts() {}

    static List<JobView.Step> steps(JobStatus job, StagingStep.Direction direction) {
        return job.steps().stream()
                .filter(step -> step.head().direction() == direction)
                .map(JobParts::step)
                .toList();
    }

    private static JobView.Step step(JobStatus.Step step) {
        String hash = step.sha256().orElse("");
        boolean untouched =
                step.progress() == JobStatus.Progress.WAITING || step.progress() == JobStatus.Progress.SKIPPED;
        return new JobView.Step(
                step.name(),
                step.head().orderGroup(),
                step.place(),
                new JobView.StepFile(
                        step.head().file().value(),
                        untouched ? "" : Readable.bytes(step.bytes()),
                        untouched || step.rows() == 0 ? "" : Readable.count(step.rows()),
                        hash,
                        shortened(hash)),
                step.progress().name(),
                motion(step));
    }

    /** Describes the movement of all steps together. */
    static JobView.Motion motion(JobStatus job) {
        return job.transfer()
                .map(all -> motion(all.bytes(), all.rows(), all.bytesPerSecond(), all.moved(), all.left(), ""))
                .orElse(null);
    }

    private static JobView.Motion motion(JobStatus.Step step) {
        return step.motion()
                .map(motion -> motion(
                        step.bytes(),
                        step.rows(),
                        motion.bytesPerSecond(),
                        motion.moved(),
                        motion.left(),
                        motion.expectedBytes()
                                .map(expected -> percent(step.bytes(), expected))
                                .orElse("")))
                .orElse(null);
    }

    private static JobView.Motion motion(
            long bytes, long rows, long rate, Instant moved, Optional<Duration> left, String percent) {
        return new JobView.Motion(
                Readable.bytes(bytes),
                rows == 0 ? "" : Readable.count(rows),
                rate == 0 ? "" : Readable.bytes(rate) + "/s",
                left.map(Readable::about).orElse(""),
                Readable.moment(moved),
                percent);
    }

    /**
     * Returns the moved share of the expected bytes, at most 99: the expectation comes from the place or from the last
     * time and may be too low.
     */
    private static String percent(long bytes, long expected) {
        return expected == 0 ? "" : Long.toString(Math.min(99, bytes * 100 / expected));
    }

    public static JobView.Run run(JobStatus job) {
        return run(job, List.of());
    }

    /** @param way the progress that the run has reported so far */
    static JobView.Run run(JobStatus job, List<RunProgress> way) {
        boolean started = job.run().report().isPresent()
                || job.phases().stream().anyMatch(phase -> phase.state() == JobState.RUNNING);
        if (!started) {
            return null;
        }
        RunProgress progress = job.run().progress().orElse(new RunProgress(0, 0, Map.of()));
        long of = Math.max(0, progress.of());
        long done = Math.min(Math.max(0, progress.done()), of);
        return new JobView.Run(
                job.run().processes(),
                done,
                of,
                of == 0 ? "" : Readable.done((double) done / of),
                job.run().report().isPresent() ? "" : progress.phase().orElse(""),
                named(progress.figures()),
                ProgressCharts.of(way),
                job.run().report().map(JobParts::report).orElse(null));
    }

    static JobView.AtCluster atCluster(RunAtCluster at) {
        return new JobView.AtCluster(
                at.run().cluster(),
                at.run().number(),
                at.words().orElse(""),
                at.expected().map(Readable::moment).orElse(null));
    }

    /** Returns figures in the program's order. */
    static List<JobView.Named> named(Map<String, Double> figures) {
        return ReportedFigure.of(figures).stream()
                .limit(NAMED_FIGURES)
                .map(JobParts::named)
                .toList();
    }

    private static JobView.Named named(ReportedFigure figure) {
        MeasureName parts = MeasureName.of(figure.name());
        return new JobView.Named(
                figure.name(),
                parts.measure(),
                parts.horizon(),
                parts.confidence(),
                Readable.countOrFigure(figure.value()),
                figure.interval()
                        .map(range -> Readable.countOrFigure(range.lower()))
                        .orElse(""),
                figure.interval()
                        .map(range -> Readable.countOrFigure(range.upper()))
                        .orElse(""));
    }

    private static JobView.Report report(RunReport run) {
        return new JobView.Report(
                run.exitStatus(),
                run.signal(),
                run.reason(),
                Readable.duration(Duration.between(run.started(), run.ended())),
                Readable.seconds(run.userSeconds()),
                Readable.seconds(run.systemSeconds()),
                Readable.bytes(run.maxRssBytes()));
    }

    static JobView.Figures figures(RiskFigures figures) {
        return new JobView.Figures(
                figures.ofAll().stream().map(JobParts::figure).toList(),
                MeasureOfDesks.of(
                        figures.byDesk().stream().map(JobParts::figure).toList()),
                figures.cut());
    }

    private static JobView.Figure figure(RiskFigures.Figure figure) {
        boolean interval = figure.hasInterval();
        return new JobView.Figure(
                figure.desk(),
                figure.measure(),
                MeasureName.isKnown(figure.measure()),
                figure.horizon(),
                Double.isFinite(figure.confidence()) ? Readable.percent(figure.confidence()) : "",
                Readable.figure(figure.value()),
                interval ? Readable.figure(figure.lower()) : "",
                interval ? Readable.figure(figure.upper()) : "");
    }

    /** @param table null without one */
    static JobView.Result result(ResultEntry entry, CsvTable table) {
        return new JobView.Result(
                entry.name(),
                entry.fileName(),
                entry.role().name(),
                Readable.bytes(entry.bytes()),
                entry.sha256(),
                shortened(entry.sha256()),
                table);
    }

    private static String shortened(String hash) {
        return hash.substring(0, Math.min(SHORT_HASH, hash.length()));
    }
}
