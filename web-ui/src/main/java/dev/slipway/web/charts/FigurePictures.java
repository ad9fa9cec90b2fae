package dev.slipway.web.charts;

import dev.slipway.problem.CsvLines;
import dev.slipway.request.Axes;
import dev.slipway.web.results.UndrawableException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;

/** Draws one figure that was told several times, as a line with the interval of each value. */
public final class FigurePictures {
    private FigurePictures() {}

    /**
     * Holds a figure as it was told once. A missing bound is NaN.
     *
     * @param at the place on the axis across
     */
    public record Point(double at, double value, double lower, double upper) {
        /** Makes a point in time, which is at a number of seconds since 1970. */
        public Point(Instant at, double value, double lower, double upper) {
            this(at.toEpochMilli() / 1000.0, value, lower, upper);
        }
    }

    /** Draws the figure over time. @param points in the order of time */
    public static Picture overTime(String name, List<Point> points, ZoneId zone) {
        long from = points.isEmpty() ? 0 : (long) points.get(0).at();
        List<Point> since = points.stream()
                .map(point -> new Point(point.at() - from, point.value(), point.lower(), point.upper()))
                .toList();
        return of(name, "Accepted", since, new TimeAcross(zone, from));
    }

    /** Draws the figure over the units of work that were done. @param points in the order of the work */
    public static Picture overWork(String name, List<Point> points) {
        return of(name, "Work done", points, Across.NUMBERS);
    }

    private static Picture of(String name, String title, List<Point> points, Across across) {
        byte[] series = series(name, title, points).getBytes(StandardCharsets.UTF_8);
        try {
            return new Picture(
                    name,
                    SeriesPicture.of(() -> new ByteArrayInputStream(series), Axes.NONE, across),
                    null,
                    null,
                    null);
        } catch (UndrawableException e) {
            return Picture.faulty(name, e.getMessage(), e.hint());
        } catch (IOException e) {
            throw new IllegalStateException("a text in memory cannot be read", e);
        }
    }

    /** Writes the points in the form of a series. */
    private static String series(String name, String title, List<Point> points) {
        boolean band = points.stream().anyMatch(FigurePictures::hasBand);
        List<String> header = band ? List.of(title, name, name + "_lower", name + "_upper") : List.of(title, name);
        Stream<List<String>> rows = points.stream()
                .map(point -> band
                        ? List.of(cell(point.at()), cell(point.value()), cell(point.lower()), cell(point.upper()))
                        : List.of(cell(point.at()), cell(point.value())));
        return CsvLines.of(Stream.concat(Stream.of(header), rows));
    }

    private static boolean hasBand(Point point) {
        return Double.isFinite(point.lower()) && Double.isFinite(point.upper());
    }

    private static String cell(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "";
    }
}
