package dev.slipway.web.jobs;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a program calls a figure, such as {@code var_mean_99}, in its parts.
 *
 * @param measure for which the pages have words; empty where they have none for the name
 * @param confidence as a percentage; empty without one
 */
public record MeasureName(String measure, String confidence) {
    private static final Set<String> KNOWN =
            Set.of("var_mean", "var_today", "es_mean", "today_value", "mean_value", "mean_pnl");
    private static final Pattern WITH_CONFIDENCE = Pattern.compile("([a-z_]+)_([0-9]{1,2}(?:\\.[0-9]+)?)");

    static MeasureName of(String name) {
        Matcher parts = WITH_CONFIDENCE.matcher(name);
        if (parts.matches() && isKnown(parts.group(1))) {
            return new MeasureName(parts.group(1), parts.group(2) + " %");
        }
        return new MeasureName(isKnown(name) ? name : "", "");
    }

    /** Whether the pages have words for a measure. */
    static boolean isKnown(String measure) {
        return KNOWN.contains(measure);
    }
}
