package dev.slipway.toolkit.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.toolkit.answer.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a document gets the same words from this machine and from the service. */
class FindingLinesTest {
    private static List<Answer> found(String code, String severity) {
        return FindingLines.answers(
                List.of(new LocalDocuments.Finding(code, severity, "/jsdl:JobDefinition", 3, 7, "it is odd", "Look.")));
    }

    private static String line(String code, String severity) {
        return FindingLines.lines("job.xml", new byte[0], found(code, severity)).get(0);
    }

    @Test
    void what_is_not_offered_is_called_so_whoever_judged() {
        String told = "job.xml:3:7: not offered: it is odd [document.not-offered]";

        assertThat(line("document.not-offered", LocalDocuments.NOT_OFFERED)).isEqualTo(told);
        assertThat(line("document.not-offered", LocalDocuments.ERROR)).isEqualTo(told);
        for (String severity : List.of(LocalDocuments.NOT_OFFERED, LocalDocuments.ERROR)) {
            List<Answer> findings = found("document.not-offered", severity);
            assertThat(FindingLines.status(findings)).isEqualTo(10);
            assertThat(FindingLines.verdict(FindingLines.code(findings)))
                    .isEqualTo("readable, but submit would refuse what is not offered [document.not-offered]");
        }
    }

    @Test
    void what_makes_a_document_unclear_decides_the_status_wherever_what_is_not_offered_stands() {
        List<Answer> findings = new ArrayList<>(found("document.not-offered", LocalDocuments.ERROR));
        findings.addAll(found("document.invalid", LocalDocuments.ERROR));

        assertThat(FindingLines.status(findings)).isEqualTo(10);
        assertThat(FindingLines.code(findings)).isEqualTo("document.invalid");
        assertThat(FindingLines.verdict("document.invalid")).isEqualTo("not readable");
    }

    @Test
    void findings_of_one_kind_are_told_once_with_all_lines_and_the_text_of_the_first(@TempDir Path folder)
            throws IOException {
        Path file =
                Files.writeString(folder.resolve("job.xml"), "<a>\n<b>\n  <odd/>\n<password>x</password>\n<odd/>\n");
        List<LocalDocuments.Finding> found = new ArrayList<>();
        for (int line : List.of(3, 4, 5, 7)) {
            String message = line == 4 ? "another" : "it is odd";
            found.add(new LocalDocuments.Finding(
                    "document.warning", "WARNING", "/x[" + line + "]", line, 7, message, "Look."));
        }

        assertThat(FindingLines.lines(file.toString(), Files.readAllBytes(file), FindingLines.answers(found)))
                .containsExactly(
                        file + ":3:7: warning: it is odd",
                        "    > <odd/>",
                        "    /x[3]",
                        "    the same on lines 5, 7",
                        "    Look.",
                        file + ":4:7: warning: another",
                        "    /x[4]",
                        "    Look.");
    }

    @Test
    void an_error_tells_its_code_and_a_warning_has_none() {
        assertThat(line("document.malformed", LocalDocuments.ERROR))
                .endsWith(": error: it is odd [document.malformed]");
        assertThat(line("document.invalid", "WARNING")).isEqualTo("job.xml:3:7: warning: it is odd");
    }

    @Test
    void what_stands_against_a_readable_document_has_the_status_of_its_problem() {
        List<Answer> findings = found("access.not-granted", LocalDocuments.ERROR);
        Answer status = new Answer("exitStatus");
        status.append("21");
        findings.get(0).children().add(status);

        assertThat(FindingLines.status(findings)).isEqualTo(21);
        assertThat(FindingLines.code(findings)).isEqualTo("access.not-granted");
        assertThat(FindingLines.verdict("access.not-granted"))
                .isEqualTo("readable, but submit would refuse it [access.not-granted]");
        assertThat(FindingLines.refusal("document.not-offered"))
                .isEqualTo("not submitted: it asks for what is not offered");
        assertThat(FindingLines.refusal("document.invalid")).isEqualTo("not readable");
    }
}
