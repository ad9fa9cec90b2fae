package dev.slipway.web.jobs;

import dev.slipway.request.Axes;
import dev.slipway.web.Readable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The picture of a series in the units of its {@code viewBox}, ready to be drawn, and some of its rows as a table.
 *
 * @param x title of the axis across
 * @param y title of the axis up; empty for none
 * @param rows how many the file has
 * @param spans in how many equal spans the axis across was divided to thin the lines; 0 if all points are drawn
 * @param cut whether the file holds more rows than a picture may read
 */
public record SeriesPicture(
        String x,
        String y,
        List<Line> lines,
        List<Axis.Tick> across,
        List<Axis.Tick> up,
        List<Row> table,
        String rows,
        int spans,
        boolean cut) {
    /** Room for labels of seven characters, as large as a phone needs them. */
    static final double LEFT = 112;

    static final double LENGTH = Histogram.WIDTH - LEFT - Histogram.RIGHT;
    static final double HEIGHT = Histogram.PLOT;
    static final double TOP = 34;
    static final double FLOOR = TOP + HEIGHT;

    /**
     * A line; its numbers as words.
     *
     * @param number from 1, by which it is told apart
     * @param band path of its interval; empty for none
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
        /** The name in its parts, where it is that of a measure. */
        public MeasureName named() {
            return MeasureName.of(name);
        }
    }

    /** A row of the table. */
    public record Row(String x, List<Cell> cells) {}

    /** A value of the table; empty for a gap, as is the interval for none. */
    public record Cell(String value, String interval) {}

    /** Bottom of the plot. */
    public double floor() {
        return FLOOR;
    }

    /** Reads the file twice: for its extent, then for what is drawn. */
    static SeriesPicture of(PnlBins.Reopened file, Axes axes) throws IOException, UndrawableException {
        SeriesExtent extent = new SeriesExtent();
        SeriesFile.Read read = SeriesFile.read(file.open(), axes.log(), extent);
        extent.requireValues();
        Scale across = extent.across(axes.log());
        Scale up = extent.up(axes.log());
        SeriesSketch sketch = new SeriesSketch(read, across, up);
        SeriesFile.read(file.open(), axes.log(), columns -> sketch::take);
        return new SeriesPicture(
                axes.x().isEmpty() ? read.columns().names().get(0) : axes.x(),
                axes.y(),
                lines(read.columns(), extent, sketch),
                across.ticks(8),
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
