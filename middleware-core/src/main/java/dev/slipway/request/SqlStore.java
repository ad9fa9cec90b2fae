package dev.slipway.request;

import java.util.List;
import java.util.Optional;

/**
 * A statement that stores the rows of a CSV file of the run folder, all in one transaction.
 *
 * @param source the operator's name for the database
 * @param statement one INSERT, UPDATE or call with {@code ?} parameters, executed once per row, or {@code COPY table
 *     (column, ...) FROM STDIN}
 * @param parameters the value of each {@code ?}, in order; if empty, the n-th {@code ?} takes the n-th column
 */
public record SqlStore(StepHead.Out head, String source, String statement, List<StoreParameter> parameters)
        implements StagingStep {

    public SqlStore {
        Require.text(source, "source");
        Require.text(statement, "statement");
        parameters = List.copyOf(parameters);
    }

    @Override
    public Place place() {
        return new Place.Source(source);
    }

    @Override
    public Optional<StepInput> input() {
        List<String> columns = parameters.stream()
                .filter(parameter -> parameter instanceof StoreParameter.Column)
                .map(parameter -> ((StoreParameter.Column) parameter).name())
                .toList();
        return Optional.of(new StepInput(file(), columns, parameters.isEmpty()));
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
