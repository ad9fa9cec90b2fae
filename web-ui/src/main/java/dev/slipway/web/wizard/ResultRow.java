package dev.slipway.web.wizard;

import java.util.List;
import java.util.Set;

/**
 * The fields of one result.
 *
 * @param axes how a series, bars or a map are drawn, which few results need
 * @param open whether something is said of the axes, or wrong with it, or wanted
 */
public record ResultRow(List<FieldView> fields, List<FieldView> axes, boolean open) {
    /** Fields that each result has: its name, its file and its role. */
    private static final int OF_EACH = 3;

    private static final Set<String> DRAWN = Set.of("series", "bars", "map");

    static ResultRow of(List<FieldView> fields) {
        List<FieldView> axes = fields.subList(OF_EACH, fields.size());
        String role = fields.get(OF_EACH - 1).value();
        boolean said = axes.stream()
                .anyMatch(field -> !field.message().isEmpty()
                        || !field.value().isEmpty() && !field.value().equals("none"));
        return new ResultRow(fields.subList(0, OF_EACH), axes, said || DRAWN.contains(role));
    }
}
