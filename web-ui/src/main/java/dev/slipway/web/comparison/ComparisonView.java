package dev.slipway.web.comparison;

import dev.slipway.web.Readable;
import dev.slipway.web.charts.Gantt;
import dev.slipway.web.charts.PairedHistogram;
import dev.slipway.web.jobs.JobView;
import dev.slipway.web.jobs.RequestDifferences.Difference;
import dev.slipway.web.results.MeasureOfDesks;
import java.util.List;

/**
 * Describes two runs for their page.
 *
 * @param chart both distributions; null unless each run has one
 * @param chartBusy whether the server had no time to draw all there may be
 * @param desks figures of single desks, measure by measure; empty unless each run has some
 * @param differences between the two requests; empty when the requests are equal
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
     * Describes one of the two runs.
     *
     * @param run null before the run has started
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
     * Compares a figure of both runs.
     *
     * @param desk empty for the whole bank
     * @param known whether the pages have words for the measure
     * @param horizon in days; empty without one
     */
    public record Figure(String desk, String measure, boolean known, String horizon, String confidence, Numbers numbers)
            implements MeasureOfDesks.Figure {}

    /**
     * Holds the numbers of a figure. A missing number is empty.
     *
     * @param difference the second number less the first
     * @param percent the difference as a share of the first number
     */
    public record Numbers(String a, String b, String difference, String percent) {}

    /**
     * Compares a file of both runs. A missing hash is empty.
     *
     * @param match SAME, OTHER, or empty where one file has no hash yet
     */
    public record Staged(String name, String direction, String file, String a, String b, String match) {}
}
