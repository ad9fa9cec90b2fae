package dev.slipway.server.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads what keys mean: from the comments of {@code slipway-defaults.yaml}, and for the keys below a name that the
 * operator chooses, which have no line there, from the Javadoc of their record.
 */
final class KeyMeanings {
    private static final Path SETTINGS = Path.of("src/main/java/dev/slipway/server/settings");
    private static final Pattern KEY = Pattern.compile("( *)([a-z-]+):.*");
    private static final Pattern CODE = Pattern.compile(" {3,}\\S.*");

    private final Map<String, List<String>> comments = new HashMap<>();

    KeyMeanings() throws IOException {
        Deque<String> path = new ArrayDeque<>();
        List<String> comment = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("src/main/resources/slipway-defaults.yaml"))) {
            Matcher key = KEY.matcher(line);
            if (line.strip().startsWith("#")) {
                comment.add(line.strip().substring(1));
            } else if (key.matches()) {
                while (path.size() > key.group(1).length() / 2) {
                    path.removeLast();
                }
                path.addLast(key.group(2));
                comments.put(path.stream().skip(1).collect(Collectors.joining(".")), List.copyOf(comment));
                comment.clear();
            }
        }
    }

    /** Returns the meaning of a key in one line; empty for a key without a meaning there. */
    String of(SettingsKeys.Key key) throws IOException {
        List<String> comment = comments.getOrDefault(key.path().replaceFirst("\\.NAME$", ""), List.of());
        return comment.isEmpty()
                ? javadoc(key)
                : comment.stream()
                        .filter(line -> !CODE.matcher(line).matches())
                        .map(String::strip)
                        .collect(Collectors.joining(" "));
    }

    /** Returns the comment above a section as Markdown. */
    String ofSection(String path) {
        StringBuilder page = new StringBuilder();
        boolean code = false;
        for (String line : comments.getOrDefault(path, List.of())) {
            if (CODE.matcher(line).matches() != code) {
                page.append(code ? "```\n\n" : "\n```\n");
                code = !code;
            }
            page.append(code ? line.substring(3) : line.strip()).append('\n');
        }
        return page.append(code ? "```\n" : "").toString();
    }

    private static String javadoc(SettingsKeys.Key key) throws IOException {
        Class<?> record = key.component().getDeclaringRecord();
        Class<?> outer = record.getEnclosingClass() == null ? record : record.getEnclosingClass();
        String source = Files.readString(SETTINGS.resolve(outer.getSimpleName() + ".java"));
        String above = source.substring(0, source.indexOf("public record " + record.getSimpleName() + "("));
        Matcher param = Pattern.compile(
                        "@param " + key.component().getName() + "\\s(.*?)(?=\\* @param|\\*/)", Pattern.DOTALL)
                .matcher(above.substring(above.lastIndexOf("/**")));
        if (!param.find()) {
            return "";
        }
        String text = param.group(1)
                .replaceAll("\\s*\\n\\s*\\*?\\s*", " ")
                .replaceAll("\\{@code ([^}]*)}", "`$1`")
                .strip();
        return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }
}
