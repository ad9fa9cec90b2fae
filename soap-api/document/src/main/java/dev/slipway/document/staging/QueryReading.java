package dev.slipway.document.staging;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.request.ServiceQuery;
import dev.slipway.request.ServiceQuery.AnswerForm;
import dev.slipway.request.ServiceQuery.Column;
import dev.slipway.request.ServiceQuery.Form;
import dev.slipway.request.ServiceQuery.Origin;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.request.StepHead;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads questions to web services from Slipway's own elements. Bodies are kept unchanged. */
final class QueryReading {
    private final Findings findings;
    private final ValueReader values;

    QueryReading(Findings findings, ValueReader values) {
        this.findings = findings;
        this.values = values;
    }

    /** Reads the step that {@code element} asks for; empty, with a finding, if the element is invalid. */
    Optional<KindReading.Draft<StepHead.In>> read(DocumentElement element) {
        Optional<String> site = values.required(element, "site");
        Optional<String> path = values.sitePath(element);
        Optional<DocumentElement> given = element.child(Names.sw("Body"));
        Optional<ServiceQuery.Body> body = given.flatMap(this::body);
        Optional<DocumentElement> from = element.child(Names.sw("ParameterRows"));
        Optional<ParameterRows> rows = from.flatMap(child -> SqlReading.rows(child, values));
        Optional<ServiceQuery.Answer> answer = answer(element, from.isPresent());
        boolean bound = from.isPresent()
                || path.map(ServiceQuery::parametersIn).orElse(0) == 0
                || refused(
                        element,
                        "attribute path of sw:ServiceQuery has a parameter, and the step no sw:ParameterRows",
                        "Name the file whose rows give the values, or write %3F for a question mark.");
        if (site.isEmpty()
                || path.isEmpty()
                || answer.isEmpty()
                || !bound
                || given.isPresent() != body.isPresent()
                || from.isPresent() != rows.isPresent()) {
            return Optional.empty();
        }
        return Optional.of(head -> new ServiceQuery(head, site.get(), path.get(), body, rows, answer.get()));
    }

    private boolean refused(DocumentElement at, String message, String hint) {
        findings.problem(at, message, hint);
        return false;
    }

    private Optional<ServiceQuery.Body> body(DocumentElement element) {
        Optional<Form> form = form(element);
        Optional<String> action = element.attribute("action").map(String::strip);
        String text = element.text();
        boolean fits = !text.isBlank()
                || refused(element, "sw:Body is empty", "Write what is sent, or leave the element out for a GET.");
        fits &= text.length() <= ServiceQuery.Body.MOST
                || refused(
                        element,
                        "sw:Body has " + text.length() + " characters, more than " + ServiceQuery.Body.MOST,
                        "Ask for less at once, by more rows of parameters.");
        fits &= action.isEmpty()
                || form.map(Form::isSoap).orElse(true) && ServiceQuery.Body.isAction(action.get())
                || refused(
                        element,
                        "attribute action of sw:Body can be no SOAP action: \"" + Names.shown(action.get()) + "\"",
                        "Write it as the service's WSDL does, with form=\"soap11\" or \"soap12\".");
        return fits ? form.map(known -> new ServiceQuery.Body(known, text, action)) : Optional.empty();
    }

    private Optional<Form> form(DocumentElement element) {
        String word = element.attribute("form").orElse("json").strip();
        return switch (word) {
            case "json" -> Optional.of(Form.JSON);
            case "xml" -> Optional.of(Form.XML);
            case "soap11" -> Optional.of(Form.SOAP11);
            case "soap12" -> Optional.of(Form.SOAP12);
            default -> {
                findings.problem(
                        element,
                        "no such form of a body: \"" + Names.shown(word) + "\"",
                        "Write json, xml, soap11 or soap12.");
                yield Optional.empty();
            }
        };
    }

    private Optional<ServiceQuery.Answer> answer(DocumentElement element, boolean bound) {
        Optional<AnswerForm> form = answerForm(element);
        String rows = element.attribute("rows").orElse("").strip();
        Optional<List<Column>> columns = columns(element, bound);
        boolean found = form.map(known -> ServiceQuery.Answer.isRows(known, rows))
                        .orElse(true)
                || refused(
                        element,
                        "attribute rows of sw:ServiceQuery cannot say where rows are: \"" + Names.shown(rows) + "\"",
                        "Write a JSON pointer to the array, as /result/rates, or of XML the names of the"
                                + " elements down to"
                                + " the one that repeats, as /Envelope/Body/rates/rate.");
        return found && form.isPresent()
                ? columns.map(list -> new ServiceQuery.Answer(form.get(), rows, list))
                : Optional.empty();
    }

    private Optional<AnswerForm> answerForm(DocumentElement element) {
        String word = element.attribute("answer").orElse("json").strip();
        return switch (word) {
            case "json" -> Optional.of(AnswerForm.JSON);
            case "xml" -> Optional.of(AnswerForm.XML);
            default -> {
                findings.problem(
                        element, "no such form of an answer: \"" + Names.shown(word) + "\"", "Write json or xml.");
                yield Optional.empty();
            }
        };
    }

    private Optional<List<Column>> columns(DocumentElement element, boolean bound) {
        List<DocumentElement> elements = element.children(Names.sw("AnswerColumn"));
        List<Column> columns = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (DocumentElement each : elements) {
            column(each, bound)
                    .filter(column -> names.add(column.name())
                            || refused(
                                    each,
                                    "two columns are named " + Names.shown(column.name()),
                                    "Give each its own name."))
                    .ifPresent(columns::add);
        }
        if (elements.isEmpty()) {
            findings.problem(
                    element,
                    "sw:ServiceQuery has no sw:AnswerColumn",
                    "Name each column of the file, and where it is in a row of the answer.");
        }
        return columns.isEmpty() || columns.size() < elements.size() ? Optional.empty() : Optional.of(columns);
    }

    private Optional<Column> column(DocumentElement element, boolean bound) {
        Optional<String> at = element.attribute("at").map(String::strip).filter(text -> !text.isEmpty());
        Optional<String> parameter =
                element.attribute("parameter").map(String::strip).filter(text -> !text.isEmpty());
        if (parameter.isPresent() && (at.isPresent() || !bound)) {
            findings.problem(
                    element,
                    "sw:AnswerColumn takes a parameter, and " + (bound ? "an answer's value too" : "there is none"),
                    "Write either at or parameter, a column of the file that sw:ParameterRows names.");
            return Optional.empty();
        }
        return values.required(element, "name").map(name -> parameter
                .map(column -> new Column(name, Origin.PARAMETERS, column))
                .orElseGet(() -> new Column(name, Origin.ANSWER, at.orElse(name))));
    }
}
