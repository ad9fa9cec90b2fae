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
 * Lists every page: each GET route of the pages' own table that answers with HTML, and lists with search terms and page
 * numbers.
 *
 * @param things names of one thing of each kind that the table knows, and of some more jobs
 */
record WebPages(Map<String, String> things) {
    private static final String TABLE = "web-ui/src/test/resources/dev/slipway/pages/routes.txt";

    /** Left out: streams, which have no end, and the error page, which no client should request. */
    private static final List<String> NO_PAGES = List.of("/events", "/error");

    /** The kind of job that needs results to be drawn; the jobs of the benchmark have none. */
    private static final String NOT_MADE = "bank";

    private static final List<String> MORE = List.of(
            "/ui/jobs?page=2",
            "/ui/jobs?page=100000",
            "/ui/jobs?status=FAILED",
            "/ui/jobs?owner=analyst-3",
            "/ui/jobs?text=value-at-risk-42",
            "/ui/jobs/{failed}",
            "/ui/jobs/{waiting}",
            "/ui/jobs/{group}");

    /** Returns the routes that are pages, by asking as {@code visitor}. */
    List<String> of(WebVisitor visitor) throws IOException {
        Set<String> pages = new LinkedHashSet<>();
        List<String> paths = new ArrayList<>(routes());
        MORE.forEach(path -> paths.add(path.contains("{") ? named(path, path.replaceAll(".*\\{|}.*", "")) : path));
        for (String path : paths) {
            HttpAnswer answer = visitor.get(path);
            if (answer.status() >= 400) {
                throw new IOException(path + " is answered with " + answer.status());
            }
            // Some routes redirect, as the login does for a signed-in user. Others are parts of an open page.
            if (answer.status() == 200 && answer.text().contains("<!DOCTYPE html>")) {
                pages.add(path);
            }
        }
        return List.copyOf(pages);
    }

    private List<String> routes() throws IOException {
        try (var lines = Files.lines(Path.of(System.getProperty("slipway.root"), TABLE))) {
            return lines.filter(line -> line.startsWith("GET "))
                    .map(line -> line.split("\\s+", 4))
                    .filter(words -> NO_PAGES.stream().noneMatch(words[1]::endsWith))
                    .filter(words -> !kind(words).equals(NOT_MADE))
                    .map(this::path)
                    .toList();
        }
    }

    /** Returns the path of a line of the table. The words are method, path, who, and perhaps parameters. */
    private String path(String[] words) {
        String kind = kind(words);
        String to = kind.isEmpty() ? words[1] : named(words[1], kind);
        return words.length < 4 ? to : with(to, kind.isEmpty() ? words[3] : words[3].replace("THING", name(kind)));
    }

    /** Returns the kind of thing that the page of a line shows; empty for a page of no thing. */
    private static String kind(String[] words) {
        return words[2].replaceFirst("^[^:]*:?", "");
    }

    private String named(String path, String kind) {
        return path.replaceFirst("\\{[^}]+}", name(kind));
    }

    private String name(String kind) {
        if (!things.containsKey(kind)) {
            throw new IllegalStateException("the benchmark makes no " + kind + "; it has " + things.keySet());
        }
        return things.get(kind);
    }

    private static String with(String path, String parameters) {
        String to = path;
        List<String> query = new ArrayList<>();
        for (String parameter : parameters.split("&")) {
            String variable = "{" + parameter.split("=")[0] + "}";
            if (to.contains(variable)) {
                to = to.replace(variable, parameter.split("=", 2)[1]);
            } else {
                query.add(parameter);
            }
        }
        return query.isEmpty() ? to : to + "?" + String.join("&", query);
    }
}
