package dev.slipway.form;

import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SqlStore.StoreParameter;
import java.util.List;
import java.util.Map;

/** The form fields of steps at databases. */
final class SqlFields {
    /** Stands for the job's token in the list of a store's parameters; a column of that name is written as an array. */
    static final String TOKEN = "{token}";

    private SqlFields() {}

    static SqlExtract extract(FieldReader fields) {
        return new SqlExtract(
                CommonFields.in(fields),
                fields.required("source"),
                fields.required("statement"),
                CommonFields.parameters(fields));
    }

    static void extract(SqlExtract step, Map<String, String> values) {
        values.put("source", step.source());
        values.put("statement", step.statement());
        CommonFields.parameters(step.parameters(), values);
    }

    static SqlStore store(FieldReader fields) {
        return new SqlStore(
                CommonFields.out(fields),
                fields.required("source"),
                fields.required("statement"),
                fields.text("parameters")
                        .lines()
                        .filter(line -> !line.isBlank())
                        .map(SqlFields::parameter)
                        .toList());
    }

    private static StoreParameter parameter(String line) {
        return line.strip().equals(TOKEN)
                ? new StoreParameter.Token()
                : new StoreParameter.Column(ItemLines.plain().read(line).get(0).get(0));
    }

    static void store(SqlStore step, Map<String, String> values) {
        values.put("source", step.source());
        values.put("statement", step.statement());
        values.put(
                "parameters",
                String.join(
                        "\n", step.parameters().stream().map(SqlFields::line).toList()));
        values.put("always", step.always() ? "true" : "");
    }

    private static String line(StoreParameter parameter) {
        if (parameter instanceof StoreParameter.Column column) {
            return column.name().strip().equals(TOKEN)
                    ? ItemLines.array(List.of(column.name()))
                    : CommonFields.list(List.of(column.name()));
        }
        return TOKEN;
    }
}
