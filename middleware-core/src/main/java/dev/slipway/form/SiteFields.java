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

/** Steps at web sites. */
final class SiteFields {
    /** Before the name of a column whose values come from the parameters. */
    private static final String FROM_PARAMETERS = "?";

    private static final Lines COLUMNS = Lines.pairs(" = ");

    private SiteFields() {}

    static HttpFetch fetch(Typed typed) {
        return new HttpFetch(
                typed.required("name"),
                CommonFields.orderGroup(typed),
                typed.required("site"),
                path(typed),
                digest(typed, "sha256"),
                typed.file("file"),
                CommonFields.creation(typed),
                CommonFields.compression(typed));
    }

    static void fetch(HttpFetch step, Map<String, String> values) {
        values.put("site", step.site());
        values.put("path", step.path());
        step.sha256().ifPresent(hash -> values.put("sha256", hash));
    }

    private static String path(Typed typed) {
        String path = typed.required("path");
        if (!path.isBlank() && !HttpFetch.isPath(path)) {
            typed.problem(
                    "path",
                    "the path is none below a site: " + Typed.shown(path),
                    "Write the rest of the URL after the site's own, percent-encoded, without . or .. or a fragment.");
        }
        return path;
    }

    static Optional<String> digest(Typed typed, String field) {
        Optional<String> hash = typed.optional(field);
        if (hash.filter(text -> !UploadFetch.isDigest(text)).isPresent()) {
            typed.problem(
                    field,
                    "not a SHA-256: " + Typed.shown(hash.get()),
                    "Write 64 lower-case hex digits, as sha256sum prints them, or leave it out.");
        }
        return hash;
    }

    static ServiceQuery query(Typed typed) {
        return new ServiceQuery(
                typed.required("name"),
                CommonFields.orderGroup(typed),
                typed.required("site"),
                path(typed),
                body(typed),
                CommonFields.parameters(typed),
                answer(typed),
                typed.file("file"),
                CommonFields.creation(typed),
                CommonFields.compression(typed));
    }

    private static Optional<Body> body(Typed typed) {
        boolean none =
                typed.text("bodyForm").isBlank() || typed.text("bodyForm").equals("none");
        if (none) {
            if (typed.optional("body").isPresent()) {
                typed.problem("bodyForm", "a body without its form", "Say how it is written, or leave the body out.");
            }
            return Optional.empty();
        }
        Form form = typed.choice("bodyForm", Form.class);
        return Optional.of(new Body(form, typed.required("body"), typed.optional("action")));
    }

    private static Answer answer(Typed typed) {
        AnswerForm form = typed.choice("answerForm", AnswerForm.class);
        if (typed.text("columns").isBlank()) {
            typed.required("columns");
        }
        List<Column> columns = COLUMNS.read(typed.text("columns")).stream()
                .map(item -> column(typed, item))
                .toList();
        return new Answer(form, typed.text("rows"), columns);
    }

    private static Column column(Typed typed, List<String> item) {
        if (item.size() < 2) {
            typed.problem(
                    "columns",
                    "a column without its place in the answer: " + Typed.shown(item.get(0)),
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
        values.put("bodyForm", step.body().map(body -> Typed.word(body.form())).orElse("none"));
        step.body().ifPresent(body -> values.put("body", body.text()));
        step.body().flatMap(Body::action).ifPresent(action -> values.put("action", action));
        CommonFields.parameters(step.parameters(), values);
        values.put("answerForm", Typed.word(step.answer().form()));
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
