package dev.slipway.document.staging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.ReadDocument;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.document.writer.JobDocumentWriter;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.DataContract;
import dev.slipway.request.DataContract.Column;
import dev.slipway.request.DataContract.Freshness;
import dev.slipway.request.DataContract.Type;
import dev.slipway.request.JobRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the contracts on data that a document can hold. */
class ContractDocumentTest {
    private static final String SHA256 = "0123456789abcdef".repeat(4);
    private static final String FILE = "<Source><URI>sftp://host/file.csv</URI></Source>";
    private static final String QUERY =
            "<Source><sw:SqlExtract source='risk'><sw:Statement>SELECT 1</sw:Statement></sw:SqlExtract></Source>";

    private final JobDocumentReader reader = new JobDocumentReader();

    @Test
    void belongs_to_its_step_and_is_written_back_as_it_was_read() {
        ReadDocument read = read(FILE
                + "<sw:Contract minRows='1' maxRows='100' sha256='" + SHA256 + "'>"
                + "<sw:ContractColumn name='book_id' type='integer' nullable='false'/><sw:ContractColumn name='name'/>"
                + "<sw:Freshness within='P1D'/></sw:Contract>");

        assertThat(read.problems()).isEmpty();
        JobRequest request = ((ReadDocument.Accepted) read).request();
        assertThat(request.contracts())
                .isEqualTo(Map.of(
                        "books",
                        new DataContract(
                                List.of(
                                        new Column("book_id", Type.INTEGER, false),
                                        new Column("name", Type.TEXT, true)),
                                Optional.of(1L),
                                Optional.of(100L),
                                Optional.of(new Freshness(Optional.empty(), Duration.ofDays(1))),
                                Optional.of(SHA256))));
        byte[] written = new JobDocumentWriter().write(request);
        assertThat(((ReadDocument.Accepted) reader.read(written)).request()).isEqualTo(request);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<sw:Contract/>",
                "<sw:Contract minRows='2' maxRows='1'/>",
                "<sw:Contract minRows='-1'/>",
                "<sw:Contract sha256='abc'/>",
                "<sw:Contract><sw:ContractColumn type='text'/></sw:Contract>",
                "<sw:Contract><sw:ContractColumn name='a' type='varchar'/></sw:Contract>",
                "<sw:Contract><sw:ContractColumn name='a' nullable='maybe'/></sw:Contract>",
                "<sw:Contract><sw:ContractColumn name='a'/><sw:ContractColumn name='a'/></sw:Contract>",
                "<sw:Contract><sw:Freshness column='at'/></sw:Contract>",
                "<sw:Contract><sw:Freshness column='at' within='P1M'/></sw:Contract>",
                "<sw:Contract><sw:Freshness column='at' within='-PT1H'/></sw:Contract>",
                "<sw:Contract><sw:Freshness within='PT1H'/></sw:Contract>"
            })
    void is_refused_where_nobody_could_keep_or_check_it(String contract) {
        assertThat(read(QUERY + contract).problems()).isNotEmpty().allSatisfy(problem -> assertThat(problem.code())
                .isEqualTo(ProblemCode.DOCUMENT_INVALID));
    }

    @Test
    void goes_with_a_source() {
        assertThat(read("<Target><URI>sftp://host/file.csv</URI></Target><sw:Contract minRows='1'/>")
                        .problems())
                .extracting(DocumentProblem::message)
                .containsExactly("sw:Contract goes with a jsdl:Source, and there is none");
    }

    private ReadDocument read(String ends) {
        return reader.read(
                ("<JobDefinition xmlns='http://schemas.ggf.org/jsdl/2005/11/jsdl' xmlns:sw='urn:slipway:job:1'"
                                + " xmlns:p='http://schemas.ggf.org/jsdl/2005/11/jsdl-posix'><JobDescription>"
                                + "<Application>"
                                + "<p:POSIXApplication><p:Executable>x</p:Executable></p:POSIXApplication>"
                                + "</Application>"
                                + "<DataStaging name='books'><FileName>in/books.csv</FileName>"
                                + "<CreationFlag>overwrite</CreationFlag>" + ends
                                + "</DataStaging></JobDescription></JobDefinition>")
                        .getBytes(StandardCharsets.UTF_8));
    }
}
