package dev.slipway.run;

import dev.slipway.problem.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the last report in a program's progress file. The program is not trusted: any other content is ignored. */
public final class ProgressFile {
    /** The longest line; the stream launcher writes lines of at most 60,000 bytes. */
    private static final int MOST_BYTES = 64 * 1024;

    /** The most bytes at the end of the file that are read for the way so far. */
    private static final int MOST_OF_THE_WAY = 1024 * 1024;

    /** The most reports of the way so far. */
    private static final int MOST_REPORTS = 400;

    private static final int MOST_FIGURES = 64;
    private static final int MOST_NAME = 100;
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private ProgressFile() {}

    /** Returns the last whole line, if it is a report of progress. */
    public static Optional<RunProgress> read(Path folder, String name) {
        try {
            String tail = new String(OutputTail.bytes(folder, Path.of(name), MOST_BYTES), StandardCharsets.UTF_8);
            int end = tail.lastIndexOf('\n');
            return end < 0 ? Optional.empty() : parse(tail.substring(tail.lastIndexOf('\n', end - 1) + 1, end));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the reports so far, the oldest first: all of them, or of many reports some at equal distances and the
     * last. A program that begins its count anew, for example after a restart of the run, begins the way anew.
     */
    public static List<RunProgress> way(Path folder, String name) {
        try {
            String text = new String(OutputTail.bytes(folder, Path.of(name), MOST_OF_THE_WAY), StandardCharsets.UTF_8);
            String[] lines = text.substring(0, text.lastIndexOf('\n') + 1).split("\n");
            int distance = lines.length / MOST_REPORTS + 1;
            List<RunProgress> way = new ArrayList<>();
            for (int i = (lines.length - 1) % distance; i < lines.length; i += distance) {
                parse(lines[i]).ifPresent(report -> append(way, report));
            }
            return way;
        } catch (IOException e) {
            return List.of();
        }
    }

    private static void append(List<RunProgress> way, RunProgress report) {
        if (!way.isEmpty() && way.get(way.size() - 1).done() > report.done()) {
            way.clear();
        }
        way.add(report);
    }

    static Optional<RunProgress> parse(String line) {
        try {
            JsonNode report = MAPPER.readTree(line);
            JsonNode done = report.path("done");
            JsonNode of = report.path("of");
            if (!done.isIntegralNumber()
                    || !of.isIntegralNumber()
                    || done.asLong() < 0
                    || of.asLong() < done.asLong()) {
                return Optional.empty();
            }
            return Optional.of(new RunProgress(
                    done.asLong(),
                    of.asLong(),
                    figures(report.path("figures")),
                    phase(report.path("phase")),
                    StreamCountsForm.of(report)));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> phase(JsonNode node) {
        return Optional.of(node.asString("")).filter(words -> node.isString() && !words.isBlank() && isName(words));
    }

    /** Returns whether the text is one line that fits beside a number. */
    private static boolean isName(String words) {
        return words.length() <= MOST_NAME && words.equals(Printable.line(words));
    }

    private static Map<String, Double> figures(JsonNode node) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> figure : node.properties()) {
            boolean sound = figure.getValue().isNumber()
                    && Double.isFinite(figure.getValue().asDouble())
                    && isName(figure.getKey());
            if (sound && figures.size() < MOST_FIGURES) {
                figures.put(figure.getKey(), figure.getValue().asDouble());
            }
        }
        return figures;
    }
}
