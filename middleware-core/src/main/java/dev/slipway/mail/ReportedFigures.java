package dev.slipway.mail;

import dev.slipway.run.ReportedFigure;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes the figures that a program has reported last, by name, with the interval in brackets behind a figure. */
final class ReportedFigures {
    private ReportedFigures() {}

    /** Returns words such as "var_mean_99 = 1,545.29 (1,421.25 to 1,661.72)"; empty without figures. */
    static String words(Map<String, Double> figures) {
        return ReportedFigure.of(new TreeMap<>(figures)).stream()
                .map(ReportedFigures::words)
                .collect(Collectors.joining(", "));
    }

    private static String words(ReportedFigure figure) {
        return figure.name() + " = " + number(figure.value())
                + figure.interval()
                        .map(range -> " (" + number(range.lower()) + " to " + number(range.upper()) + ")")
                        .orElse("");
    }

    private static String number(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size > 0 && size < 1 ? "%.6g" : "%,.2f", value);
    }
}
