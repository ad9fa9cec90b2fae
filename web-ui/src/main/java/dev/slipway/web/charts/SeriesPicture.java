package dev.slipway.web.charts;

import dev.slipway.request.Axes;
import dev.slipway.web.Readable;
import dev.slipway.web.results.MeasureName;
import dev.slipway.web.results.UndrawableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Describes the picture of a series in {@code viewBox} units, ready to be drawn, and some of the rows as a table.
 *
 * @param titles of the axes across and up; the latter may be empty
 * @param rows number of rows of the file
 * @param spans number of equal spans into which the axis across was divided to thin the lines; 0 if all points are
 *     drawn
 * @param cut whether the file holds more rows than a picture may read
 */
public record SeriesPicture(
        AxisTitles titles,
        List<Line> lines,
        List<Axis.Tick> across,
        List<Axis.Tick> up,
        List<Row> table,
        String rows,
        int spans,
        boolean cut) {
    /** Leaves room for labels of seven characters in the size that a phone needs. */
    static final double LEFT = 112;

    static final double LENGTH = Histogram.WIDTH - LEFT - Histogram.RIGHT;
    static final double HEIGHT = Histogram.PLOT;
    static final double TOP = 34;
    static final double FLOOR = TOP + HEIGHT;

    /** The most characters of a label that fit around the last tick, also in the size that a phone needs. */
    private static final int MIDDLE_FITS = 6;

    /** The part of the axis at whose ticks a longer label would reach out of the picture. */
    private static final double END_OF_AXIS = 49;

    /**
     * Describes a line; numbers are formatted as words.
     *
     * @param number from 1, which tells lines apart
     * @param band path of the interval; empty without one
     */
    public record Line(
            int number,
            String name,
            String path,
            String band,
            String lowest,
            String highest,
            String first,
            String last) {
        /** Returns the name in its parts, for a line that is named after a measure. */
        public MeasureName named() {
            return MeasureName.of(name);
        }
    }

    /** Holds a row of the table. */
    public record Row(String x, List<Cell> cells) {}

    /** Holds a value of the table. The value of a gap is empty, and so is a missing interval. */
    public record Cell(String value, String interval) {}

    /**
     * Returns the side at which the label of a tick is tied to the tick: a long label at the end of the axis would
     * otherwise reach out of the picture.
     */
    public String anchor(Axis.Tick tick) {
        return tick.label().length() > MIDDLE_FITS && tick.at() > LEFT + LENGTH - END_OF_AXIS ? "end" : "middle";
    }

    /** Returns the bottom of the plot. */
    public double floor() {
        return FLOOR;
    }

    /** Draws a series with numbers across. */
    static SeriesPicture of(PnlBins.Reopened file, Axes axes) throws IOException, UndrawableException {
        return of(file, axes, Across.NUMBERS);
    }

    /** Reads the file twice: first to find the extent, then to draw. */
    static SeriesPicture of(PnlBins.Reopened file, Axes axes, Across words) throws IOException, UndrawableException {
        SeriesExtent extent = new SeriesExtent();
        SeriesFile.Read read = SeriesFile.read(file.open(), axes.log(), extent);
        extent.requireValues();
        Scale across = extent.across(axes.log());
        Scale up = extent.up(axes.log());
        SeriesSketch sketch = new SeriesSketch(read, across, up, words);
        SeriesFile.read(file.open(), axes.log(), columns -> sketch::take);
        return new SeriesPicture(
                new AxisTitles(axes.x().isEmpty() ? read.columns().names().get(0) : axes.x(), axes.y()),
                lines(read.columns(), extent, sketch),
                words.ticks(across),
                up.ticks(5),
                sketch.table(),
                Readable.count(read.rows()),
                sketch.spans(),
                read.cut());
    }

    private static List<Line> lines(SeriesColumns columns, SeriesExtent extent, SeriesSketch sketch) {
        List<Line> lines = new ArrayList<>();
        for (SeriesColumns.Line line : columns.lines()) {
            ThinnedLine drawn = sketch.lines().get(lines.size());
            lines.add(new Line(
                    lines.size() + 1,
                    line.name(),
                    drawn.path(),
                    drawn.band(),
                    Readable.figure(extent.lowest(line)),
                    Readable.figure(extent.highest(line)),
                    Readable.figure(extent.first(line)),
                    Readable.figure(extent.last(line))));
        }
        return List.copyOf(lines);
    }
}
