package dev.slipway.form;

import dev.slipway.request.JobRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * A form with a table of values. Its texts have blanks such as <code>${desk}</code>, and each row of the table fills
 * them for one job.
 */
record SweptForm(JobForm form, SweepTable.Read read) {
    /** The most characters in the forms of all jobs together, because all of them are in memory at once. */
    private static final long MOST_TEXT = 5_000_000;

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
            SweepTable table = read.table().orElseThrow();
            List<FormProblem> problems = table.disagreements(form.blanks());
            return problems.isEmpty() && filledLength(table) > MOST_TEXT
                    ? List.of(SweepTable.problem(
                            "the jobs of the table would have more than " + MOST_TEXT + " characters together",
                            "Split the table into several sweeps, or bring long texts as files."))
                    : problems;
        } catch (IllegalArgumentException e) {
            return List.of(SweepTable.problem(e.getMessage(), "Correct the field with this text."));
        }
    }

    /** Returns the number of characters in the forms of all jobs, without making these forms. */
    private long filledLength(SweepTable table) {
        Map<String, Long> uses = new HashMap<>();
        LongAdder rest = new LongAdder();
        form.map(text -> {
            rest.add(Placeholders.fill(text, name -> {
                        uses.merge(name, 1L, Long::sum);
                        return "";
                    })
                    .length());
            return text;
        });
        return table.rows().stream()
                .mapToLong(row -> rest.sum()
                        + uses.entrySet().stream()
                                .mapToLong(use ->
                                        use.getValue() * row.get(use.getKey()).length())
                                .sum())
                .sum();
    }

    private JobForm filled(Map<String, String> row) {
        return form.map(text -> Placeholders.fill(text, row::get));
    }
}
