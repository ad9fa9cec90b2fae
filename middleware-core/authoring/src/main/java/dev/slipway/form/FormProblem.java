package dev.slipway.form;

/**
 * A problem of a typed text.
 *
 * @param field a name of the job's values; {@code steps/0/statement} for the first step; {@code results/0/file} for the
 *     first result; without its last part if no single field is at fault
 * @param message one factual line
 * @param hint the remedy
 */
public record FormProblem(String field, String message, String hint) {

    /** Returns this problem for a field below {@code place}. */
    FormProblem below(String place) {
        return new FormProblem(field.isEmpty() ? place : place + "/" + field, message, hint);
    }
}
