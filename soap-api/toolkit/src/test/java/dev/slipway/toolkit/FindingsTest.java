package dev.slipway.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One document is told of in the same words, whether this machine judged it or the service. */
class FindingsTest {
    private static List<Answer> found(String code, String severity) {
        return Findings.answers(
                List.of(new LocalDocuments.Finding(code, severity, "/jsdl:JobDefinition", 3, 7, "it is odd", "Look.")));
    }

    private static String line(String code, String severity) {
        return Findings.lines(Path.of("job.xml"), found(code, severity)).get(0);
    }

    @Test
    void what_is_not_offered_is_called_so_whoever_judged() {
        String told = "job.xml:3:7: not offered: it is odd [document.not-offered]";

        assertThat(line("document.not-offered", LocalDocuments.NOT_OFFERED)).isEqualTo(told);
        assertThat(line("document.not-offered", LocalDocuments.ERROR)).isEqualTo(told);
        assertThat(Findings.verdict(Findings.status(found("document.not-offered", LocalDocuments.NOT_OFFERED))))
                .isEqualTo(Findings.verdict(Findings.status(found("document.not-offered", LocalDocuments.ERROR))))
                .isEqualTo("valid, but submit would refuse what is not offered (14)");
    }

    @Test
    void an_error_tells_its_code_and_a_warning_has_none() {
        assertThat(line("document.malformed", LocalDocuments.ERROR))
                .endsWith(": error: it is odd [document.malformed]");
        assertThat(line("document.invalid", "WARNING")).isEqualTo("job.xml:3:7: warning: it is odd");
    }

    @Test
    void what_stands_against_a_valid_document_has_the_status_of_its_problem() {
        List<Answer> findings = found("source.not-granted", LocalDocuments.ERROR);
        Answer status = new Answer("exitStatus");
        status.append("29");
        findings.get(0).children().add(status);

        assertThat(Findings.status(findings)).isEqualTo(29);
        assertThat(Findings.verdict(29)).isEqualTo("valid, but submit would refuse it (29)");
        assertThat(Findings.refusal(14)).isEqualTo("not submitted: it asks for what is not offered");
        assertThat(Findings.refusal(12)).isEqualTo("not valid");
    }
}
