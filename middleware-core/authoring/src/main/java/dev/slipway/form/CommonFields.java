package dev.slipway.form;

import dev.slipway.form.Field.Input;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.request.StepHead;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields that all steps of one direction have. */
final class CommonFields {
    private static final List<Field> IN = List.of(
            Field.must("file", Input.LINE),
            Field.must("name", Input.LINE),
            Field.may("orderGroup", Input.NUMBER),
            Field.choice("compression", "none", "bgzf"),
            Field.choice("creation", "overwrite", "append", "dont-overwrite"));
    private static final List<Field> OUT = List.of(
            Field.must("file", Input.LINE), Field.must("name", Input.LINE), Field.may("orderGroup", Input.NUMBER));

    private CommonFields() {}

    static List<Field> of(Direction direction) {
        return direction == Direction.IN ? IN : OUT;
    }

    static Map<String, String> write(StagingStep step) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("name", step.name());
        values.put("orderGroup", Integer.toString(step.orderGroup()));
        values.put("file", step.file().value());
        if (step.direction() == Direction.IN) {
            values.put("creation", FieldReader.word(step.creation()));
            values.put("compression", FieldReader.word(step.compression()));
        }
        return values;
    }

    /** Reads the head of a step of stage-in. */
    static StepHead.In in(FieldReader fields) {
        return new StepHead.In(
                name(fields),
                orderGroup(fields),
                fields.file("file"),
                fields.choice("creation", CreationFlag.class),
                fields.choice("compression", Compression.class));
    }

    /** Reads the head of a step of stage-out. */
    static StepHead.Out out(FieldReader fields) {
        return new StepHead.Out(name(fields), orderGroup(fields), fields.file("file"), fields.flag("always"));
    }

    /** Reads the name. A placeholder stands for a missing one, so that the other fields are read too. */
    private static String name(FieldReader fields) {
        String name = fields.required("name");
        return name.isBlank() ? "missing" : name;
    }

    private static int orderGroup(FieldReader fields) {
        return (int) fields.number("orderGroup", 0, Integer.MAX_VALUE, 1);
    }

    /** Reads the rows of an earlier file that bind parameters, if a file is named. */
    static Optional<ParameterRows> parameters(FieldReader fields) {
        if (fields.optional("parameterFile").isEmpty()) {
            if (!fields.items("parameterColumns").isEmpty()) {
                fields.problem(
                        "parameterFile",
                        "columns are named, but not the file that has them",
                        "Name the CSV file of an earlier order group, or leave the columns out.");
            }
            return Optional.empty();
        }
        return Optional.of(new ParameterRows(fields.file("parameterFile"), fields.items("parameterColumns")));
    }

    static void parameters(Optional<ParameterRows> rows, Map<String, String> values) {
        rows.ifPresent(each -> {
            values.put("parameterFile", each.file().value());
            values.put("parameterColumns", list(each.columns()));
        });
    }

    static String list(List<String> items) {
        return ItemLines.plain().write(items.stream().map(List::of).toList());
    }
}
