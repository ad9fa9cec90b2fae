package dev.slipway.web.wizard;

import java.util.List;
import java.util.Set;

/**
 * Describes the fields of one result.
 *
 * @param axes fields that say how a series, bars or a map are drawn; few results need them
 * @param open whether the axes are filled in, have a fault, or are needed
 */
public record ResultRow(List<FieldView> fields, List<FieldView> axes, boolean open) {
    /** The number of fields that each result has: name, file and role. */
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
