package dev.slipway.toolkit.terminal;

import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Formats numbers and times for people. */
public final class Figures {
    private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB"};

    private Figures() {}

    public static String bytes(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        double value = bytes;
        int unit = -1;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }

    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Returns a count with a noun, such as "1 job" or "2,000 jobs". */
    public static String count(long count, String noun) {
        return count(count) + " " + noun + (count == 1 ? "" : "s");
    }

    /** Formats a time of the WSDL to the second. */
    public static String time(String wire) {
        return wire.isEmpty()
                ? ""
                : Instant.parse(wire).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    public static String span(Instant from, Instant to) {
        Duration span = Duration.between(from, to);
        if (span.isNegative()) {
            return "0.0 s";
        }
        if (span.toMinutes() < 1) {
            return String.format(Locale.ROOT, "%.1f s", span.toMillis() / 1000.0);
        }
        return span.toHours() < 1
                ? span.toMinutes() + " min " + span.toSecondsPart() + " s"
                : span.toHours() + " h " + span.toMinutesPart() + " min";
    }

    /** Formats the time of an answer, which the WSDL has in seconds: milliseconds below a second. */
    public static String latency(String seconds) {
        double time = Double.parseDouble(seconds);
        return time < 1
                ? String.format(Locale.ROOT, "%.1f ms", time * 1000)
                : String.format(Locale.ROOT, "%.1f s", time);
    }

    /**
     * Formats a reported figure. A whole number stays whole; any other number gets six significant digits without
     * trailing zeros.
     */
    public static String figure(String value) {
        double figure;
        try {
            figure = Double.parseDouble(value);
        } catch (NumberFormatException e) {
            return value;
        }
        double size = Math.abs(figure);
        if (size >= 1e15 || (size > 0 && size < 1e-4)) {
            return String.format(Locale.ROOT, "%.5e", figure);
        }
        int before = size == 0 ? 1 : (int) Math.floor(Math.log10(size)) + 1;
        DecimalFormat format = new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT));
        format.setMaximumFractionDigits(Math.max(0, 6 - before));
        format.setRoundingMode(RoundingMode.HALF_UP);
        return format.format(figure);
    }

    public static String bar(long done, long of, int width) {
        int filled = of <= 0 ? 0 : (int) Math.min(width, done * width / of);
        return "[" + "#".repeat(filled) + ".".repeat(width - filled) + "]";
    }
}
