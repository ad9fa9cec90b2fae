package dev.slipway.desk;

import dev.slipway.request.StagingStep;
import java.time.Duration;
import java.util.Locale;

/** Numbers and names as explanations write them. */
final class Quantities {
    private static final String[] UNITS = {"kB", "MB", "GB", "TB"};

    private Quantities() {}

    /** A step with its place. */
    static String named(StagingStep step) {
        boolean in = step.direction() == StagingStep.Direction.IN;
        return "step " + step.name() + (in ? " from " : " to ") + step.place();
    }

    static String bytes(long bytes) {
        if (bytes < 1000) {
            return bytes + " B";
        }
        double value = bytes / 1000.0;
        int unit = 0;
        while (value >= 999.95 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }

    static String steps(int count) {
        return count == 1 ? "1 step" : count + " steps";
    }

    static String slots(int count) {
        return count == 1 ? "1 slot" : count + " slots";
    }

    /** Whole seconds, rounded up. */
    static String seconds(Duration wait) {
        return wait.plusMillis(999).toSeconds() + " s";
    }
}
