package dev.slipway.document.staging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.ReadDocument;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.document.writer.JobDocumentWriter;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.FolderCopy;
import dev.slipway.request.HttpFetch;
import dev.slipway.request.InlineData;
import dev.slipway.request.InlineData.Encoding;
import dev.slipway.request.JobRequest;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the sources of files in a document: sites, folders, and the document itself. */
class SourceDocumentTest {
    private static final String SHA256 = "0123456789abcdef".repeat(4);
    private static final RunPath FILE = new RunPath("in/data.csv");

    private final JobDocumentReader reader = new JobDocumentReader();

    static Stream<Arguments> sources() {
        return Stream.of(
                Arguments.of(
                        "<sw:HttpFetch site='rates' path='/usd.csv?day=1&amp;x=%20' sha256='" + SHA256
                                + "' orderGroup='3' compression='bgzf'/>",
                        new HttpFetch(
                                new StepHead.In("data", 3, FILE, CreationFlag.APPEND, Compression.BGZF),
                                "rates",
                                "/usd.csv?day=1&x=%20",
                                Optional.of(SHA256))),
                Arguments.of(
                        "<sw:FolderCopy folder='shared' path='rates/usd 1.csv'/>",
                        new FolderCopy(
                                new StepHead.In("data", 1, FILE, CreationFlag.APPEND, Compression.NONE),
                                "shared",
                                "rates/usd 1.csv")),
                Arguments.of(
                        "<sw:Inline orderGroup='2'> n\n1&lt;\n</sw:Inline>",
                        new InlineData(
                                new StepHead.In("data", 2, FILE, CreationFlag.APPEND, Compression.NONE),
                                Encoding.TEXT,
                                " n\n1<\n")),
                Arguments.of(
                        "<sw:Inline encoding='base64'>\n  AAEC\n  /w==\n</sw:Inline>",
                        new InlineData(
                                new StepHead.In("data", 1, FILE, CreationFlag.APPEND, Compression.NONE),
                                Encoding.BASE64,
                                "AAEC/w==")));
    }

    @ParameterizedTest
    @MethodSource("sources")
    void becomes_a_step_and_is_written_back_as_it_was_read(String source, StagingStep step) {
        ReadDocument read = read(source);

        assertThat(read.problems()).isEmpty();
        JobRequest request = ((ReadDocument.Accepted) read).request();
        assertThat(request.stageIn()).containsExactly(step);
        byte[] written = new JobDocumentWriter().write(request);
        assertThat(new String(written, StandardCharsets.UTF_8)).contains(source.substring(0, source.indexOf(' ')));
        assertThat(((ReadDocument.Accepted) reader.read(written)).request()).isEqualTo(request);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<sw:HttpFetch path='a'/> | attribute site of sw:HttpFetch is missing",
                "<sw:HttpFetch site='rates'/> | attribute path of sw:HttpFetch is missing",
                "<sw:HttpFetch site='rates' path='../a'/> | not a path below a site: \"../a\"",
                "<sw:HttpFetch site='rates' path='a/%2E./b'/> | not a path below a site",
                "<sw:HttpFetch site='rates' path='a/..;x=1/b'/> | not a path below a site",
                "<sw:HttpFetch site='rates' path='a%2fb'/> | not a path below a site",
                "<sw:HttpFetch site='rates' path='a b'/> | not a path below a site",
                "<sw:HttpFetch site='rates' path='a#b'/> | not a path below a site",
                "<sw:HttpFetch site='rates' path='a%00'/> | not a path below a site",
                "<sw:HttpFetch site='rates' path='a' sha256='12'/> | attribute sha256 of sw:HttpFetch is no SHA-256",
                "<sw:FolderCopy folder='shared' path='/etc/passwd'/> | not a file inside the folder: \"/etc/passwd\"",
                "<sw:FolderCopy folder='shared' path='a/../../b'/> | not a file inside the folder",
                "<sw:FolderCopy path='a'/> | attribute folder of sw:FolderCopy is missing",
                "<sw:Inline encoding='base64'>===</sw:Inline> | sw:Inline is not base64",
                "<sw:SheetExtract workbook='b.xlsx' range='D1:A9'/> | attribute range of sw:SheetExtract is no range",
                "<sw:SheetExtract workbook='b.xlsx' range='A1:XFE9'/> | attribute range of sw:SheetExtract is no range",
                "<sw:SheetExtract workbook='b.xlsx' range='A0:B9'/> | attribute range of sw:SheetExtract is no range",
                "<sw:SheetExtract workbook='../b.xlsx' range='A1:B9'/> | attribute workbook of sw:SheetExtract",
                "<sw:SheetExtract workbook='b.xlsx' range='A1:B9'/> | no step with an orderGroup below 1 writes b.xlsx",
                "<sw:ServiceQuery site='s' path='a'/> | sw:ServiceQuery has no sw:AnswerColumn",
                "<sw:ServiceQuery site='s' path='a?b=?'><sw:AnswerColumn name='c'/></sw:ServiceQuery> |"
                        + " has a parameter, and the step no sw:ParameterRows",
                "<sw:ServiceQuery site='s' path='a' answer='xml'><sw:AnswerColumn name='c'/></sw:ServiceQuery> |"
                        + " attribute rows of sw:ServiceQuery cannot say where rows are: \"\"",
                "<sw:ServiceQuery site='s' path='a' rows='a'><sw:AnswerColumn name='c'/></sw:ServiceQuery> |"
                        + " attribute rows of sw:ServiceQuery cannot say where rows are: \"a\"",
                "<sw:ServiceQuery site='s' path='a' answer='csv'><sw:AnswerColumn name='c'/></sw:ServiceQuery> |"
                        + " no such form of an answer: \"csv\"",
                "<sw:ServiceQuery site='s' path='a'><sw:AnswerColumn name='c' parameter='d'/></sw:ServiceQuery> |"
                        + " sw:AnswerColumn takes a parameter, and there is none",
                "<sw:ServiceQuery site='s' path='a'><sw:AnswerColumn name='c'/><sw:AnswerColumn name='c' at='d'/>"
                        + "</sw:ServiceQuery> | two columns are named c",
                "<sw:ServiceQuery site='s' path='a'><sw:Body> </sw:Body><sw:AnswerColumn name='c'/></sw:ServiceQuery> |"
                        + " sw:Body is empty",
                "<sw:ServiceQuery site='s' path='a'><sw:Body action='x'>1</sw:Body><sw:AnswerColumn name='c'/>"
                        + "</sw:ServiceQuery> | attribute action of sw:Body can be no SOAP action: \"x\"",
                "<sw:ServiceQuery site='s' path='a'><sw:Body form='soap11' action='a&quot;b'>1</sw:Body>"
                        + "<sw:AnswerColumn name='c'/></sw:ServiceQuery> | can be no SOAP action: \"a\"b\"",
                "<sw:ServiceQuery site='s' path='a'><sw:Body form='yaml'>1</sw:Body><sw:AnswerColumn name='c'/>"
                        + "</sw:ServiceQuery> | no such form of a body: \"yaml\"",
                "<sw:ServiceQuery site='s' path='../a'><sw:AnswerColumn name='c'/></sw:ServiceQuery> |"
                        + " not a path below a site",
                "<sw:ServiceQuery site='s' path='a?b=?'><sw:ParameterRows file='x.csv'/><sw:AnswerColumn name='c'/>"
                        + "</sw:ServiceQuery> | no step with an orderGroup below 1 writes x.csv",
                "<sw:Inline encoding='hex'>00</sw:Inline> | no such encoding: \"hex\""
            })
    void is_refused_when_it_can_be_no_step(String source, String message) {
        assertThat(read(source).problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(ProblemCode.DOCUMENT_INVALID);
            assertThat(problem.message()).contains(message);
        });
    }

    @Test
    void holds_no_more_data_than_a_journal_can_keep() {
        String most = "x".repeat(InlineData.MOST);

        assertThat(read("<sw:Inline>" + most + "</sw:Inline>").problems()).isEmpty();
        assertThat(read("<sw:Inline>" + most + "y</sw:Inline>").problems())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.message()).isEqualTo("sw:Inline holds 65537 bytes, more than 65536");
                    assertThat(problem.remedy().shell()).contains("slipway upload");
                });
    }

    private ReadDocument read(String source) {
        return reader.read(
                ("<JobDefinition xmlns='http://schemas.ggf.org/jsdl/2005/11/jsdl' xmlns:sw='urn:slipway:job:1'"
                                + " xmlns:p='http://schemas.ggf.org/jsdl/2005/11/jsdl-posix'><JobDescription>"
                                + "<Application>"
                                + "<p:POSIXApplication><p:Executable>x</p:Executable></p:POSIXApplication>"
                                + "</Application>"
                                + "<DataStaging name='data'><FileName>in/data.csv</FileName>"
                                + "<CreationFlag>append</CreationFlag>"
                                + "<Source>" + source + "</Source></DataStaging></JobDescription></JobDefinition>")
                        .getBytes(StandardCharsets.UTF_8));
    }
}
