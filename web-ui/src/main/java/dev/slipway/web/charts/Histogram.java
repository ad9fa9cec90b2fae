package dev.slipway.web.charts;

import dev.slipway.web.Readable;
import dev.slipway.web.results.RiskFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Describes the picture of a P&L distribution in {@code viewBox} units, ready to be drawn.
 */
public record Histogram(
        List<Bar> bars, List<Axis.Tick> across, List<Axis.Tick> up, List<Mark> marks, Rows rows, Range range) {
    static final double WIDTH = 760;
    /** Leaves room for counts of seven characters in the size that a phone needs. */
    static final double LEFT = 96;

    static final double RIGHT = 14;
    static final double LABELS = 24;
    static final double PLOT = 230;
    private static final double LABEL_WIDTH = 96;

    /**
     * Counts the rows of the file.
     *
     * @param values number of scenarios that the picture shows
     * @param ignored number of rows without a usable number; empty without any
     * @param cut whether the file holds more rows than a picture may read
     * @param horizon in days; empty without one
     * @param others whether the file has other horizons, too
     */
    public record Rows(String values, String ignored, boolean cut, String horizon, boolean others) {}

    /** Says from where to where the values go. */
    public record Range(String lowest, String highest, String mean) {}

    /** Describes one bin; {@code tail} is set for a bin that lies wholly beyond the outermost VaR. */
    public record Bar(
            double x, double y, double width, double height, boolean tail, String from, String to, String count) {}

    /**
     * Describes a labelled line.
     *
     * @param kind mean, var_mean or es_mean
     * @param confidence such as {@code 95}; empty for the mean
     * @param row the label's row above the plot, 0 for the lowest
     * @param bandX where the interval begins, {@code bandWidth} wide; the width is 0 without an interval
     */
    public record Mark(
            String kind, String confidence, double x, int row, double bandX, double bandWidth, String value) {}

    /** Returns the baseline of the bars. */
    public double floor() {
        return top() + PLOT;
    }

    /** Returns the top of the plot, below the rows of labels. */
    public double top() {
        return 10
                + LABELS * marks.stream().mapToInt(mark -> mark.row() + 1).max().orElse(0);
    }

    /** Draws {@code bins} together with those figures of the same horizon that are relative to the mean. */
    static Histogram of(PnlBins bins, RiskFigures figures) {
        List<Point> points = points(bins, figures);
        double low = Math.min(
                bins.low(), points.stream().mapToDouble(Point::at).min().orElse(bins.low()));
        double high = Math.max(
                bins.high(), points.stream().mapToDouble(Point::at).max().orElse(bins.high()));
        Axis across = new Axis(low, high, LEFT, WIDTH - LEFT - RIGHT);
        List<Mark> marks = marks(points, across);
        double floor = 10
                + LABELS * marks.stream().mapToInt(mark -> mark.row() + 1).max().orElse(0)
                + PLOT;
        Axis up = new Axis(0, bins.highest() * 1.05, floor, -PLOT);
        return new Histogram(
                bars(bins, across, up, points),
                across.ticks(8),
                wholeTicks(up),
                marks,
                new Rows(
                        Readable.count(bins.rows().values()),
                        bins.rows().ignored() == 0
                                ? ""
                                : Readable.count(bins.rows().ignored()),
                        bins.rows().cut(),
                        bins.rows().horizon(),
                        bins.rows().others()),
                new Range(Readable.figure(bins.low()), Readable.figure(bins.high()), Readable.figure(bins.mean())));
    }

    private record Point(String kind, double confidence, double at, double bandLow, double bandHigh, double value) {}

    private static List<Point> points(PnlBins bins, RiskFigures figures) {
        List<Point> points = new ArrayList<>();
        points.add(new Point("mean", Double.NaN, bins.mean(), Double.NaN, Double.NaN, bins.mean()));
        for (RiskFigures.Figure each : figures.over(bins.rows().horizon())) {
            OptionalDouble at = bins.belowMean(each.value());
            boolean drawn = each.measure().equals("var_mean") || each.measure().equals("es_mean");
            if (drawn && at.isPresent() && Double.isFinite(each.confidence()) && points.size() < 9) {
                points.add(new Point(
                        each.measure(),
                        each.confidence(),
                        at.getAsDouble(),
                        bins.mean() - each.upper(),
                        bins.mean() - each.lower(),
                        each.value()));
            }
        }
        points.sort(Comparator.comparingDouble(Point::at));
        return points;
    }

    private static List<Mark> marks(List<Point> points, Axis across) {
        List<Mark> marks = new ArrayList<>();
        LabelRows rows = new LabelRows(LABEL_WIDTH);
        for (Point point : points) {
            double x = across.at(point.at());
            int row = rows.rowAt(x);
            marks.add(mark(point, x, row, across));
        }
        return marks;
    }

    private static Mark mark(Point point, double x, int row, Axis across) {
        double from = Math.max(point.bandLow(), across.low());
        double to = Math.min(point.bandHigh(), across.high());
        boolean band = from < to;
        return new Mark(
                point.kind(),
                Double.isFinite(point.confidence())
                        ? Readable.percent(point.confidence()).replace(" %", "")
                        : "",
                x,
                row,
                band ? across.at(from) : x,
                band ? Axis.rounded(across.at(to) - across.at(from)) : 0,
                Readable.figure(point.value()));
    }

    private static List<Bar> bars(PnlBins bins, Axis across, Axis up, List<Point> points) {
        double tail = points.stream()
                .filter(point -> point.kind().equals("var_mean"))
                .mapToDouble(Point::at)
                .min()
                .orElse(Double.NEGATIVE_INFINITY);
        List<Bar> bars = new ArrayList<>();
        for (int i = 0; i < bins.counts().length; i++) {
            if (bins.counts()[i] > 0) {
                bars.add(bar(bins, i, across, up, tail));
            }
        }
        return bars;
    }

    private static Bar bar(PnlBins bins, int i, Axis across, Axis up, double tail) {
        double x = across.at(bins.edge(i));
        double y = up.at(bins.counts()[i]);
        // A gap of one unit separates bars, and every bar is high enough to be seen.
        double width = Math.max(1, Axis.rounded(across.at(bins.edge(i + 1)) - x - 1));
        double height = Math.max(1, Axis.rounded(up.start() - y));
        return new Bar(
                x,
                Axis.rounded(up.start() - height),
                width,
                height,
                bins.edge(i + 1) <= tail,
                Readable.figure(bins.edge(i)),
                Readable.figure(bins.edge(i + 1)),
                Readable.count(bins.counts()[i]));
    }

    /** Leaves out ticks at fractions, because scenarios are whole. From 50 on, all steps are whole anyway. */
    private static List<Axis.Tick> wholeTicks(Axis up) {
        return up.ticks(5).stream()
                .filter(tick -> up.high() >= 50 || !tick.label().contains("."))
                .toList();
    }
}
