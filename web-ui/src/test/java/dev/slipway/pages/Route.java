package dev.slipway.pages;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Describes one line of {@code routes.txt}.
 *
 * @param thing that decides who has rights; empty for a route that calls no thing
 * @param parameters of path, query and form
 */
record Route(
        String method,
        String path,
        RouteAccess access,
        Optional<OwnedExamples.Thing> thing,
        Map<String, String> parameters) {
    static final String TABLE = "routes.txt";

    /** Returns all lines. */
    static List<Route> table() {
        try (InputStream in = Route.class.getResourceAsStream(TABLE);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Route::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Route of(String line) {
        String[] words = line.trim().split("\\s+", 4);
        String[] who = words[2].split(":", 2);
        return new Route(
                words[0],
                words[1],
                RouteAccess.of(who[0]),
                who.length == 1 ? Optional.empty() : Optional.of(OwnedExamples.named(who[1])),
                words.length < 4 ? Map.of() : parameters(words[3]));
    }

    private static Map<String, String> parameters(String query) {
        return Arrays.stream(query.split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (a, b) -> b, LinkedHashMap::new));
    }

    String name() {
        return method + " " + path;
    }

    boolean isPost() {
        return !method.equals("GET");
    }

    /** Returns the path to call, with a GET's query. */
    String to(String thingName) {
        String to = thing.isPresent() ? path.replaceFirst("\\{[^}]+}", thingName) : path;
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            to = to.replace("{" + parameter.getKey() + "}", parameter.getValue());
        }
        return isPost() ? to : to + query(thingName);
    }

    /** Returns a POST's form, in which {@code THING} stands for the thing's name. */
    Map<String, String> form(String thingName) {
        Map<String, String> form = new LinkedHashMap<>(parameters);
        form.keySet().removeIf(name -> path.contains("{" + name + "}"));
        form.replaceAll((name, value) -> value.equals("THING") ? thingName : value);
        return form;
    }

    private String query(String thingName) {
        String query = form(thingName).entrySet().stream().map(Object::toString).collect(Collectors.joining("&"));
        return query.isEmpty() ? "" : "?" + query;
    }

    @Override
    public String toString() {
        return name();
    }
}
