package dev.slipway.request;

import java.util.List;

/**
 * A file of the run folder that a step reads, with the columns that the step takes of the file's rows.
 *
 * @param columns the columns that the step takes by their names
 * @param byNumber whether the step's n-th parameter takes the n-th column
 */
public record StepInput(RunPath file, List<String> columns, boolean byNumber) {
    public StepInput {
        columns = List.copyOf(columns);
    }
}
