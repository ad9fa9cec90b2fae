package dev.slipway.request;

import java.util.List;

/**
 * A statement that stores the rows of a CSV file of the run folder, all in one transaction.
 *
 * @param source the operator's name for the database
 * @param statement one INSERT, UPDATE or call with {@code ?} parameters, executed once per row, or {@code COPY table
 *     (column, ...) FROM STDIN}
 * @param parameters the value of each {@code ?}, in order; if empty, the n-th {@code ?} takes the n-th column
 * @param always whether the step also runs when the job failed or was cancelled
 */
public record SqlStore(
        String name,
        int orderGroup,
        String source,
        String statement,
        List<StoreParameter> parameters,
        RunPath file,
        boolean always)
        implements StagingStep {

    public SqlStore {
        Require.text(name, "step name");
        Require.text(source, "source");
        Require.text(statement, "statement");
        parameters = List.copyOf(parameters);
    }

    @Override
    public Direction direction() {
        return Direction.OUT;
    }

    @Override
    public String place() {
        return source;
    }

    /** The value of one {@code ?} of a store. */
    public sealed interface StoreParameter {

        /** The value of the row's column of this name. */
        record Column(String name) implements StoreParameter {
            public Column {
                Require.text(name, "column");
            }
        }

        /** The job's token, the same for every row. */
        record Token() implements StoreParameter {}
    }
}
