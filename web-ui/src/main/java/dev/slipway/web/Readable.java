package dev.slipway.web;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.context.i18n.TimeZoneAwareLocaleContext;

/** Formats values for a page, in one way everywhere, independent of the server's locale. */
public final class Readable {
    /** Covers the error of a division, so that 29 of 100 are 29 %. */
    private static final double ROUNDING = 1e-9;

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss z", Locale.ENGLISH);
    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final String[] SCALES = {"", "k", "M", "G", "T", "P", "E"};

    private Readable() {}

    /**
     * Holds a point in time for {@code <time>}.
     *
     * @param iso for the attribute {@code datetime}
     * @param text for people, in their zone and with the name of the zone
     */
    public record Moment(String iso, String text) {}

    /** Formats a point in time for the user of this request. */
    public static Moment moment(Instant at) {
        return new Moment(DateTimeFormatter.ISO_INSTANT.format(at), TIME.format(at.atZone(zone())));
    }

    /** Returns the zone of this request's user; UTC where there is no user. */
    public static ZoneId zone() {
        return LocaleContextHolder.getLocaleContext() instanceof TimeZoneAwareLocaleContext user
                        && user.getTimeZone() != null
                ? user.getTimeZone().toZoneId()
                : UTC;
    }

    /** Formats a file's size in binary units: {@code 1.4 MiB}. */
    public static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < BYTE_UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return (unit == 0 ? Long.toString(bytes) : decimal("0.0", value)) + " " + BYTE_UNITS[unit];
    }

    /** Formats a whole number in groups of three digits: {@code 12,345}. */
    public static String count(long value) {
        return decimal("#,##0", value);
    }

    /** Formats a figure with as many decimals as its size deserves, at most four: {@code 1,234.57}. */
    public static String figure(double value) {
        double size = Math.abs(value);
        if (size >= 1e15 || (size > 0 && size < 1e-4)) {
            return decimal("0.####E0", value);
        }
        return decimal(size >= 100 ? "#,##0.00" : "#,##0.####", value);
    }

    /** Formats a number that may be a count, as programs report them among their figures: a whole number as a count. */
    public static String countOrFigure(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? count((long) value) : figure(value);
    }

    /** Formats an interval as {@code 498,771.25 … 526,430.50}; an interval that lacks a bound is empty. */
    public static String interval(double lower, double upper) {
        return Double.isFinite(lower) && Double.isFinite(upper) ? figure(lower) + " \u2026 " + figure(upper) : "";
    }

    /** Formats a number on an axis: {@code -250k}, {@code 1.5M}. */
    public static String tick(double value) {
        double size = Math.abs(value);
        if (size >= 1e21 || (size > 0 && size < 1e-3)) {
            return decimal("0.##E0", value);
        }
        int scale = 0;
        double scaled = value;
        // Four digits are easy to read, so 2,500 is not shortened.
        while (Math.abs(scaled) >= (scale == 0 ? 10_000 : 1000) && scale < SCALES.length - 1) {
            scaled /= 1000;
            scale++;
        }
        return decimal("#,##0.###", scaled) + SCALES[scale];
    }

    /** Formats a span of time in its two largest units: {@code 1 h 4 min}, {@code 3.2 s}, {@code 40 ms}. */
    public static String duration(Duration span) {
        long seconds = span.toSeconds();
        if (span.isNegative() || span.toMillis() < 1000) {
            return Math.max(0, span.toMillis()) + " ms";
        }
        if (seconds < 60) {
            return decimal("0.0", span.toMillis() / 1000.0) + " s";
        }
        if (seconds < 3600) {
            return pair(seconds / 60, "min", seconds % 60, "s");
        }
        return seconds < 86_400
                ? pair(seconds / 3600, "h", seconds % 3600 / 60, "min")
                : pair(seconds / 86_400, "d", seconds % 86_400 / 3600, "h");
    }

    /**
     * Formats an estimated span of time: in whole seconds below a minute, and as {@link #duration} from a minute on.
     */
    public static String about(Duration span) {
        return span.toSeconds() < 60 ? span.toSeconds() + " s" : duration(span);
    }

    /** Formats seconds of processor time as {@link #duration} does. */
    public static String seconds(double seconds) {
        return duration(Duration.ofMillis(Math.round(seconds * 1000)));
    }

    /** Returns a share of work in whole percents, rounded down, so that only finished work has 100 %. */
    public static String done(double share) {
        return percent(Math.floor(share * 100 + ROUNDING) / 100);
    }

    /** Formats a share between 0 and 1 as {@code 95 %}. */
    public static String percent(double share) {
        return decimal("0.##", share * 100) + " %";
    }

    private static String pair(long large, String largeUnit, long small, String smallUnit) {
        return large + " " + largeUnit + (small == 0 ? "" : " " + small + " " + smallUnit);
    }

    private static String decimal(String pattern, double value) {
        String text = new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT)).format(value);
        return text.equals("-0") ? "0" : text;
    }
}
