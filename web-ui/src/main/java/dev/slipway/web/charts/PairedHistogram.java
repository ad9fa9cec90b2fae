package dev.slipway.web.charts;

import dev.slipway.web.Readable;
import dev.slipway.web.results.RiskFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Describes two P&L distributions over one axis, as shares of their scenarios, in {@code viewBox} units. The first is
 * drawn as an area, the second as a line.
 *
 * @param top of the plot, below the rows of labels
 * @param floor baseline of the plot
 */
public record PairedHistogram(
        String area,
        String line,
        List<Axis.Tick> across,
        List<Axis.Tick> up,
        List<Mark> marks,
        Horizons horizons,
        double top,
        double floor) {
    private static final double LABEL_WIDTH = 118;

    /**
     * Names the horizons of the two distributions.
     *
     * @param ofA in days; empty without one, as is {@code ofB}
     * @param others whether a file has other horizons, too
     */
    public record Horizons(String ofA, String ofB, boolean others) {}

    /**
     * Describes a labelled line.
     *
     * @param side a or b
     * @param kind var_mean or es_mean
     * @param row the label's row above the plot, 0 for the lowest
     */
    public record Mark(String side, String kind, String confidence, double x, int row, String value) {}

    /** Holds one of the two distributions. */
    record Side(String name, PnlBins bins, RiskFigures figures) {
        /**
         * Returns the figures of the outermost confidence over the horizon of the bins. A picture of two distributions
         * has no room for more.
         */
        List<Point> points() {
            List<RiskFigures.Figure> drawable = figures.over(bins.rows().horizon());
            double outermost = drawable.stream()
                    .filter(each -> each.measure().equals("var_mean"))
                    .mapToDouble(RiskFigures.Figure::confidence)
                    .filter(Double::isFinite)
                    .max()
                    .orElse(Double.NaN);
            List<Point> points = new ArrayList<>();
            for (RiskFigures.Figure each : drawable) {
                OptionalDouble at = bins.belowMean(each.value());
                boolean drawn =
                        each.measure().equals("var_mean") || each.measure().equals("es_mean");
                if (drawn && at.isPresent() && each.confidence() == outermost && points.size() < 2) {
                    points.add(new Point(name, each, at.getAsDouble()));
                }
            }
            return points;
        }

        double share(int bin) {
            return (double) bins.counts()[bin] / bins.rows().values();
        }

        double highest() {
            return (double) bins.highest() / bins.rows().values();
        }
    }

    private record Point(String side, RiskFigures.Figure figure, double at) {}

    /** Draws two distributions that were counted into the same bins. */
    static PairedHistogram of(Side a, Side b) {
        List<Point> points = Stream.of(a, b)
                .flatMap(side -> side.points().stream())
                .sorted(Comparator.comparingDouble(Point::at))
                .toList();
        double low = Math.min(
                a.bins().low(),
                points.stream().mapToDouble(Point::at).min().orElse(a.bins().low()));
        double high = Math.max(
                a.bins().high(),
                points.stream().mapToDouble(Point::at).max().orElse(a.bins().high()));
        Axis across = new Axis(low, high, Histogram.LEFT, Histogram.WIDTH - Histogram.LEFT - Histogram.RIGHT);
        List<Mark> marks = marks(points, across);
        double top = 10
                + Histogram.LABELS
                        * marks.stream().mapToInt(mark -> mark.row() + 1).max().orElse(0);
        double floor = top + Histogram.PLOT;
        Axis up = new Axis(0, Math.max(a.highest(), b.highest()) * 105, floor, -Histogram.PLOT);
        return new PairedHistogram(
                outline(a, across, up) + "Z",
                outline(b, across, up),
                across.ticks(8),
                up.ticks(5),
                marks,
                new Horizons(
                        a.bins().rows().horizon(),
                        b.bins().rows().horizon(),
                        a.bins().rows().others() || b.bins().rows().others()),
                top,
                floor);
    }

    /** Draws steps from the floor, over all bins, back to the floor. */
    private static String outline(Side side, Axis across, Axis up) {
        StringBuilder path = new StringBuilder();
        path.append(
                String.format(Locale.ROOT, "M%.1f %.1f", across.at(side.bins().edge(0)), up.at(0)));
        for (int i = 0; i < PnlBins.BINS; i++) {
            path.append(String.format(
                    Locale.ROOT,
                    "V%.1fH%.1f",
                    up.at(side.share(i) * 100),
                    across.at(side.bins().edge(i + 1))));
        }
        return path.append(String.format(Locale.ROOT, "V%.1f", up.at(0))).toString();
    }

    private static List<Mark> marks(List<Point> points, Axis across) {
        List<Mark> marks = new ArrayList<>();
        LabelRows rows = new LabelRows(LABEL_WIDTH);
        for (Point point : points) {
            double x = across.at(point.at());
            int row = rows.rowAt(x);
            marks.add(new Mark(
                    point.side(),
                    point.figure().measure(),
                    Readable.percent(point.figure().confidence()).replace(" %", ""),
                    x,
                    row,
                    Readable.figure(point.figure().value())));
        }
        return marks;
    }
}
