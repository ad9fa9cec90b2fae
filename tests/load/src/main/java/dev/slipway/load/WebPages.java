package dev.slipway.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every page there is: what answers to a GET of the pages' own table of routes with HTML, and lists as they are searched and leafed through.
 *
 * @param names of the things that stand for the {@code {variables}} of paths
 */
record WebPages(Map<String, String> names) {
    private static final String TABLE = "web-ui/src/test/resources/dev/slipway/pages/routes.txt";

    /** A stream has no end, and an error is none of ours to ask for. */
    private static final List<String> NO_PAGES = List.of("/events", "/error");

    private static final List<String> MORE = List.of(
            "/ui/jobs?page=2",
            "/ui/jobs?page=100000",
            "/ui/jobs?status=FAILED",
            "/ui/jobs?owner=analyst-3",
            "/ui/jobs?name=value-at-risk-42",
            "/ui/jobs/{failed}",
            "/ui/jobs/{waiting}",
            "/ui/jobs/{group}");

    /** Asks {@code visitor} which of them are pages. */
    List<String> of(WebVisitor visitor) throws IOException {
        Set<String> pages = new LinkedHashSet<>();
        List<String> paths = new ArrayList<>(routes());
        paths.addAll(MORE);
        for (String path : paths) {
            Answer answer = visitor.get(named(path));
            if (answer.status() >= 400) {
                throw new IOException(named(path) + " is answered with " + answer.status());
            }
            // Some lead on: the login whoever is signed in, a draft to its first page.
            if (answer.status() == 200 && answer.header("Content-Type").startsWith("text/html")) {
                pages.add(named(path));
            }
        }
        return List.copyOf(pages);
    }

    private List<String> routes() throws IOException {
        Path table = Path.of(System.getProperty("slipway.root"), TABLE);
        try (var lines = Files.lines(table)) {
            return lines.filter(line -> line.startsWith("GET "))
                    .map(line -> line.split("\\s+", 4))
                    .filter(words -> NO_PAGES.stream().noneMatch(words[1]::endsWith))
                    .map(words -> words.length < 4 ? filled(words[1]) : with(filled(words[1]), filled(words[3])))
                    .toList();
        }
    }

    /** The path with its route's own parameters, where the benchmark has nothing itself. */
    private static String with(String path, String parameters) {
        String to = path;
        String query = "";
        for (String parameter : parameters.split("&")) {
            String variable = "{" + parameter.split("=")[0] + "}";
            if (to.contains(variable)) {
                to = to.replace(variable, parameter.split("=", 2)[1]);
            } else {
                query += (query.isEmpty() ? "?" : "&") + parameter;
            }
        }
        return to + query;
    }

    private String filled(String path) {
        String to = path;
        for (Map.Entry<String, String> name : names.entrySet()) {
            to = to.replace("{" + name.getKey() + "}", name.getValue());
        }
        return to;
    }

    private String named(String path) {
        String to = filled(path);
        if (to.contains("{")) {
            throw new IllegalStateException("the benchmark has nothing for " + path + ", but for " + names.keySet());
        }
        return to;
    }
}
