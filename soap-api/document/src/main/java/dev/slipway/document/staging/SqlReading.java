package dev.slipway.document.staging;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SqlStore.StoreParameter;
import dev.slipway.request.StepHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads Slipway's own SQL elements. Statements are kept unchanged. */
final class SqlReading {
    private final Findings findings;
    private final ValueReader values;

    SqlReading(Findings findings, ValueReader values) {
        this.findings = findings;
        this.values = values;
    }

    /** Reads the extract that {@code element} asks for; empty, with a finding, if the element is invalid. */
    Optional<KindReading.Draft<StepHead.In>> extract(DocumentElement element) {
        Optional<String> source = values.required(element, "source");
        Optional<String> statement = statement(element);
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
        return Optional.of(head -> new SqlExtract(head, source.get(), statement.get(), rows));
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

    /** Reads the store that {@code element} asks for; empty, with a finding, if the element is invalid. */
    Optional<KindReading.Draft<StepHead.Out>> store(DocumentElement element) {
        Optional<String> source = values.required(element, "source");
        Optional<String> statement = statement(element);
        List<StoreParameter> parameters = new ArrayList<>();
        for (DocumentElement parameter : element.children(Names.sw("Parameter"))) {
            parameter(parameter).ifPresent(parameters::add);
        }
        if (source.isEmpty() || statement.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(head -> new SqlStore(head, source.get(), statement.get(), parameters));
    }

    private Optional<StoreParameter> parameter(DocumentElement element) {
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

    private Optional<String> statement(DocumentElement element) {
        return element.child(Names.sw("Statement"))
                .filter(statement -> values.name(statement).isPresent())
                .map(DocumentElement::text);
    }
}
