package dev.slipway.web.charts;

import dev.slipway.web.Readable;
import java.util.ArrayList;
import java.util.List;

/** Draws the lines of a series and keeps some of the rows, in the second pass over the file. */
final class SeriesSketch {
    /** The number of rows above which the lines are thinned. */
    private static final int ALL = 1000;

    private static final int SPANS = 171;
    private static final int TABLE = 12;

    private final SeriesFile.Read read;
    private final Scale across;
    private final Scale up;
    private final Across words;
    private final List<ThinnedLine> lines = new ArrayList<>();
    private final List<SeriesPicture.Row> table = new ArrayList<>();
    private long number;

    SeriesSketch(SeriesFile.Read read, Scale across, Scale up, Across words) {
        this.read = read;
        this.across = across;
        this.up = up;
        this.words = words;
        read.columns().lines().forEach(line -> lines.add(new ThinnedLine()));
    }

    void take(double[] row) {
        double x = across.at(row[0]);
        long span = spans() == 0 ? number : (long) ((x - SeriesPicture.LEFT) / SeriesPicture.LENGTH * SPANS);
        int at = 0;
        for (SeriesColumns.Line line : read.columns().lines()) {
            double lower = line.hasBand() ? height(row[line.lower()]) : Double.NaN;
            double upper = line.hasBand() ? height(row[line.upper()]) : Double.NaN;
            lines.get(at++).add(span, x, height(row[line.value()]), lower, upper);
        }
        // The table keeps the first row, the last, and others at equal distances.
        if (table.size() * (read.rows() - 1) <= number * (Math.min(TABLE, read.rows()) - 1)) {
            table.add(tableRow(row));
        }
        number++;
    }

    /**
     * Returns the number of equal spans into which the axis across is divided to thin the lines; 0 if all points are
     * drawn.
     */
    int spans() {
        return read.rows() > ALL ? SPANS : 0;
    }

    List<ThinnedLine> lines() {
        return lines;
    }

    List<SeriesPicture.Row> table() {
        return List.copyOf(table);
    }

    private double height(double value) {
        return Double.isNaN(value) ? Double.NaN : up.at(value);
    }

    private SeriesPicture.Row tableRow(double[] row) {
        return new SeriesPicture.Row(
                words.words(row[0]),
                read.columns().lines().stream().map(line -> cell(row, line)).toList());
    }

    private static SeriesPicture.Cell cell(double[] row, SeriesColumns.Line line) {
        return new SeriesPicture.Cell(
                Double.isNaN(row[line.value()]) ? "" : Readable.figure(row[line.value()]),
                line.hasBand() ? Readable.interval(row[line.lower()], row[line.upper()]) : "");
    }
}
