package dev.slipway.gateway.sql;

import dev.slipway.gateway.files.CsvRow;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.SqlStore;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Collects the first rows of a store's file that the database refuses, each with the reason. For one thread. */
final class RowFindings {
    /** The most findings, as many as a contract reports. */
    private static final int MOST = 5;
    /** The longest text of one reason, where there are several. */
    private static final int REASON = 150;

    private static final String NOTHING_CHANGED =
            "the database changed no row for it: none fits, or a trigger or a rule leaves it out";

    private final SqlStore step;
    private final BoundColumns columns;
    private final StoreFailures failures;
    private final List<Finding> findings = new ArrayList<>();

    /** @param place for the detail */
    private record Finding(long line, String place, String reason) {}

    private boolean refused;

    RowFindings(SqlStore step, BoundColumns columns, StoreFailures failures) {
        this.step = step;
        this.columns = columns;
        this.failures = failures;
    }

    void refused(CsvRow row, SQLException e) {
        refused = true;
        findings.add(new Finding(row.line(), columns.columns().place(row, failures.parameter(e)), failures.words(e)));
    }

    void unchanged(CsvRow row) {
        findings.add(new Finding(row.line(), columns.columns().place(row, Optional.empty()), NOTHING_CHANGED));
    }

    boolean isEmpty() {
        return findings.isEmpty();
    }

    /** Returns whether the limit of findings is reached. */
    boolean isFull() {
        return findings.size() == MOST;
    }

    /** @param last the last line of the file that was tried */
    ProblemException problem(long last) {
        String tried = "\nThe lines up to " + last + " were tried.";
        ProblemCode code = refused ? ProblemCode.ROW_REJECTED : ProblemCode.ROW_NOT_STORED;
        String verb = refused ? "refused" : "not stored";
        if (findings.size() == 1) {
            Finding one = findings.get(0);
            return StepProblem.of(code, one.place() + " is " + verb, one.reason() + tried);
        }
        String lines = findings.stream()
                .limit(findings.size() - 1L)
                .map(each -> String.valueOf(each.line()))
                .collect(Collectors.joining(", "));
        return StepProblem.of(
                code,
                "lines " + lines + " and " + findings.get(findings.size() - 1).line() + " of " + step.file() + " are "
                        + verb,
                findings.stream().map(RowFindings::words).collect(Collectors.joining("\n")) + tried);
    }

    private static String words(Finding each) {
        String reason = each.reason();
        return each.place() + ": " + (reason.length() <= REASON ? reason : reason.substring(0, REASON) + "...");
    }
}
