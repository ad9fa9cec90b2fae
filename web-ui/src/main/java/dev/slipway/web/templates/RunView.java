package dev.slipway.web.templates;

import dev.slipway.form.JobForm;
import dev.slipway.problem.Problem;
import dev.slipway.request.JobRequest;
import dev.slipway.template.Blank;
import dev.slipway.template.Template;
import java.util.List;
import java.util.Map;

/**
 * Describes the form of a template's blanks for the JSP.
 *
 * @param version of the template that the page shows
 * @param once id of this page's submission: a page that is sent twice makes one job
 */
public record RunView(
        String id,
        int version,
        String name,
        String description,
        boolean changeable,
        List<Row> blanks,
        TriggerForm trigger,
        String once) {

    /**
     * Describes one blank.
     *
     * @param range of a number, a date or numbers
     * @param fault of the value; empty without one
     */
    public record Row(
            String name,
            String label,
            String help,
            String kind,
            Range range,
            List<String> options,
            String value,
            String fault) {}

    /** Says from where to where values go; a bound that is not set is empty. */
    public record Range(String least, String most) {}

    /**
     * Summarizes the job that would run.
     *
     * @param obstacles that stand against the job now
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
                new Range(blank.least(), blank.most()),
                blank.options(),
                value,
                fault);
    }
}
