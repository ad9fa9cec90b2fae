package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.SqlExtract;
import java.util.ArrayList;
import java.util.List;

/** Compares the parameters of a statement with those that its step names, and describes them. */
public final class StatementParameters {
    private StatementParameters() {}

    /** Refuses an extract with parameters but no rows to bind, or with another number of columns than of parameters. */
    public static void requireRows(SqlExtract step, int parameters) {
        if (step.parameters().isEmpty() && parameters > 0) {
            throw StepProblem.of(
                    ProblemCode.PARAMETER_INVALID,
                    "the statement has " + parameters + " parameters, the step names no rows for them");
        }
        step.parameters().ifPresent(named -> requireAll(named.columns().size(), parameters));
    }

    /** Requires enough columns. Without names the n-th parameter takes the n-th column. */
    public static void requireAll(int named, int parameters) {
        if (named > 0 && named != parameters) {
            throw StepProblem.of(
                    ProblemCode.PARAMETER_INVALID,
                    "the step names " + named + " parameters, the statement has " + parameters);
        }
    }

    /** Returns the note about the types of all parameters; nothing for a statement without parameters. */
    public static List<String> described(List<String> types, List<String> columns) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            words.add(columns.isEmpty() ? types.get(i) : columns.get(i) + " as " + types.get(i));
        }
        return words.isEmpty() ? List.of() : List.of("parameters: " + String.join(", ", words));
    }
}
