package dev.slipway.web.jobs;

import dev.slipway.web.Readable;
import dev.slipway.web.graph.StreamView;
import java.util.List;

/**
 * One job as its page reads it: every value in the form in which it stands on the page, none of them escaped.
 *
 * @param description what its author says of it, and which template it came from; may be empty
 * @param badge its outcome, or else what it waits for
 * @param parent the job that it does again; empty for none
 * @param group the group that it is one of; empty for none
 * @param element which of the sweep's elements it is; 0 for none
 * @param why what the desk says of where it stands
 * @param motion all steps that move now taken together; null if none does
 * @param run null before the run has started
 * @param graph of a stream application; null for any other program
 * @param chart null without a result to draw
 * @param chartMissing whether there is a result to draw that could not be read
 * @param chartBusy whether there is more to draw, for which the server had no time
 * @param panels series, bars and maps
 * @param undrawn how many more of them there are than one page draws
 */
public record JobView(
        String token,
        String name,
        String description,
        String owner,
        String state,
        String badge,
        Readable.Moment accepted,
        Readable.Moment since,
        boolean open,
        String parent,
        String group,
        int element,
        Why why,
        Actions actions,
        Gantt gantt,
        Motion motion,
        List<Step> stageIn,
        List<Step> stageOut,
        Run run,
        StreamView graph,
        Histogram chart,
        boolean chartMissing,
        boolean chartBusy,
        List<Panel> panels,
        int undrawn,
        Figures figures,
        List<Result> results,
        List<OutputTailView> output) {

    /**
     * Why it stands where it stands, in the desk's words; a text that has nothing to say is empty.
     *
     * @param held who keeps it back, and since when; empty for nobody
     * @param about the estimate and what it rests on, or why there is none
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
     * What went wrong.
     *
     * @param lasting whether it ended the job; otherwise the job waits
     * @param owner whose problem it is, as a word
     */
    public record Trouble(
            boolean lasting, String phase, String thing, String owner, String code, String message, String detail) {}

    /**
     * What the reader may do to it now.
     *
     * @param change whether they may make a new job of it by changing this one
     */
    public record Actions(boolean hold, boolean release, boolean cancel, boolean retry, boolean change) {}

    /**
     * How data move; a text that has nothing to say is empty.
     *
     * @param rate since it began, without what an earlier try had left
     * @param left about how long still
     * @param moved when anything moved last
     * @param percent of what it comes to, as its place says, else as the same step moved last time
     */
    public record Motion(String bytes, String rows, String rate, String left, Readable.Moment moved, String percent) {}

    /**
     * One staging step; {@code hash} and {@code shortHash} are empty until it is done.
     *
     * @param motion null unless it moves now
     */
    public record Step(
            String name,
            int group,
            String place,
            String file,
            String bytes,
            String rows,
            String hash,
            String shortHash,
            String progress,
            Motion motion) {}

    /**
     * The run so far.
     *
     * @param of units of work in all; 0 when the program reports none
     * @param phase what the program does now, in its own words; empty when it does not say, and after the end
     * @param report null until the run has ended
     */
    public record Run(
            int ranks, long done, long of, String percent, String phase, List<Named> figures, Report report) {}

    /**
     * A number that the program reports while it runs.
     *
     * @param measure the name without its confidence and horizon, where the pages have words for it; empty otherwise
     * @param horizon in days; empty for none
     * @param lower of its interval; empty without one, as is {@code upper}
     */
    public record Named(
            String name, String measure, String horizon, String confidence, String value, String lower, String upper) {}

    /** How the run ended. */
    public record Report(
            int exitStatus,
            int signal,
            String reason,
            String lasted,
            String userTime,
            String systemTime,
            String memory) {}

    /**
     * The risk figures.
     *
     * @param all of the whole bank, or of whatever the job is about
     * @param desks of single desks, measure by measure
     * @param cut whether the file holds more than a page shows
     */
    public record Figures(List<Figure> all, List<MeasureOfDesks<Figure>> desks, boolean cut) {}

    /**
     * One risk figure.
     *
     * @param desk empty for the whole bank
     * @param known whether the pages have words for the measure
     * @param horizon in days; empty for none
     * @param lower of its interval; empty without one, as is {@code upper}
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

    /** A result for download; {@code table} is null for one of which no table is shown. */
    public record Result(
            String name, String fileName, String role, String bytes, String hash, String shortHash, CsvTable table) {}
}
