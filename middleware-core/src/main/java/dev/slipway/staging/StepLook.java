package dev.slipway.staging;

import dev.slipway.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a look at the place of one step found; nothing was moved.
 *
 * @param problems what the step would meet there now
 * @param notes what else is to be known, one line each
 * @param size of what would be moved; empty if the place cannot tell
 * @param room bytes that the place still takes; empty if it does not tell, or if the step brings nothing there
 * @param statement of a step that runs one
 */
public record StepLook(
        List<Problem> problems,
        List<String> notes,
        Optional<Size> size,
        OptionalLong room,
        Optional<Statement> statement) {
    /** Of a step whose place can tell nothing before it moves. */
    public static final StepLook NOTHING =
            new StepLook(List.of(), List.of(), Optional.empty(), OptionalLong.empty(), Optional.empty());

    /**
     * How much a step would move.
     *
     * @param bytes uncompressed, unless the place keeps them packed
     * @param rows empty for files, whose rows nobody has counted
     * @param exact whether the place knows it; else it is guessed, and may be wrong by any factor
     * @param basis where it comes from, in words
     */
    public record Size(long bytes, OptionalLong rows, boolean exact, String basis) {}

    /**
     * What the database says of a statement.
     *
     * @param parameters the type of each {@code ?}, as the database names it
     * @param columns that it returns
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

    /** Of a step that would end there. */
    public static StepLook of(Problem problem) {
        return new StepLook(List.of(problem), List.of(), Optional.empty(), OptionalLong.empty(), Optional.empty());
    }

    /** Of a step that would move so much. */
    public static StepLook of(Size size) {
        return new StepLook(List.of(), List.of(), Optional.of(size), OptionalLong.empty(), Optional.empty());
    }
}
