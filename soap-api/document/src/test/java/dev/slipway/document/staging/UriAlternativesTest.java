package dev.slipway.document.staging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.ReadDocument;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.problem.ProblemCode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a hint names the supported way, and that a password in a URI is found wherever the URI stands. */
class UriAlternativesTest {
    private static final String HEAD = "<JobDefinition xmlns='" + Names.JSDL + "' xmlns:p='" + Names.POSIX
            + "' xmlns:sw='" + Names.SW + "' xmlns:g='urn:gridsam:mpi' xmlns:x='urn:x'><JobDescription>";
    private static final String PROGRAM = "<p:POSIXApplication><p:Executable>x</p:Executable>%s</p:POSIXApplication>";

    private static ReadDocument read(String application, String rest) {
        String document =
                HEAD + "<Application>" + application + "</Application>" + rest + "</JobDescription></JobDefinition>";
        return new JobDocumentReader().read(document.getBytes(StandardCharsets.UTF_8));
    }

    private static String staging(String ends) {
        return "<DataStaging><FileName>a.csv</FileName><CreationFlag>overwrite</CreationFlag>" + ends
                + "</DataStaging>";
    }

    private static List<String> hints(ReadDocument read) {
        return read.problems().stream().map(problem -> problem.remedy().shell()).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "<Source><URI>http://site.example/a.csv</URI></Source>, sw:HttpFetch",
        "<Source><URI>HTTPS://site.example/a.csv</URI></Source>, sw:HttpFetch",
        "<Source><URI>file:///data/a.csv</URI></Source>, sw:FolderCopy",
        "<Source><URI>file:a.csv</URI></Source>, sw:FolderCopy",
        "<Source><URI></URI></Source>, sw:Upload",
        "<Source><URI>a.csv</URI></Source>, sw:Inline",
        "<Source/>, sw:Inline",
        "<Source><URI>gsiftp://host/a.csv</URI></Source>, sftp://HOST/PATH",
        "<Target/>, sw:Results",
        "'', sw:Upload",
        "'', sw:Inline",
        "'', sw:Results",
        "<Target><URI></URI></Target>, sw:Results",
        "<Target><URI>file:///data/a.csv</URI></Target>, sw:Results",
        "<Target><URI>http://site.example/a.csv</URI></Target>, sftp://HOST/PATH"
    })
    void a_place_that_no_step_reaches_is_answered_by_the_way_that_there_is(String ends, String way) {
        assertThat(hints(read(PROGRAM.formatted(""), staging(ends)))).hasSize(1).allMatch(hint -> hint.contains(way));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<g:MPIApplication/>", "<p:MPIApplication/>", "<x:MPIApplication/>"})
    void an_mpi_application_of_others_is_answered_by_the_standards(String application) {
        assertThat(hints(read(application, ""))).anyMatch(hint -> hint.startsWith("Write spmd:SPMDApplication, with"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<p:Argument>postgresql://ann:canary@db/risk</p:Argument>",
                "<p:Argument>--from=ftp://ann:12canary@host/a</p:Argument>",
                "<p:Argument>redis://:canary@host</p:Argument>",
                "<p:Argument>http://ann:can/ary@host/a</p:Argument>",
                "<p:Environment name='DATABASE_URL'>mysql://ann:canary@db/x</p:Environment>"
            })
    void a_password_in_a_uri_of_the_program_is_found(String words) {
        ReadDocument read = read(PROGRAM.formatted(words), "");

        assertThat(((ReadDocument.NotOffered) read).problem().code()).isEqualTo(ProblemCode.SECRET_CLEAR);
        assertThat(read.problems().toString()).doesNotContain("canary");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Source><URI>sftp://ann:canary@host/a</URI></Source>",
                "<Source><URI>http://ann:canary@host/a</URI></Source>",
                "<Source><sw:SqlExtract source='s'><sw:Statement>SELECT 'ftp://a:canary@h'</sw:Statement>"
                        + "</sw:SqlExtract></Source>",
                "<Source><sw:HttpFetch site='s' path='a?from=http://a:canary@h/x'/></Source>",
                "<Source><sw:Inline>url = http://a:canary@h/x</sw:Inline></Source>",
                "<x:note at='http://a:canary@h/x'/>",
                "<x:note><x:inside>http://a:canary@h/x</x:inside></x:note>"
            })
    void a_password_in_a_uri_of_any_other_element_is_found(String inside) {
        ReadDocument read = read(PROGRAM.formatted(""), staging(inside));

        assertThat(read.problems()).extracting(DocumentProblem::code).contains(ProblemCode.SECRET_CLEAR);
        assertThat(read.problems().toString()).doesNotContain("canary");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://host:8080/a@b",
                "http://host:8080",
                "see http://host/a: mail ann@host",
                "user@host",
                "http://host/a?b=c:d@e",
                "a:b@c"
            })
    void a_port_or_an_address_of_mail_is_no_password(String words) {
        assertThat(read(PROGRAM.formatted("<p:Argument>" + words + "</p:Argument>"), ""))
                .isInstanceOf(ReadDocument.Accepted.class);
    }
}
