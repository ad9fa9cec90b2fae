package dev.slipway.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.ReadDocument;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.document.writer.JobDocumentWriter;
import dev.slipway.form.CheckedForm;
import dev.slipway.form.JobForm;
import dev.slipway.request.JobRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a document opened in the wizard comes back equal, and that a change of one field changes only that part.
 */
class FormRoundTripTest {
    private static final JobDocumentReader READER = new JobDocumentReader();
    private static final JobDocumentWriter WRITER = new JobDocumentWriter();

    static Stream<Path> documents() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("documents/read"))) {
            return files.filter(file -> file.toString().endsWith(".xml")).sorted().toList().stream();
        }
    }

    private static List<JobRequest> requests(Path file) throws IOException {
        ReadDocument read = READER.read(Files.readAllBytes(file));
        if (read instanceof ReadDocument.Accepted accepted) {
            return List.of(accepted.request());
        }
        return ((ReadDocument.Swept) read).requests();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void a_document_comes_back_equal(Path file) throws IOException {
        for (JobRequest request : requests(file)) {
            JobForm form = JobForm.ofJson(JobForm.of(request).json());

            CheckedForm checked = form.checked();

            assertThat(checked.problems()).isEmpty();
            assertThat(checked.request()).contains(request);
            assertThat(WRITER.write(checked.request().orElseThrow())).isEqualTo(WRITER.write(request));
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void a_changed_field_changes_nothing_else(Path file) throws IOException {
        for (JobRequest request : requests(file)) {
            JobRequest changed = JobForm.of(request)
                    .with("description", "changed")
                    .checked()
                    .request()
                    .orElseThrow();

            assertThat(changed.description()).contains("changed");
            assertThat(JobForm.of(changed)
                            .with("description", request.description().orElse(""))
                            .checked()
                            .request())
                    .contains(request);
        }
    }

    @Test
    void documents_of_ours_of_jsdl_and_of_the_reports_dialect_are_among_them() throws IOException {
        assertThat(documents().map(Path::getFileName).map(Path::toString))
                .contains("figure-2-sealed.xml")
                .hasSizeGreaterThan(10);
        assertThat(documents().map(Path::toString).anyMatch(name -> name.contains("figure-3")))
                .isTrue();
    }
}
