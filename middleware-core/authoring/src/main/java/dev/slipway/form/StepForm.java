package dev.slipway.form;

import dev.slipway.request.DataContract;
import dev.slipway.request.StagingStep;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A staging step in the making.
 *
 * @param values the values by the names of the kind's fields; a missing value is empty
 */
public record StepForm(StepKind kind, Map<String, String> values) {

    public StepForm {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Makes the form of a step and the contract of its data. */
    static StepForm of(StagingStep step, Optional<DataContract> contract) {
        StepKind kind = StepKind.of(step);
        Map<String, String> values = kind.write(step);
        contract.map(ContractFields::write).ifPresent(values::putAll);
        return new StepForm(kind, values);
    }

    /** Returns the text of a field, or an empty text. */
    public String value(String field) {
        return values.getOrDefault(field, "");
    }

    /** Returns this form with another value. */
    public StepForm with(String field, String value) {
        Map<String, String> changed = new LinkedHashMap<>(values);
        changed.put(field, value);
        return new StepForm(kind, changed);
    }

    /** Returns this form with {@code change} applied to every typed text. */
    StepForm map(UnaryOperator<String> change) {
        Map<String, String> changed = new LinkedHashMap<>();
        values.forEach((field, value) -> changed.put(field, change.apply(value)));
        return new StepForm(kind, changed);
    }

    /** Returns the problems of this step alone. */
    public List<FormProblem> problems() {
        return read().problems();
    }

    /**
     * The result of reading the form.
     *
     * @param step the step; empty if there are problems
     */
    record Read(Optional<StagingStep> step, Optional<DataContract> contract, List<FormProblem> problems) {}

    /** Returns the step alone, for a look at its place; empty if there are problems. */
    public Optional<StagingStep> step() {
        return read().step();
    }

    Read read() {
        FieldReader fields = new FieldReader(values);
        Optional<StagingStep> step = attempt(fields, "", () -> kind.read(fields));
        Optional<DataContract> contract = kind.direction() == StagingStep.Direction.IN
                ? attempt(fields, "contractColumns", () -> ContractFields.read(fields)
                        .orElse(null))
                : Optional.empty();
        return fields.problems().isEmpty()
                ? new Read(step, contract, List.of())
                : new Read(Optional.empty(), Optional.empty(), fields.problems());
    }

    /**
     * Reads a value through the request's own constructor. Reports the complaint of the constructor if no other problem
     * was found.
     */
    private static <T> Optional<T> attempt(FieldReader fields, String field, java.util.function.Supplier<T> reading) {
        try {
            return Optional.ofNullable(reading.get());
        } catch (IllegalArgumentException e) {
            if (fields.problems().isEmpty()) {
                fields.problem(field, e.getMessage(), "Change it.");
            }
            return Optional.empty();
        }
    }
}
