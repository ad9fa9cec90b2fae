package dev.slipway.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A figure that a program has reported, such as {@code var_mean_99}, with the interval from {@code var_mean_99_lower}
 * to {@code var_mean_99_upper} if the program has reported both.
 */
public record ReportedFigure(String name, double value, Optional<Interval> interval) {
    private static final Pattern BOUND = Pattern.compile("(.+)_(lower|upper)");

    /** The interval in which the value lies. */
    public record Interval(double lower, double upper) {}

    /** Returns the figures in the order of the map, without those that are bounds of another figure. */
    public static List<ReportedFigure> of(Map<String, Double> figures) {
        return figures.keySet().stream()
                .filter(name -> !isBound(name, figures))
                .map(name -> new ReportedFigure(name, figures.get(name), interval(name, figures)))
                .toList();
    }

    private static boolean isBound(String name, Map<String, Double> figures) {
        Matcher bound = BOUND.matcher(name);
        return bound.matches()
                && figures.containsKey(bound.group(1))
                && interval(bound.group(1), figures).isPresent();
    }

    private static Optional<Interval> interval(String name, Map<String, Double> figures) {
        Double lower = figures.get(name + "_lower");
        Double upper = figures.get(name + "_upper");
        return lower == null || upper == null ? Optional.empty() : Optional.of(new Interval(lower, upper));
    }
}
