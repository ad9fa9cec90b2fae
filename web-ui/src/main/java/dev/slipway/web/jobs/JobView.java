package dev.slipway.web.jobs;

import dev.slipway.web.Readable;
import dev.slipway.web.charts.Gantt;
import dev.slipway.web.charts.Histogram;
import dev.slipway.web.charts.Panel;
import dev.slipway.web.charts.Picture;
import dev.slipway.web.graph.StreamView;
import dev.slipway.web.results.CsvTable;
import dev.slipway.web.results.MeasureOfDesks;
import java.util.List;

/**
 * Describes one job for the page: every value is formatted for the page and not escaped.
 *
 * @param run null before the run has started
 * @param graph of a stream application; null for any other program
 */
public record JobView(
        Identity identity,
        Standing standing,
        Staging staging,
        Run run,
        StreamView graph,
        Results results,
        List<OutputTailView> output) {

    /**
     * Says which job this is, and from where the job came.
     *
     * @param description the author's words about the job, and the template from which the job came; may be empty
     * @param parent the job that this one does again; empty without one
     * @param group the group to which the job belongs; empty without one
     * @param element number of the sweep's element; 0 for a job outside a sweep
     */
    public record Identity(
            String token,
            String name,
            String description,
            String owner,
            Readable.Moment accepted,
            String parent,
            String group,
            int element) {}

    /**
     * Says where the job stands.
     *
     * @param badge the outcome, or else the state
     * @param cluster null for a job whose run no cluster has accepted
     * @param open whether the job may change any moment
     * @param why the desk's explanation of the job's standing
     */
    public record Standing(
            String state,
            String badge,
            Readable.Moment since,
            AtCluster cluster,
            boolean open,
            Why why,
            Actions actions,
            Gantt gantt) {}

    /**
     * Describes the run at its cluster.
     *
     * @param number of the run at the cluster
     * @param words the stage and the cluster's reason; empty for a run that is under way or over
     * @param expected when the cluster expects the run to start; null if the cluster tells no time
     */
    public record AtCluster(String name, String number, String words, Readable.Moment expected) {}

    /**
     * Describes all staging steps.
     *
     * @param motion of all moving steps together; null if no step moves
     */
    public record Staging(Motion motion, List<Step> in, List<Step> out) {}

    /**
     * Holds the results of the job, drawn as far as possible.
     *
     * @param chart null without a result to draw
     * @param chartMissing whether a result that should be drawn could not be read
     * @param chartBusy whether the server had no time to draw all there is
     * @param panels series, bars and maps
     * @param undrawn number of series, bars and maps beyond those that one page draws
     * @param files all results for download
     * @param template the template that made the job, with its owner; empty without one
     */
    public record Results(
            Histogram chart,
            boolean chartMissing,
            boolean chartBusy,
            List<Panel> panels,
            int undrawn,
            Figures figures,
            List<Result> files,
            String template) {}

    /**
     * Explains the job's standing, in the desk's words. A text without content is empty.
     *
     * @param held who holds the job, and since when; empty if the job is not held
     * @param about the estimate and its basis, or the reason why there is none
     * @param trouble null without any
     */
    public record Why(
            String headline,
            String waitsFor,
            String position,
            String about,
            String held,
            Trouble trouble,
            String remedy) {}

    /**
     * Describes a problem of the job.
     *
     * @param lasting whether the problem ended the job; otherwise the job waits
     * @param owner who must solve the problem, as a word
     */
    public record Trouble(
            boolean lasting, String phase, String thing, String owner, String code, String message, String detail) {}

    /**
     * Says which actions the reader may take now.
     *
     * @param change whether they may make a new job by changing this one
     */
    public record Actions(boolean hold, boolean release, boolean cancel, boolean retry, boolean change) {}

    /**
     * Describes how data move. A text without content is empty.
     *
     * @param rate since the movement began, without the bytes that an earlier try had left
     * @param left estimated time until the end
     * @param moved when the last bytes moved
     * @param percent of the size that the place reports, or else of the bytes that this step moved last time
     */
    public record Motion(String bytes, String rows, String rate, String left, Readable.Moment moved, String percent) {}

    /**
     * Describes one staging step.
     *
     * @param motion null unless the step moves now
     */
    public record Step(String name, int group, String place, StepFile file, String progress, Motion motion) {}

    /** Describes the file of a step; {@code hash} and {@code shortHash} are empty until the step is done. */
    public record StepFile(String name, String bytes, String rows, String hash, String shortHash) {}

    /**
     * Describes the run so far.
     *
     * @param of units of work in all; 0 when the program reports no amount
     * @param phase of the program, in its own words; empty when the program does not say, and after the end
     * @param report null until the run has ended
     */
    public record Run(
            int ranks,
            long done,
            long of,
            String percent,
            String phase,
            List<Named> figures,
            List<Picture> charts,
            Report report) {}

    /**
     * Describes a number that the program reports while it runs.
     *
     * @param measure the name without confidence and horizon, where the pages have words for the measure; empty
     *     otherwise
     * @param horizon in days; empty without one
     * @param lower bound of the interval; empty without an interval, as is {@code upper}
     */
    public record Named(
            String name, String measure, String horizon, String confidence, String value, String lower, String upper) {}

    /** Describes how the run ended. */
    public record Report(
            int exitStatus,
            int signal,
            String reason,
            String lasted,
            String userTime,
            String systemTime,
            String memory) {}

    /**
     * Holds the risk figures.
     *
     * @param all figures of the whole bank, or of the whole subject of the job
     * @param desks of single desks, measure by measure
     * @param cut whether the file holds more than a page shows
     */
    public record Figures(List<Figure> all, List<MeasureOfDesks<Figure>> desks, boolean cut) {}

    /**
     * Describes one risk figure.
     *
     * @param desk empty for the whole bank
     * @param known whether the pages have words for the measure
     * @param horizon in days; empty without one
     * @param lower bound of the interval; empty without an interval, as is {@code upper}
     */
    public record Figure(
            String desk,
            String measure,
            boolean known,
            String horizon,
            String confidence,
            String value,
            String lower,
            String upper)
            implements MeasureOfDesks.Figure {}

    /** Describes a result for download; {@code table} is null for a result that is not shown as a table. */
    public record Result(
            String name, String fileName, String role, String bytes, String hash, String shortHash, CsvTable table) {}
}
