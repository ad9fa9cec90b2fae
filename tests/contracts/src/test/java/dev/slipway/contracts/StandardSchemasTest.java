package dev.slipway.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.ReadDocument;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.document.writer.JobDocumentWriter;
import dev.slipway.form.JobForm;
import dev.slipway.request.JobRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the documents that Slipway writes are valid by the schemas of the Open Grid Forum, so that other systems
 * of JSDL accept them.
 */
class StandardSchemasTest {
    private static final JobDocumentReader READER = new JobDocumentReader();
    private static final JobDocumentWriter WRITER = new JobDocumentWriter();

    /** Returns the documents of this folder, including the report's figures, of the reader's tests, and of the demo. */
    static Stream<Path> documents() throws IOException {
        return Stream.of("documents", "../../soap-api/document/src/test/resources", "../../deploy/demo")
                .map(Path::of)
                .flatMap(StandardSchemasTest::files)
                .filter(file -> !requests(read(file)).isEmpty());
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .filter(file -> !file.toString().contains("/target/") && !file.endsWith("pom.xml"))
                    .filter(file -> file.toString().endsWith(".xml"))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static ReadDocument read(Path file) {
        try {
            return READER.read(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<JobRequest> requests(ReadDocument read) {
        if (read instanceof ReadDocument.Accepted accepted) {
            return List.of(accepted.request());
        }
        return read instanceof ReadDocument.Swept swept ? swept.requests() : List.of();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void what_a_document_is_converted_to_is_valid(Path file) {
        for (JobRequest request : requests(read(file))) {
            byte[] written = WRITER.write(request);

            assertThat(StandardSchemas.faults(written))
                    .as(new String(written, StandardCharsets.UTF_8))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void what_the_wizard_makes_of_a_document_is_valid(Path file) {
        for (JobRequest request : requests(read(file))) {
            JobForm form = JobForm.of(request).with("wallTime", "10 min").with("submissionId", "end of day");

            // The processes of a stream application are those of its kernels.
            for (String processes : form.value("stream").isEmpty() ? List.of("1", "4") : List.of("")) {
                JobRequest made =
                        form.with("processes", processes).checked().request().orElseThrow();
                assertThat(StandardSchemas.faults(WRITER.write(made))).isEmpty();
            }
        }
    }

    @Test
    void the_documents_of_the_demo_and_the_figures_are_among_them() throws IOException {
        assertThat(documents().map(Path::getFileName).map(Path::toString))
                .contains("equity-var.xml", "smallest.xml", "figure-2-sealed.xml", "figure-3.xml")
                .hasSizeGreaterThan(20);
    }

    @Test
    void the_documents_of_the_demo_are_valid_as_they_stand() throws IOException {
        for (String demo : List.of("equity-var.xml", "smallest.xml")) {
            assertThat(StandardSchemas.faults(Files.readAllBytes(Path.of("../../deploy/demo", demo))))
                    .as(demo)
                    .isEmpty();
        }
    }

    @Test
    void one_process_stays_a_posix_application_with_its_limit() {
        String document = """
                <jsdl:JobDefinition xmlns:jsdl="http://schemas.ggf.org/jsdl/2005/11/jsdl"
                    xmlns:posix="http://schemas.ggf.org/jsdl/2005/11/jsdl-posix"><jsdl:JobDescription>
                  <jsdl:Application><posix:POSIXApplication><posix:Executable>sleep</posix:Executable>
                    <posix:Argument>1</posix:Argument><posix:WallTimeLimit>60</posix:WallTimeLimit>
                  </posix:POSIXApplication></jsdl:Application></jsdl:JobDescription></jsdl:JobDefinition>
                """;
        JobRequest request =
                requests(READER.read(document.getBytes(StandardCharsets.UTF_8))).get(0);

        assertThat(new String(WRITER.write(request), StandardCharsets.UTF_8))
                .contains("<posix:POSIXApplication>", "<posix:WallTimeLimit>60</posix:WallTimeLimit>")
                .doesNotContain("spmd:");
    }

    @Test
    void a_variable_whose_name_no_document_can_hold_is_told_before_it_is_written() {
        JobForm form = JobForm.blank().with("name", "job").with("executable", "true");

        assertThat(form.with("environment", "OMP_NUM_THREADS=1").checked().problems())
                .isEmpty();
        for (String name : List.of("1ST", "A B", "A:B", "-x")) {
            assertThat(form.with("environment", name + "=1").checked().problems())
                    .as(name)
                    .extracting(problem -> problem.field())
                    .containsExactly("environment");
        }
    }

    @Test
    void a_fault_is_found_where_there_is_one() {
        assertThat(StandardSchemas.faults(
                        "<a xmlns='http://schemas.ggf.org/jsdl/2005/11/jsdl'/>".getBytes(StandardCharsets.UTF_8)))
                .isNotEmpty();
    }
}
