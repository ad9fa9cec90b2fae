package dev.slipway.web.charts;

import dev.slipway.request.Axes;
import dev.slipway.web.Readable;
import dev.slipway.web.results.UndrawableException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A map in the units of its {@code viewBox}, ready to be drawn. Its cells are an image of their own; the scale of their
 * colours stands beside that. Rows go down, columns across.
 *
 * @param titles of the axes across and down
 * @param frame where the cells are drawn
 * @param across ticks of columns
 * @param down ticks of rows
 * @param scale ticks of values, along the scale
 * @param words what the map holds, for readers who do not see it
 * @param table some of the values
 * @param png the image of the cells
 */
public record MapPicture(
        AxisTitles titles,
        Frame frame,
        List<Axis.Tick> across,
        List<Axis.Tick> down,
        List<Axis.Tick> scale,
        Words words,
        Table table,
        byte[] png) {
    private static final double MOST_WIDE = 500;
    private static final double MOST_HIGH = 460;
    private static final double LEAST = 12;
    private static final double SCALE_HEIGHT = 160;
    private static final double SCALE_GAP = 30;
    private static final int TICKS = 6;
    private static final int TABLE = 8;

    /** Where cells and scale are drawn. {@code height} is that of the cells, {@code scaleHeight} that of the scale. */
    public record Frame(double left, double top, double width, double height, double scaleX, double scaleHeight) {
        /** Returns the bottom of the cells. */
        public double floor() {
            return top + height;
        }

        /** Returns the bottom of all that is drawn above the titles. */
        public double bottom() {
            return top + Math.max(height, scaleHeight);
        }
    }

    /** Holds the numbers of a map as words; {@code gaps} is empty without any. */
    public record Words(String rows, String columns, String lowest, String highest, String gaps) {}

    /** Holds values at equal distances. */
    public record Table(List<String> columns, List<Row> rows) {}

    /** Holds one row of the table. The value of a gap is empty. */
    public record Row(String number, List<String> values) {}

    /** Reads the file and draws the map. Closes {@code file}. */
    static MapPicture of(InputStream file, Axes axes) throws IOException, UndrawableException {
        MapCells cells = MapFile.read(file);
        Frame frame = frame(cells);
        Scale scale = Scale.of(
                cells.lowest(),
                cells.highest(),
                false,
                false,
                SeriesPicture.TOP + frame.scaleHeight(),
                -frame.scaleHeight());
        return new MapPicture(
                new AxisTitles(
                        axes.x().isEmpty() ? "column" : axes.x(), axes.y().isEmpty() ? "row" : axes.y()),
                frame,
                ticks(cells.firstColumn(), cells.columns(), frame.left(), frame.width()),
                ticks(cells.firstRow(), cells.rows(), frame.top(), frame.height()),
                scale.ticks(TICKS),
                new Words(
                        Readable.count(cells.rows()),
                        Readable.count(cells.columns()),
                        Readable.figure(cells.lowest()),
                        Readable.figure(cells.highest()),
                        cells.gaps() == 0 ? "" : Readable.count(cells.gaps())),
                table(cells),
                MapImage.of(cells));
    }

    /** Returns the colours of the scale, lowest first. */
    public List<String> turns() {
        return Shades.turns();
    }

    /** Makes cells square, unless that would make one side too short. */
    private static Frame frame(MapCells cells) {
        double cell = Math.min(MOST_WIDE / cells.columns(), MOST_HIGH / cells.rows());
        double width = Axis.rounded(Math.max(LEAST, cell * cells.columns()));
        double height = Axis.rounded(Math.max(LEAST, cell * cells.rows()));
        return new Frame(
                SeriesPicture.LEFT,
                SeriesPicture.TOP,
                width,
                height,
                SeriesPicture.LEFT + width + SCALE_GAP,
                Math.max(height, SCALE_HEIGHT));
    }

    /** Places ticks at whole numbers, in the middles of their cells. */
    private static List<Axis.Tick> ticks(int first, int count, double start, double length) {
        int step = (int) Math.max(1, Math.ceil(Axis.step(Math.max(1, count / (double) TICKS))));
        Axis axis = new Axis(first - 0.5, first + count - 0.5, start, length);
        List<Axis.Tick> ticks = new ArrayList<>();
        for (int at = -Math.floorDiv(-first, step) * step; at < first + count; at += step) {
            ticks.add(new Axis.Tick(axis.at(at), Readable.count(at), ticks.size() % 2 != 0));
        }
        return List.copyOf(ticks);
    }

    private static Table table(MapCells cells) {
        List<Integer> columns = spread(cells.columns());
        List<Row> rows = spread(cells.rows()).stream()
                .map(row -> new Row(
                        Readable.count(cells.firstRow() + row),
                        columns.stream()
                                .map(column -> told(cells.at(row, column)))
                                .toList()))
                .toList();
        return new Table(
                columns.stream()
                        .map(column -> Readable.count(cells.firstColumn() + column))
                        .toList(),
                rows);
    }

    /** Returns the first, the last, and others at equal distances. */
    private static List<Integer> spread(int count) {
        int wanted = Math.min(TABLE, count);
        return IntStream.range(0, wanted)
                .map(i -> wanted == 1 ? 0 : (int) ((long) i * (count - 1) / (wanted - 1)))
                .boxed()
                .toList();
    }

    private static String told(double value) {
        return Double.isNaN(value) ? "" : Readable.figure(value);
    }
}
