package dev.slipway.form;

import dev.slipway.form.Field.Input;
import dev.slipway.request.DataContract;
import dev.slipway.request.DataContract.Column;
import dev.slipway.request.DataContract.Freshness;
import dev.slipway.request.DataContract.Type;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields of the contract for the data of a stage-in step; without any text there is no contract. */
public final class ContractFields {
    /** The fields of a contract. */
    public static final List<Field> FIELDS = List.of(
            Field.may("contractColumns", Input.LIST),
            Field.may("leastRows", Input.NUMBER),
            Field.may("mostRows", Input.NUMBER),
            Field.may("freshWithin", Input.SPAN),
            Field.may("freshColumn", Input.LINE),
            Field.may("contractSha256", Input.LINE));

    private static final ItemLines COLUMNS = ItemLines.pairs(" ");
    /** The mark after the type of a column with optional values. */
    private static final String NULLABLE = "?";

    private ContractFields() {}

    static Optional<DataContract> read(FieldReader fields) {
        if (FIELDS.stream().allMatch(field -> fields.text(field.name()).isBlank())) {
            return Optional.empty();
        }
        return Optional.of(new DataContract(
                COLUMNS.read(fields.text("contractColumns")).stream()
                        .flatMap(item -> column(fields, item).stream())
                        .toList(),
                fields.number("leastRows"),
                fields.number("mostRows"),
                freshness(fields),
                SiteFields.digest(fields, "contractSha256")));
    }

    private static Optional<Freshness> freshness(FieldReader fields) {
        Optional<Duration> within = fields.span("freshWithin");
        Optional<String> column = fields.optional("freshColumn");
        if (within.isEmpty() && column.isPresent() && fields.text("freshWithin").isBlank()) {
            fields.problem(
                    "freshWithin", "the greatest age is missing", "Write a span of time, such as 1 d, or no column.");
        }
        return within.map(age -> new Freshness(column, age));
    }

    private static Optional<Column> column(FieldReader fields, List<String> item) {
        String word = item.get(0);
        boolean nullable = word.endsWith(NULLABLE);
        String type = nullable ? word.substring(0, word.length() - 1) : word;
        for (Type each : Type.values()) {
            if (each.word().equals(type) && item.size() == 2) {
                return Optional.of(new Column(item.get(1), each, nullable));
            }
        }
        fields.problem(
                "contractColumns",
                "not a type and a column: " + FieldReader.shown(String.join(" ", item)),
                "Write one of text, integer, decimal, float, boolean, date and timestamp,"
                        + " a ? where values may be empty,"
                        + " a blank and the column, as decimal? strike.");
        return Optional.empty();
    }

    static Map<String, String> write(DataContract contract) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(
                "contractColumns",
                COLUMNS.write(contract.columns().stream()
                        .map(column ->
                                List.of(column.type().word() + (column.nullable() ? NULLABLE : ""), column.name()))
                        .toList()));
        contract.leastRows().ifPresent(rows -> values.put("leastRows", Long.toString(rows)));
        contract.mostRows().ifPresent(rows -> values.put("mostRows", Long.toString(rows)));
        contract.freshness().ifPresent(fresh -> {
            values.put("freshWithin", Span.write(fresh.within()));
            fresh.column().ifPresent(column -> values.put("freshColumn", column));
        });
        contract.sha256().ifPresent(hash -> values.put("contractSha256", hash));
        values.values().removeIf(String::isEmpty);
        return values;
    }
}
