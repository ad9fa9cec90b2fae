package dev.slipway.form;

import dev.slipway.request.JobRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A form with a table of values. Its texts have blanks such as <code>${desk}</code>, and each row of the table fills
 * them for one job.
 */
record SweptForm(JobForm form, SweepTable.Read read) {
    static SweptForm of(JobForm form) {
        return new SweptForm(form.with(JobForm.SWEEP, ""), SweepTable.read(form.value(JobForm.SWEEP)));
    }

    List<Map<String, String>> rows() {
        return read.table().map(SweepTable::rows).orElse(List.of());
    }

    /** Returns the form of the first job; the form with its blanks as they stand if the table is wrong. */
    JobForm first() {
        return read.table().isPresent() && disagreements().isEmpty() ? filled(rows().get(0)) : form;
    }

    /** Checks the table, and then the form of each job. Reports the problems of the first job that has any. */
    CheckedForm checked() {
        List<FormProblem> problems = read.table().isPresent() ? disagreements() : read.problems();
        if (!problems.isEmpty()) {
            return new CheckedForm(List.of(), problems);
        }
        List<JobRequest> requests = new ArrayList<>();
        for (Map<String, String> row : rows()) {
            CheckedForm checked = filled(row).checkedJob();
            if (checked.requests().isEmpty()) {
                return new CheckedForm(List.of(), in(row, requests.size() + 1, checked.problems()));
            }
            requests.addAll(checked.requests());
        }
        return new CheckedForm(requests, List.of());
    }

    private static List<FormProblem> in(Map<String, String> row, int number, List<FormProblem> problems) {
        String values = row.entrySet().stream()
                .map(value -> value.getKey() + " = " + FieldReader.shown(value.getValue()))
                .collect(Collectors.joining(", "));
        return problems.stream()
                .map(problem -> new FormProblem(
                        problem.field(),
                        problem.message() + " (row " + number + " of the table: " + values + ")",
                        problem.hint()))
                .toList();
    }

    private List<FormProblem> disagreements() {
        try {
            return read.table().orElseThrow().disagreements(form.blanks());
        } catch (IllegalArgumentException e) {
            return List.of(SweepTable.problem(e.getMessage(), "Mend it in the field that has it."));
        }
    }

    private JobForm filled(Map<String, String> row) {
        return form.map(text -> Placeholders.fill(text, row::get));
    }
}
