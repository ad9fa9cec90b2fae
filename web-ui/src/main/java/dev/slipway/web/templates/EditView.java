package dev.slipway.web.templates;

import dev.slipway.template.Blank;
import dev.slipway.template.TemplateText;
import java.util.List;

/**
 * Describes the author's form for the JSP.
 *
 * @param version of the template from which the page was made
 * @param faults why the template was not saved
 */
public record EditView(
        String id,
        int version,
        String name,
        String description,
        boolean shared,
        List<Row> blanks,
        List<JobTexts.Part> parts,
        List<String> faults) {

    /** Describes one blank. */
    public record Row(
            String name,
            String label,
            String help,
            String kind,
            String least,
            String most,
            String options,
            String initial) {

        /** Returns the number of lines that the field of the options shows at once. */
        public int optionLines() {
            return Math.max(3, (int) options.lines().count() + 1);
        }
    }

    static EditView of(String id, int version, TemplateText text, List<String> faults) {
        return new EditView(
                id,
                version,
                text.name(),
                text.description(),
                text.shared(),
                text.blanks().stream().map(EditView::row).toList(),
                JobTexts.of(text.form()),
                faults);
    }

    private static Row row(Blank blank) {
        return new Row(
                blank.name(),
                blank.label(),
                blank.help(),
                blank.kind().name(),
                blank.least(),
                blank.most(),
                String.join("\n", blank.options()),
                blank.initial());
    }
}
