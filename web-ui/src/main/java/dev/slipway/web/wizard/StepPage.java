package dev.slipway.web.wizard;

import dev.slipway.form.Field.Input;
import dev.slipway.form.StepForm;
import dev.slipway.form.StepKind;
import java.util.List;
import java.util.Set;

/**
 * Describes the page of one step.
 *
 * @param main fields that define the step
 * @param order fields for the file's name, the step's name, and the order of moves
 * @param contract of the data; empty for a step of stage-out
 * @param bound whether a contract is typed
 * @param login whether the step may name a user of its own
 * @param sealed whether a sealed password is kept
 * @param upload the hash of the uploaded file; empty before an upload
 * @param uploads whether the step takes an upload
 * @param tryable whether the step can be tried on the spot
 */
public record StepPage(
        int number,
        String kind,
        String name,
        List<FieldView> main,
        List<FieldView> order,
        List<FieldView> contract,
        boolean bound,
        boolean login,
        boolean sealed,
        String upload,
        boolean uploads,
        boolean tryable) {
    private static final Set<String> ORDER = Set.of("file", "name", "orderGroup", "compression", "creation");
    private static final Set<StepKind> UNPLACED = Set.of(StepKind.INLINE_DATA, StepKind.SHEET_EXTRACT);

    static StepPage of(int number, StepForm step, List<FieldView> fields, List<FieldView> contract) {
        return new StepPage(
                number,
                step.kind().id(),
                step.value("name"),
                fields.stream().filter(field -> !ORDER.contains(last(field))).toList(),
                fields.stream().filter(field -> ORDER.contains(last(field))).toList(),
                contract,
                contract.stream().anyMatch(field -> !field.value().isEmpty()),
                step.kind().fields().stream()
                        .anyMatch(field ->
                                field.input() == Input.KEPT && field.name().equals("sealed")),
                !step.value("sealed").isEmpty(),
                step.value("sha256"),
                step.kind() == StepKind.UPLOAD_FETCH,
                !UNPLACED.contains(step.kind()));
    }

    private static String last(FieldView field) {
        return field.name().substring(field.name().lastIndexOf('/') + 1);
    }
}
