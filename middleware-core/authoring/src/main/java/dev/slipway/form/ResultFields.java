package dev.slipway.form;

import dev.slipway.form.Field.Input;
import dev.slipway.request.Axes;
import dev.slipway.request.ResultFile;
import dev.slipway.request.ResultFile.Role;
import dev.slipway.request.RunPath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The form fields of a result. */
final class ResultFields {
    static final List<Field> ALL = List.of(
            Field.must("name", Input.LINE),
            Field.must("file", Input.LINE),
            Field.choice("role", "file", "pnl-distribution", "risk-figures", "series", "bars", "map"),
            Field.may("x", Input.LINE),
            Field.may("y", Input.LINE),
            Field.choice("log", "none", "x", "y", "both"),
            Field.may("panel", Input.LINE));

    private ResultFields() {}

    /** Writes the values of a result; default axes are left out. */
    static Map<String, String> written(ResultFile result) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("name", result.name());
        values.put("file", result.file().value());
        values.put("role", FieldReader.word(result.role()));
        values.put("x", result.axes().x());
        values.put("y", result.axes().y());
        values.put(
                "log",
                result.axes().log() == Axes.Log.NONE
                        ? ""
                        : FieldReader.word(result.axes().log()));
        values.put("panel", result.axes().panel());
        values.values().removeIf(String::isEmpty);
        return values;
    }

    /** Reads a result; empty if a field has a problem, which is noted. */
    static Optional<ResultFile> read(FieldReader fields) {
        String name = fields.required("name");
        Role role = fields.text("role").isBlank() ? Role.FILE : fields.choice("role", Role.class);
        RunPath file = fields.file("file");
        Axes axes = axes(fields, role);
        return fields.problems().isEmpty() ? Optional.of(new ResultFile(name, file, role, axes)) : Optional.empty();
    }

    private static Axes axes(FieldReader fields, Role role) {
        Axes axes = new Axes(title(fields, "x"), title(fields, "y"), log(fields), title(fields, "panel"));
        if (!role.hasAxes()) {
            for (String field : List.of("x", "y", "panel")) {
                if (fields.optional(field).isPresent()) {
                    fields.problem(
                            field,
                            FieldReader.words(field) + " is of no use to this result",
                            "Leave it empty, or choose a series, bars or a map as what the result holds.");
                }
            }
        }
        if (!role.hasLog() && axes.log() != Axes.Log.NONE) {
            fields.problem("log", "only a series has logarithmic axes", "Choose none.");
        }
        return axes;
    }

    private static Axes.Log log(FieldReader fields) {
        return fields.text("log").isBlank() ? Axes.Log.NONE : fields.choice("log", Axes.Log.class);
    }

    private static String title(FieldReader fields, String field) {
        String text = fields.text(field).strip();
        if (Axes.isTitle(text)) {
            return text;
        }
        fields.problem(
                field,
                FieldReader.words(field) + " is no line of at most " + Axes.LONGEST + " characters: "
                        + FieldReader.shown(text),
                "Write a shorter one.");
        return "";
    }
}
