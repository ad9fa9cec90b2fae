package dev.slipway.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints the results of a benchmark: a table for people, or one JSON object. */
final class Report {
    private record Line(String key, double value, String unit, String goal, boolean met) {}

    private final String bench;
    private final List<String> options;
    private final List<String> named;
    private final List<Line> lines = new ArrayList<>();

    /** @param parts of the benchmark that the options may name, to run these alone */
    Report(String bench, String[] options, String... parts) {
        this.bench = bench;
        this.options = List.of(options);
        List<String> known = new ArrayList<>(List.of("--quick", "--json", "--check"));
        known.addAll(List.of(parts));
        List<String> unknown =
                this.options.stream().filter(option -> !known.contains(option)).toList();
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("bench " + bench + " knows " + known + ", not " + unknown);
        }
        named = this.options.stream()
                .filter(option -> List.of(parts).contains(option))
                .toList();
    }

    /** Returns whether this part is to run. Without named parts, every part runs. */
    boolean wants(String part) {
        return named.isEmpty() || named.contains(part);
    }

    boolean quick() {
        return options.contains("--quick");
    }

    /** Reports the progress of the benchmark, unless the output is for a program. */
    void say(String text) {
        if (!options.contains("--json")) {
            System.out.println(text);
        }
    }

    void figure(String key, double value, String unit) {
        lines.add(new Line(key, value, unit, "", true));
    }

    void atLeast(String key, double value, String unit, double goal) {
        lines.add(new Line(key, value, unit, "at least " + text(goal), value >= goal));
    }

    void atMost(String key, double value, String unit, double goal) {
        lines.add(new Line(key, value, unit, "at most " + text(goal), value <= goal));
    }

    /** Prints everything and returns the exit status. */
    int end() {
        if (options.contains("--json")) {
            System.out.println("{\"bench\":\"" + bench + "\",\"machine\":{\"cores\":"
                    + Runtime.getRuntime().availableProcessors() + ",\"load\":" + load() + "},\"results\":{"
                    + lines.stream()
                            .map(line -> "\"" + line.key + "\":" + text(line.value))
                            .collect(Collectors.joining(","))
                    + "}}");
        } else {
            for (Line line : lines) {
                String verdict = line.goal.isEmpty() ? "" : line.goal + (line.met ? ", met" : ", MISSED");
                System.out.printf(Locale.ROOT, "%-26s %12s %-8s %s%n", line.key, text(line.value), line.unit, verdict);
            }
            System.out.println(Runtime.getRuntime().availableProcessors() + " cores, load " + load());
        }
        boolean missed = lines.stream().anyMatch(line -> !line.met);
        return options.contains("--check") && missed ? 1 : 0;
    }

    private static String load() {
        try {
            return Files.readString(Path.of("/proc/loadavg")).split(" ")[0];
        } catch (IOException e) {
            return "0";
        }
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.3f", value).replaceAll("0+$", "").replaceAll("\\.$", "");
    }

    /** Returns the value below which {@code share} of all values lie; sorts a copy. */
    static double quantile(List<Double> values, double share) {
        List<Double> sorted = values.stream().sorted().toList();
        int index = (int) Math.ceil(share * sorted.size()) - 1;
        return sorted.get(Math.max(0, Math.min(sorted.size() - 1, index)));
    }

    static double median(List<Double> values) {
        return quantile(values, 0.5);
    }
}
