package dev.slipway.form;

/**
 * What stands against something that was typed.
 *
 * @param field a name of the job's values; {@code steps/0/statement} of the first step's; {@code results/0/file} of the first result's; without its
 *     last part where no single field is at fault
 * @param message one factual line
 * @param hint what to do about it
 */
public record FormProblem(String field, String message, String hint) {

    /** The same of a field below {@code place}. */
    FormProblem below(String place) {
        return new FormProblem(field.isEmpty() ? place : place + "/" + field, message, hint);
    }
}
