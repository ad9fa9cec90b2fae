package dev.slipway.mail;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes the figures that a program has reported last. The bounds of a figure, under the figure's name with
 * {@code _lower} and {@code _upper}, stand in brackets behind the figure.
 */
final class ReportedFigures {
    private static final String LOWER = "_lower";
    private static final String UPPER = "_upper";

    private ReportedFigures() {}

    /** Returns words such as "var_mean_99 = 1,545.29 (1,421.25 to 1,661.72)"; empty without figures. */
    static String words(Map<String, Double> figures) {
        return new TreeMap<>(figures)
                .keySet().stream()
                        .filter(name -> !isBound(name, figures))
                        .map(name -> name + " = " + number(figures.get(name)) + bounds(name, figures))
                        .collect(Collectors.joining(", "));
    }

    private static boolean isBound(String name, Map<String, Double> figures) {
        return bounded(name, LOWER, figures) || bounded(name, UPPER, figures);
    }

    private static boolean bounded(String name, String end, Map<String, Double> figures) {
        return name.endsWith(end)
                && !bounds(name.substring(0, name.length() - end.length()), figures)
                        .isEmpty();
    }

    private static String bounds(String name, Map<String, Double> figures) {
        Double lower = figures.get(name + LOWER);
        Double upper = figures.get(name + UPPER);
        return lower == null || upper == null || !figures.containsKey(name)
                ? ""
                : " (" + number(lower) + " to " + number(upper) + ")";
    }

    private static String number(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size > 0 && size < 1 ? "%.6g" : "%,.2f", value);
    }
}
