package dev.slipway.problem;

import java.util.Locale;

/** Writes numbers of bytes in binary units for messages and explanations: "64.6 GiB", "900 TiB". */
public final class ByteCount {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private ByteCount() {}

    /** Writes the number with one decimal at most. */
    public static String words(long bytes) {
        double value = bytes;
        int unit = 0;
        // A value that would read as 1024.0 becomes 1 of the next unit.
        while (value >= 1023.95 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        String figure = String.format(Locale.ROOT, "%.1f", value);
        return (figure.endsWith(".0") ? figure.substring(0, figure.length() - 2) : figure) + " " + UNITS[unit];
    }
}
