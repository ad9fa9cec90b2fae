package dev.slipway.web.jobs;

import dev.slipway.web.Readable;
import java.util.List;

/**
 * One job as its page reads it: every value in the form in which it stands on the page, none of them escaped.
 *
 * @param badge its outcome, or else what it waits for
 * @param position in the queue; empty unless it waits there
 * @param problem why it failed, or why it is blocked; null for neither
 * @param cancelledBy empty unless a user ended it
 * @param run null before the run has started
 * @param chart null without a result to draw
 * @param chartMissing whether there is a result to draw that could not be read
 */
public record JobView(
        String token,
        String name,
        String owner,
        String state,
        String badge,
        Readable.Moment accepted,
        Readable.Moment since,
        boolean open,
        String position,
        ProblemView problem,
        String cancelledBy,
        boolean cancelRequested,
        boolean mayCancel,
        Gantt gantt,
        List<Step> stageIn,
        List<Step> stageOut,
        Run run,
        Histogram chart,
        boolean chartMissing,
        List<Figure> figures,
        List<Result> results,
        List<OutputTail> output,
        List<Event> history) {

    /**
     * What stopped the job.
     *
     * @param phase in which it failed; empty for an outage that it waits for
     */
    public record ProblemView(String phase, String code, String message, String detail, String hint) {}

    /** One staging step; {@code hash} and {@code shortHash} are empty until it is done. */
    public record Step(
            String name,
            int group,
            String place,
            String file,
            String bytes,
            String rows,
            String hash,
            String shortHash,
            String progress) {}

    /**
     * The run so far.
     *
     * @param of units of work in all; 0 when the program reports none
     * @param report null until the run has ended
     */
    public record Run(int ranks, long done, long of, String percent, List<Named> figures, Report report) {}

    /** A number that the program reports while it runs. */
    public record Named(String name, String value) {}

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
     * One risk figure.
     *
     * @param known whether the pages have words for the measure
     * @param lower of its interval; empty without one, as is {@code upper}
     */
    public record Figure(String measure, boolean known, String confidence, String value, String lower, String upper) {}

    /** A result for download. */
    public record Result(String name, String fileName, String role, String bytes, String hash, String shortHash) {}

    /** One event of the journal. */
    public record Event(long sequence, Readable.Moment at, String event, String text) {}
}
