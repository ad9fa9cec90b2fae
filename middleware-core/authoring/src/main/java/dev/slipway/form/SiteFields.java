package dev.slipway.form;

import dev.slipway.request.HttpFetch;
import dev.slipway.request.ServiceQuery;
import dev.slipway.request.ServiceQuery.Answer;
import dev.slipway.request.ServiceQuery.AnswerForm;
import dev.slipway.request.ServiceQuery.Body;
import dev.slipway.request.ServiceQuery.Column;
import dev.slipway.request.ServiceQuery.Form;
import dev.slipway.request.ServiceQuery.Origin;
import dev.slipway.request.UploadFetch;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The form fields of steps at web sites. */
final class SiteFields {
    /** The prefix of a column with values from the parameters. */
    private static final String FROM_PARAMETERS = "?";

    private static final ItemLines COLUMNS = ItemLines.pairs(" = ");

    private SiteFields() {}

    static HttpFetch fetch(FieldReader fields) {
        return new HttpFetch(CommonFields.in(fields), fields.required("site"), path(fields), digest(fields, "sha256"));
    }

    static void fetch(HttpFetch step, Map<String, String> values) {
        values.put("site", step.site());
        values.put("path", step.path());
        step.sha256().ifPresent(hash -> values.put("sha256", hash));
    }

    private static String path(FieldReader fields) {
        String path = fields.required("path");
        if (!path.isBlank() && !HttpFetch.isPath(path)) {
            fields.problem(
                    "path",
                    "the path is none below a site: " + FieldReader.shown(path),
                    "Write the rest of the URL after the site's own, percent-encoded, without . or .. or a fragment.");
        }
        return path;
    }

    static Optional<String> digest(FieldReader fields, String field) {
        Optional<String> hash = fields.optional(field);
        if (hash.filter(text -> !UploadFetch.isDigest(text)).isPresent()) {
            fields.problem(
                    field,
                    "not a SHA-256: " + FieldReader.shown(hash.get()),
                    "Write 64 lower-case hex digits, as sha256sum prints them, or leave it out.");
        }
        return hash;
    }

    static ServiceQuery query(FieldReader fields) {
        return new ServiceQuery(
                CommonFields.in(fields),
                fields.required("site"),
                path(fields),
                body(fields),
                CommonFields.parameters(fields),
                answer(fields));
    }

    private static Optional<Body> body(FieldReader fields) {
        boolean none =
                fields.text("bodyForm").isBlank() || fields.text("bodyForm").equals("none");
        if (none) {
            if (fields.optional("body").isPresent()) {
                fields.problem("bodyForm", "a body without its form", "Say how it is written, or leave the body out.");
            }
            return Optional.empty();
        }
        Form form = fields.choice("bodyForm", Form.class);
        return Optional.of(new Body(form, fields.required("body"), fields.optional("action")));
    }

    private static Answer answer(FieldReader fields) {
        AnswerForm form = fields.choice("answerForm", AnswerForm.class);
        if (fields.text("columns").isBlank()) {
            fields.required("columns");
        }
        List<Column> columns = COLUMNS.read(fields.text("columns")).stream()
                .map(item -> column(fields, item))
                .toList();
        return new Answer(form, fields.text("rows"), columns);
    }

    private static Column column(FieldReader fields, List<String> item) {
        if (item.size() < 2) {
            fields.problem(
                    "columns",
                    "a column without its place in the answer: " + FieldReader.shown(item.get(0)),
                    "Write its name, = and where its values are, as bid = quote/bid.");
            return new Column(item.get(0), Origin.ANSWER, ".");
        }
        String at = item.get(1);
        return at.startsWith(FROM_PARAMETERS)
                ? new Column(item.get(0), Origin.PARAMETERS, at.substring(FROM_PARAMETERS.length()))
                : new Column(item.get(0), Origin.ANSWER, at);
    }

    static void query(ServiceQuery step, Map<String, String> values) {
        values.put("site", step.site());
        values.put("path", step.path());
        values.put(
                "bodyForm",
                step.body().map(body -> FieldReader.word(body.form())).orElse("none"));
        step.body().ifPresent(body -> values.put("body", body.text()));
        step.body().flatMap(Body::action).ifPresent(action -> values.put("action", action));
        CommonFields.parameters(step.parameters(), values);
        values.put("answerForm", FieldReader.word(step.answer().form()));
        values.put("rows", step.answer().rows());
        values.put(
                "columns",
                COLUMNS.write(
                        step.answer().columns().stream().map(SiteFields::item).toList()));
    }

    private static List<String> item(Column column) {
        return List.of(column.name(), (column.from() == Origin.PARAMETERS ? FROM_PARAMETERS : "") + column.at());
    }
}
