package dev.slipway.form;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes items as lines of text that people type, and reads them. An item that a line cannot hold unchanged, such as an
 * empty item or one with a line break, is written as a JSON array of the parts. So no part is lost.
 */
final class ItemLines {
    private static final JsonMapper JSON = new JsonMapper();
    private static final TypeReference<List<String>> PARTS = new TypeReference<>() {};

    private final String separator;
    private final int parts;

    private ItemLines(String separator, int parts) {
        this.separator = separator;
        this.parts = parts;
    }

    /** Makes lines of items that have one part each. */
    static ItemLines plain() {
        return new ItemLines("", 1);
    }

    /** Makes lines of pairs with {@code separator} between their parts. */
    static ItemLines pairs(String separator) {
        return new ItemLines(separator, 2);
    }

    String write(List<List<String>> items) {
        return items.stream().map(this::line).collect(Collectors.joining("\n"));
    }

    private String line(List<String> item) {
        String plain = String.join(separator, item);
        boolean holds = plain.indexOf('\n') < 0 && !plain.isBlank() && item.equals(item(plain));
        return holds ? plain : array(item);
    }

    /** Reads the items. An item with too few parts is returned as it is. */
    List<List<String>> read(String text) {
        return text.lines().filter(line -> !line.isBlank()).map(this::item).toList();
    }

    private List<String> item(String line) {
        return array(line)
                .orElseGet(() -> parts == 1
                        ? List.of(line)
                        : Arrays.asList(line.split(java.util.regex.Pattern.quote(separator), parts)));
    }

    /** Writes an item with any parts as a JSON array. */
    static String array(List<String> item) {
        return JSON.writeValueAsString(item);
    }

    private Optional<List<String>> array(String line) {
        if (!line.startsWith("[")) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(line, PARTS))
                    .filter(items -> items.size() == parts && items.stream().allMatch(java.util.Objects::nonNull));
        } catch (JacksonException e) {
            // The text is no JSON array: an argument may well begin with a bracket.
            return Optional.empty();
        }
    }
}
