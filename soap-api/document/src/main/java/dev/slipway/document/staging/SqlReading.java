package dev.slipway.document.staging;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.request.Compression;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore.StoreParameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads Slipway's own SQL elements. Statements are kept unchanged. */
final class SqlReading {
    private SqlReading() {}

    record Extract(
            String source,
            int orderGroup,
            String statement,
            Optional<SqlExtract.ParameterRows> rows,
            Compression compression) {}

    record Store(String source, int orderGroup, String statement, List<StoreParameter> parameters, boolean always) {}

    static Optional<Extract> extract(DocumentElement element, ValueReader values, Findings findings) {
        Optional<String> source = values.required(element, "source");
        Optional<String> statement = statement(element, values);
        int group = values.orderGroup(element);
        Compression compression = values.compression(element);
        Optional<SqlExtract.ParameterRows> rows =
                element.child(Names.sw("ParameterRows")).flatMap(child -> rows(child, values));
        if (source.isEmpty() || statement.isEmpty()) {
            return Optional.empty();
        }
        if (statement.get().replace("??", "").indexOf('?') >= 0
                && element.child(Names.sw("ParameterRows")).isEmpty()) {
            findings.warning(
                    element,
                    "the statement holds a ?, but the step has no sw:ParameterRows",
                    "Write ?? for an operator that is a ? or has one; nothing to do if it stands in a text"
                            + " or a comment.");
        }
        return Optional.of(new Extract(source.get(), group, statement.get(), rows, compression));
    }

    static Optional<SqlExtract.ParameterRows> rows(DocumentElement element, ValueReader values) {
        List<String> columns = new ArrayList<>();
        for (DocumentElement column : element.children(Names.sw("Column"))) {
            values.name(column).ifPresent(columns::add);
        }
        return values.required(element, "file")
                .flatMap(file -> values.runPath(element, "attribute file of sw:ParameterRows", file))
                .map(file -> new SqlExtract.ParameterRows(file, columns));
    }

    static Optional<Store> store(DocumentElement element, ValueReader values, Findings findings) {
        Optional<String> source = values.required(element, "source");
        Optional<String> statement = statement(element, values);
        int group = values.orderGroup(element);
        boolean always = values.truth(element, "always");
        List<StoreParameter> parameters = new ArrayList<>();
        for (DocumentElement parameter : element.children(Names.sw("Parameter"))) {
            parameter(parameter, values, findings).ifPresent(parameters::add);
        }
        if (source.isEmpty() || statement.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Store(source.get(), group, statement.get(), parameters, always));
    }

    private static Optional<StoreParameter> parameter(DocumentElement element, ValueReader values, Findings findings) {
        boolean token = values.truth(element, "token");
        Optional<String> column = element.attribute("column").map(String::strip).filter(name -> !name.isEmpty());
        if (token == column.isPresent()) {
            findings.problem(
                    element,
                    token ? "sw:Parameter has both a column and the token" : "sw:Parameter says nothing",
                    "Write either column=\"NAME\" or token=\"true\".");
            return Optional.empty();
        }
        return Optional.of(token ? new StoreParameter.Token() : new StoreParameter.Column(column.orElseThrow()));
    }

    private static Optional<String> statement(DocumentElement element, ValueReader values) {
        return element.child(Names.sw("Statement"))
                .filter(statement -> values.name(statement).isPresent())
                .map(DocumentElement::text);
    }
}
