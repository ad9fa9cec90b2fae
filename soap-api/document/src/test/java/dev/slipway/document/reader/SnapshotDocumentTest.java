package dev.slipway.document.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.ReadDocument;
import dev.slipway.document.writer.JobDocumentWriter;
import dev.slipway.request.JobRequest;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests documents in which all extracts of a job read one state of a database. */
class SnapshotDocumentTest {
    private final JobDocumentReader reader = new JobDocumentReader();

    @Test
    void is_of_a_source_and_is_written_back_as_it_was_read() {
        ReadDocument read = read("<sw:Snapshot source='risk'/>");

        assertThat(read.problems()).isEmpty();
        JobRequest request = ((ReadDocument.Accepted) read).request();
        assertThat(request.snapshots()).containsExactly("risk");
        byte[] written = new JobDocumentWriter().write(request);
        assertThat(new String(written, StandardCharsets.UTF_8)).contains("<sw:Snapshot source=\"risk\"/>");
        assertThat(((ReadDocument.Accepted) reader.read(written)).request()).isEqualTo(request);
    }

    @Test
    void of_one_source_there_is_one() {
        assertThat(read("<sw:Snapshot source='risk'/><sw:Snapshot source='risk'/>")
                        .problems())
                .extracting(DocumentProblem::message)
                .containsExactly("source risk has a sw:Snapshot already");
    }

    @Test
    void it_is_of_a_source_that_is_read() {
        assertThat(read("<sw:Snapshot source='other'/>").problems())
                .extracting(DocumentProblem::message)
                .containsExactly("no sw:SqlExtract of the job reads source other");
        assertThat(read("<sw:Snapshot/>").problems()).singleElement().satisfies(problem -> assertThat(problem.message())
                .contains("attribute source of sw:Snapshot"));
    }

    private ReadDocument read(String snapshots) {
        return reader.read(
                ("<JobDefinition xmlns='http://schemas.ggf.org/jsdl/2005/11/jsdl' xmlns:sw='urn:slipway:job:1'"
                                + " xmlns:p='http://schemas.ggf.org/jsdl/2005/11/jsdl-posix'><JobDescription>"
                                + "<Application>"
                                + "<p:POSIXApplication><p:Executable>x</p:Executable></p:POSIXApplication>"
                                + "</Application>"
                                + "<DataStaging name='books'><FileName>in/books.csv</FileName>"
                                + "<CreationFlag>overwrite</CreationFlag>"
                                + "<Source><sw:SqlExtract source='risk'><sw:Statement>SELECT 1</sw:Statement>"
                                + "</sw:SqlExtract></Source>"
                                + "</DataStaging>" + snapshots + "</JobDescription></JobDefinition>")
                        .getBytes(StandardCharsets.UTF_8));
    }
}
