package dev.slipway.request;

import java.util.List;
import java.util.Optional;

/**
 * A query with rows that become a CSV file of the run folder (the report, section 3.4, figure 3).
 *
 * @param source the operator's name for the database
 * @param statement one statement that returns rows; {@code ?} marks parameters
 * @param parameters the origin of the parameters' values; empty if the statement has no parameters
 */
public record SqlExtract(StepHead.In head, String source, String statement, Optional<ParameterRows> parameters)
        implements StagingStep {

    public SqlExtract {
        Require.text(source, "source");
        Require.text(statement, "statement");
    }

    @Override
    public Place place() {
        return new Place.Source(source);
    }

    @Override
    public Optional<StepInput> input() {
        return parameters.map(ParameterRows::input);
    }

    /**
     * Rows that bind a statement's parameters: the statement runs once per row, in the file's order.
     *
     * @param file a CSV file that an earlier order group wrote, plain or BGZF
     * @param columns the n-th {@code ?} takes the column of this name; empty: the n-th {@code ?} takes the n-th column
     */
    public record ParameterRows(RunPath file, List<String> columns) {
        public ParameterRows {
            columns = List.copyOf(columns);
        }

        StepInput input() {
            return new StepInput(file, columns, columns.isEmpty());
        }
    }
}
