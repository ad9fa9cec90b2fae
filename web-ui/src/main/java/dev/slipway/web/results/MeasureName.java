package dev.slipway.web.results;

import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a program's name for a figure, such as {@code var_mean_99} or {@code var_mean_99_10d}, into parts.
 *
 * @param measure a measure for which the pages have words; empty where they have no words for the name
 * @param horizon in days; empty without one
 * @param confidence as a percentage; empty without one
 */
public record MeasureName(String measure, String horizon, String confidence) {
    private static final Set<String> KNOWN = Set.of(
            "var_mean",
            "var_today",
            "es_mean",
            "today_value",
            "mean_value",
            "mean_pnl",
            "inner_common",
            "inner_fresh",
            "inner_proxy",
            "var_mean_inner_error",
            "var_today_inner_error",
            "es_mean_inner_error",
            "var_inner_bias",
            "proxy_bound",
            "delta_gamma_var_mean",
            "delta_gamma_var_today",
            "gb_per_s",
            "seconds_left");
    private static final Pattern WITH_CONFIDENCE =
            Pattern.compile("([a-z_]+)_([0-9]{1,2}(?:\\.[0-9]+)?)(?:_([0-9]{1,6}(?:\\.[0-9]+)?)d)?");

    public static MeasureName of(String name) {
        Matcher parts = WITH_CONFIDENCE.matcher(name);
        if (parts.matches() && isKnown(parts.group(1))) {
            return new MeasureName(
                    parts.group(1), Objects.requireNonNullElse(parts.group(3), ""), parts.group(2) + " %");
        }
        return new MeasureName(isKnown(name) ? name : "", "", "");
    }

    /** Returns whether the pages have words for a measure. */
    public static boolean isKnown(String measure) {
        return KNOWN.contains(measure);
    }
}
