package dev.slipway.web.jobs;

import dev.slipway.web.Readable;
import java.util.List;

/**
 * Two runs as their page reads them.
 *
 * @param chart both distributions; null unless each run has one
 * @param chartBusy whether there may be more to draw, for which the server had no time
 * @param desks figures of single desks, measure by measure; empty unless each run has some
 * @param differences of what the two ask for; empty when they ask for the same
 */
public record ComparisonView(
        Side a,
        Side b,
        List<Difference> differences,
        PairedHistogram chart,
        boolean chartBusy,
        List<Figure> figures,
        List<MeasureOfDesks<Figure>> desks,
        List<Staged> staged) {

    /**
     * One of the two.
     *
     * @param run null before its run has started
     */
    public record Side(
            String token,
            String name,
            String owner,
            String badge,
            Readable.Moment accepted,
            Gantt gantt,
            JobView.Run run) {}

    /**
     * A part of the requests that is not the same.
     *
     * @param of JOB, IN, OUT or RESULT
     * @param name of the step or result, or number of the line; empty for what the job has one of
     * @param label the key of the words for the part
     * @param a empty for what the first has not got, as is {@code b} of the second
     */
    public record Difference(String of, String name, String label, String a, String b) {}

    /**
     * A figure of both; what one of them lacks is empty.
     *
     * @param desk empty for the whole bank
     * @param known whether the pages have words for the measure
     * @param horizon in days; empty for none
     * @param difference of the second to the first
     * @param percent likewise, of the first
     */
    public record Figure(
            String desk,
            String measure,
            boolean known,
            String horizon,
            String confidence,
            String a,
            String b,
            String difference,
            String percent)
            implements MeasureOfDesks.Figure {}

    /**
     * A file of both; what one of them lacks is empty.
     *
     * @param match SAME, OTHER, or empty where one has no hash yet
     */
    public record Staged(String name, String direction, String file, String a, String b, String match) {}
}
