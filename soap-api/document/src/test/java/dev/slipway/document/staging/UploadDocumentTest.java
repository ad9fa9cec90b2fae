package dev.slipway.document.staging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.ReadDocument;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.document.writer.JobDocumentWriter;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.JobRequest;
import dev.slipway.request.RunPath;
import dev.slipway.request.StepHead;
import dev.slipway.request.UploadFetch;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a source that the submitter has uploaded before. */
class UploadDocumentTest {
    private static final String SHA256 = "0123456789abcdef".repeat(4);

    private final JobDocumentReader reader = new JobDocumentReader();

    @Test
    void becomes_a_step_and_is_written_back_as_it_was_read() {
        ReadDocument read = read("<sw:Upload sha256='" + SHA256 + "' orderGroup='3' compression='bgzf'/>");

        assertThat(read.problems()).isEmpty();
        JobRequest request = ((ReadDocument.Accepted) read).request();
        assertThat(request.stageIn())
                .isEqualTo(List.of(new UploadFetch(
                        new StepHead.In("books", 3, new RunPath("in/books.csv"), CreationFlag.APPEND, Compression.BGZF),
                        SHA256)));
        byte[] written = new JobDocumentWriter().write(request);
        assertThat(new String(written, StandardCharsets.UTF_8)).contains("<sw:Upload ");
        assertThat(((ReadDocument.Accepted) reader.read(written)).request()).isEqualTo(request);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<sw:Upload sha256='0123'/>",
                "<sw:Upload sha256='0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF'/>",
                "<sw:Upload sha256='../../../../../../../../../../../../../../../../../../etc/passwd'/>",
                "<sw:Upload/>"
            })
    void is_refused_without_a_digest_that_can_be_one(String upload) {
        assertThat(read(upload).problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(ProblemCode.DOCUMENT_INVALID);
            assertThat(problem.message()).contains("attribute sha256 of sw:Upload");
            assertThat(problem.line()).isEqualTo(1);
        });
    }

    @Test
    void stands_alone_in_its_source() {
        assertThat(read("<URI>sftp://host/file</URI><sw:Upload sha256='" + SHA256 + "'/>")
                        .problems())
                .extracting(DocumentProblem::message)
                .containsExactly("jsdl:Source names more than one place");
    }

    private ReadDocument read(String source) {
        return reader.read(
                ("<JobDefinition xmlns='http://schemas.ggf.org/jsdl/2005/11/jsdl' xmlns:sw='urn:slipway:job:1'"
                                + " xmlns:p='http://schemas.ggf.org/jsdl/2005/11/jsdl-posix'><JobDescription>"
                                + "<Application>"
                                + "<p:POSIXApplication><p:Executable>x</p:Executable></p:POSIXApplication>"
                                + "</Application>"
                                + "<DataStaging name='books'><FileName>in/books.csv</FileName>"
                                + "<CreationFlag>append</CreationFlag>"
                                + "<Source>" + source + "</Source></DataStaging></JobDescription></JobDefinition>")
                        .getBytes(StandardCharsets.UTF_8));
    }
}
