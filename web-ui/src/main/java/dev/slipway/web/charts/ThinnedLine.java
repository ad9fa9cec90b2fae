package dev.slipway.web.charts;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws one line of a series in drawing units. Of the points of a span only the first, the lowest, the highest and the
 * last are kept: the line looks the same as with all points. Of the band, the outermost bounds are kept.
 */
final class ThinnedLine {
    private final StringBuilder line = new StringBuilder();
    private final StringBuilder bands = new StringBuilder();
    private final List<Point> above = new ArrayList<>();
    private final List<Point> below = new ArrayList<>();
    private long span = -1;
    private Point first;
    private Point highest;
    private Point lowest;
    private Point last;
    private boolean pen;
    private double bandFrom;
    private double bandTo;
    private double top = Double.NaN;
    private double bottom = Double.NaN;

    private record Point(double x, double y) {
        String at() {
            return number(x) + " " + number(y);
        }

        private static String number(double units) {
            String text = String.format(Locale.ROOT, "%.1f", units);
            return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
        }
    }

    /**
     * Adds a row. Rows of one span come one after the other.
     *
     * @param y NaN for a gap, as are {@code lower} and {@code upper} without a band
     */
    void add(long ofSpan, double x, double y, double lower, double upper) {
        if (ofSpan != span) {
            end();
            span = ofSpan;
        }
        if (!Double.isNaN(y)) {
            Point point = new Point(x, y);
            first = first == null ? point : first;
            // Drawing units grow downwards.
            highest = highest == null || y < highest.y() ? point : highest;
            lowest = lowest == null || y > lowest.y() ? point : lowest;
            last = point;
        }
        if (!Double.isNaN(lower) && !Double.isNaN(upper)) {
            bandFrom = Double.isNaN(top) ? x : bandFrom;
            bandTo = x;
            top = Double.isNaN(top) ? Math.min(lower, upper) : Math.min(top, Math.min(lower, upper));
            bottom = Double.isNaN(bottom) ? Math.max(lower, upper) : Math.max(bottom, Math.max(lower, upper));
        }
    }

    /** Returns the line's path. A point that stands alone is a dot. */
    String path() {
        end();
        return line.toString();
    }

    /** Returns the band's path; empty without a band. */
    String band() {
        end();
        endBand();
        return bands.toString();
    }

    private void end() {
        if (span < 0) {
            return;
        }
        if (first == null) {
            pen = false;
        } else {
            draw();
        }
        if (Double.isNaN(top)) {
            endBand();
        } else {
            above.add(new Point(bandFrom, top));
            below.add(new Point(bandFrom, bottom));
            if (bandTo > bandFrom) {
                above.add(new Point(bandTo, top));
                below.add(new Point(bandTo, bottom));
            }
        }
        first = null;
        highest = null;
        lowest = null;
        last = null;
        top = Double.NaN;
        bottom = Double.NaN;
        span = -1;
    }

    private void draw() {
        boolean down = highest.x() <= lowest.x();
        Point before = null;
        for (Point point : List.of(first, down ? highest : lowest, down ? lowest : highest, last)) {
            if (point.equals(before)) {
                continue;
            }
            // Without a length of its own a lone point would not be drawn.
            line.append(pen ? "L" : "M").append(point.at()).append(pen ? "" : "h0");
            pen = true;
            before = point;
        }
    }

    private void endBand() {
        if (above.isEmpty()) {
            return;
        }
        StringBuilder edge = new StringBuilder();
        above.forEach(point -> edge.append(edge.isEmpty() ? "M" : "L").append(point.at()));
        for (int i = below.size() - 1; i >= 0; i--) {
            edge.append("L").append(below.get(i).at());
        }
        bands.append(edge).append("Z");
        above.clear();
        below.clear();
    }
}
