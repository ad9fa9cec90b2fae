package dev.slipway.web.templates;

import dev.slipway.form.JobForm;
import dev.slipway.problem.Problem;
import dev.slipway.request.JobRequest;
import dev.slipway.template.Blank;
import dev.slipway.template.Template;
import java.util.List;
import java.util.Map;

/**
 * The form of a template's blanks as the JSP reads it.
 *
 * @param version of the template that the page shows
 * @param once names this page's submission: sent twice, it is one job
 */
public record RunView(
        String id,
        int version,
        String name,
        String description,
        String owner,
        boolean changeable,
        List<Row> blanks,
        TriggerForm trigger,
        String once) {

    /**
     * One blank.
     *
     * @param fault what is wrong with the value; empty if nothing is
     */
    public record Row(
            String name,
            String label,
            String help,
            String kind,
            String least,
            String most,
            List<String> options,
            String value,
            String fault) {}

    /**
     * What would run.
     *
     * @param obstacles what stands against it now
     */
    public record Summary(List<JobTexts.Part> parts, List<Problem> obstacles) {
        static Summary of(JobRequest request, List<Problem> obstacles) {
            return new Summary(JobTexts.of(JobForm.of(request)), obstacles);
        }
    }

    static List<Row> rows(Template template, Map<String, String> values, Map<String, String> faults) {
        return template.text().blanks().stream()
                .map(blank -> row(
                        blank,
                        values.getOrDefault(blank.name(), blank.initial()),
                        faults.getOrDefault(blank.name(), "")))
                .toList();
    }

    private static Row row(Blank blank, String value, String fault) {
        return new Row(
                blank.name(),
                blank.label(),
                blank.help(),
                blank.kind().name(),
                blank.least(),
                blank.most(),
                blank.options(),
                value,
                fault);
    }
}
