package dev.slipway.staging;

import dev.slipway.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The findings of a look at the place of one step; no data was moved.
 *
 * @param problems the problems that the step would meet there now
 * @param notes further findings, one line each
 * @param size the size of the data to move; empty if the place cannot tell
 * @param room the free bytes of the place; empty if the place does not tell, or if the step brings no data there
 * @param statement the findings about the step's statement, if it runs one
 */
public record StepLook(
        List<Problem> problems,
        List<String> notes,
        Optional<Size> size,
        OptionalLong room,
        Optional<Statement> statement) {
    /** The findings for a step at a place that cannot answer before the data move. */
    public static final StepLook NOTHING =
            new StepLook(List.of(), List.of(), Optional.empty(), OptionalLong.empty(), Optional.empty());

    /**
     * The size of the data that a step would move.
     *
     * @param bytes uncompressed, unless the place keeps the data compressed
     * @param rows the number of rows; empty for files, because their rows are not counted
     * @param exact whether the place knows the size; otherwise the size is guessed and may be wrong by any factor
     * @param basis the origin of the size, in words
     */
    public record Size(long bytes, OptionalLong rows, boolean exact, String basis) {}

    /**
     * The database's description of a statement.
     *
     * @param parameters the type of each {@code ?}, as the database names it
     * @param columns the columns that the statement returns
     */
    public record Statement(List<String> parameters, List<String> columns) {
        public Statement {
            parameters = List.copyOf(parameters);
            columns = List.copyOf(columns);
        }
    }

    public StepLook {
        problems = List.copyOf(problems);
        notes = List.copyOf(notes);
    }

    /** Makes the findings for a step that would fail with this problem. */
    public static StepLook of(Problem problem) {
        return new StepLook(List.of(problem), List.of(), Optional.empty(), OptionalLong.empty(), Optional.empty());
    }

    /** Makes the findings for a step that would move this much data. */
    public static StepLook of(Size size) {
        return new StepLook(List.of(), List.of(), Optional.of(size), OptionalLong.empty(), Optional.empty());
    }
}
