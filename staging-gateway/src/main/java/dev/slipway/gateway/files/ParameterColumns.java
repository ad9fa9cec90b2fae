package dev.slipway.gateway.files;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.RunPath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Maps each {@code ?} to a column of a CSV file. */
public final class ParameterColumns {
    private final RunPath file;
    private final List<String> header;
    private final List<Binding> bindings;

    /** The source of values for one {@code ?}. */
    public sealed interface Binding {
        /** Returns the value for {@code row}; null for NULL. */
        String of(CsvRow row);

        /** The column of this index. */
        record Column(int index) implements Binding {
            @Override
            public String of(CsvRow row) {
                return row.values().get(index);
            }
        }

        /** A constant text for all rows. */
        record Constant(String value) implements Binding {
            @Override
            public String of(CsvRow row) {
                return value;
            }
        }
    }

    private ParameterColumns(RunPath file, List<String> header, List<Binding> bindings) {
        this.file = file;
        this.header = header;
        this.bindings = bindings;
    }

    /**
     * Reads the header of {@code rows} and finds each column.
     *
     * @param wanted by column name or as constants; empty: the n-th {@code ?} takes the n-th column
     * @param parameters number of {@code ?} in the statement
     */
    static ParameterColumns of(RunPath file, CsvReader rows, List<Wanted> wanted, int parameters) throws IOException {
        CsvRow first = rows.next();
        if (first == null) {
            throw StepProblem.of(ProblemCode.PARAMETER_INVALID, file + " is empty: it lacks even a header line");
        }
        List<String> header = first.values();
        List<Binding> bindings = new ArrayList<>();
        if (wanted.isEmpty()) {
            if (header.size() < parameters) {
                throw StepProblem.of(
                        ProblemCode.PARAMETER_INVALID,
                        "line 1 of " + file + " has " + header.size() + " columns, the statement " + parameters
                                + " parameters");
            }
            for (int i = 0; i < parameters; i++) {
                bindings.add(new Binding.Column(i));
            }
            return new ParameterColumns(file, header, bindings);
        }
        if (wanted.size() != parameters) {
            throw StepProblem.of(
                    ProblemCode.PARAMETER_INVALID,
                    "the step names " + wanted.size() + " parameters, the statement has " + parameters);
        }
        wanted.forEach(parameter -> bindings.add(parameter.in(file, header)));
        return new ParameterColumns(file, header, bindings);
    }

    /** Finds the column or the constant that a document binds to one {@code ?}. */
    @FunctionalInterface
    public interface Wanted {
        Binding in(RunPath file, List<String> header);

        /** Asks for the column at this place, 0 for the first. */
        static Wanted number(int index) {
            return (file, header) -> {
                if (index >= header.size()) {
                    throw StepProblem.of(
                            ProblemCode.PARAMETER_INVALID,
                            "line 1 of " + file + " has " + header.size() + " columns, and parameter " + (index + 1)
                                    + " takes one of its own");
                }
                return new Binding.Column(index);
            };
        }

        static Wanted column(String name) {
            return (file, header) -> {
                int index = header.indexOf(name);
                if (index < 0) {
                    throw StepProblem.of(
                            ProblemCode.PARAMETER_INVALID,
                            "line 1 of " + file + " has no column " + name,
                            "columns: "
                                    + String.join(
                                            ", ",
                                            header.stream().map(String::valueOf).toList()));
                }
                if (header.lastIndexOf(name) != index) {
                    throw StepProblem.of(
                            ProblemCode.PARAMETER_INVALID,
                            "line 1 of " + file + " has more than one column " + name
                                    + ": which of them is meant cannot be told");
                }
                return new Binding.Column(index);
            };
        }

        static Wanted constant(String value) {
            return (file, header) -> new Binding.Constant(value);
        }
    }

    /** Throws a problem of this code if the row has another number of columns than the header. */
    public void require(CsvRow row, ProblemCode code) {
        if (row.values().size() != header.size()) {
            throw StepProblem.of(
                    code,
                    "line " + row.line() + " of " + file + " has "
                            + row.values().size() + " columns, its header " + header.size());
        }
    }

    /** Returns the values of {@code row} in the order of binding. */
    public List<String> values(CsvRow row) {
        List<String> values = new ArrayList<>(bindings.size());
        for (Binding binding : bindings) {
            values.add(binding.of(row));
        }
        return values;
    }

    /**
     * Says where a value of {@code row} stands, for a message.
     *
     * @param parameter number of the {@code ?}, 1 for the first; empty if unknown
     */
    public String place(CsvRow row, Optional<Integer> parameter) {
        return "line " + row.line() + " of " + file
                + parameter
                        .filter(number -> number <= bindings.size())
                        .map(number -> bindings.get(number - 1))
                        .map(binding -> binding instanceof Binding.Column column
                                ? ", column " + header.get(column.index())
                                : "")
                        .orElse("");
    }
}
