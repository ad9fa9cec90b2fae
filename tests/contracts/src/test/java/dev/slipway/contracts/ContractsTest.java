package dev.slipway.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.DocumentSchemas;
import dev.slipway.document.ReadDocument;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.document.writer.JobDocumentWriter;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Credential;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StepHead;
import dev.slipway.secret.Secrets;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the reader's result for documents of each kind with the expected result, word by word. */
class ContractsTest {
    private final JobDocumentReader reader = new JobDocumentReader();

    @TempDir
    Path folder;

    static Stream<Path> documents() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("documents"))) {
            return files.filter(file -> file.toString().endsWith(".xml")).sorted().toList().stream();
        }
    }

    /** Compares each document with the list beside it; -Dslipway.expect=write writes the list. */
    @ParameterizedTest
    @MethodSource("documents")
    void each_document_comes_to_what_stands_beside_it(Path file) throws IOException {
        ReadDocument read = reader.read(Files.readAllBytes(file));
        String text = requests(read).stream().map(request -> request + "\n").collect(Collectors.joining())
                + read.problems().stream()
                        .map(problem -> problem.code().id() + " " + problem.entry() + "\n")
                        .collect(Collectors.joining());
        Path expected = Path.of(file.toString().replace(".xml", ".expected"));
        if ("write".equals(System.getProperty("slipway.expect"))) {
            Files.writeString(expected, text);
        }

        assertThat(text).doesNotContain("canary", "iluv1bm").isEqualTo(Files.readString(expected));
        assertThat(kind(read)).isEqualTo(file.getParent().getFileName().toString());
    }

    @Test
    void figure_2_is_read_to_its_request_once_its_password_is_sealed() throws IOException {
        ReadDocument read = reader.read(Files.readAllBytes(Path.of("documents/read/figure-2-sealed.xml")));
        JobRequest request = ((ReadDocument.Accepted) read).request();
        Optional<Credential> credential = request.stageIn().get(0).credential();

        assertThat(credential.map(Credential::user)).contains("doej");
        assertThat(credential.filter(login -> Secrets.isSealed(login.sealed()))).isPresent();
        assertThat(request)
                .isEqualTo(new JobRequest(
                        "HelloWorld",
                        Optional.of("This program salutes the world"),
                        Optional.of("xxxxxxx"),
                        new LaunchRequest(
                                MpiProgram.of("/bgl/jdoe/bin/helloworld", List.of(), Map.of(), 32),
                                Optional.of("M011_32_NE"),
                                new RunPath("stdout.txt"),
                                new RunPath("stderr.txt"),
                                Optional.empty(),
                                RunLimits.NONE),
                        List.of(new SshFetch(
                                new StepHead.In(
                                        "home/jdoe/temp/00temp.file", 1, new RunPath("home/jdoe/temp/00temp.file")),
                                "127.0.0.1",
                                "/users/doej/data/00input.blob",
                                credential,
                                Optional.empty(),
                                false)),
                        List.of(),
                        List.of(),
                        Map.of(),
                        List.of()));
        assertThat(request.toString()).doesNotContain(credential.get().sealed());
    }

    @Test
    void figure_2_as_it_stands_is_refused_for_its_password_alone() throws IOException {
        ReadDocument read = reader.read(Files.readAllBytes(Path.of("documents/not-offered/figure-2.xml")));

        assertThat(((ReadDocument.NotOffered) read).problem().code()).isEqualTo(ProblemCode.SECRET_CLEAR);
        assertThat(((ReadDocument.NotOffered) read).problem().remedy().shell()).contains("slipway seal");
        assertThat(read.problems())
                .filteredOn(problem -> problem.severity() == DocumentProblem.Severity.NOT_OFFERED)
                .extracting(DocumentProblem::message)
                .containsExactly("jsdl:RemotePassword holds a password in the clear, which is not taken");
    }

    /** Validates documents by the published schemas, which refer to each other, as an XML editor does. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "not-offered/figure-2",
                "read/figure-2-sealed",
                "read/credentials-sealed",
                "read/figure-3",
                "read/report-with-stage-out",
                "read/service-queries",
                "read/sources",
                "read/stream-application",
                "read/sweep-nested",
                "read/sweep-beside",
                "read/sweep-attribute-and-doubles",
                "not-offered/credentials",
                "not-offered/transfers",
                "not-offered/application-by-name",
                "not-offered/nothing-to-run"
            })
    void the_published_schemas_hold_for(String name) throws Exception {
        Validator validator = published();

        assertThatCode(() -> validator.validate(
                        new StreamSource(Path.of("documents", name + ".xml").toFile())))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"posix:Executable,posix:Executabel", "source=,sorce=", "jsdl:FileName,jsdl:FielName"})
    void the_one_schema_that_an_editor_is_given_finds_a_slip_in_each_namespace(String slip) throws Exception {
        String text = Files.readString(Path.of("../../deploy/demo/equity-var.xml"));
        String[] words = slip.split(",");
        Validator validator = published();

        validator.validate(new StreamSource(new StringReader(text)));
        assertThat(text).contains(words[0]);
        assertThatThrownBy(
                        () -> validator.validate(new StreamSource(new StringReader(text.replace(words[0], words[1])))))
                .hasMessageContaining(words[1].replaceAll(".*:|=", ""));
    }

    private Validator published() throws Exception {
        Path schemas = Files.createDirectories(folder.resolve("schemas"));
        for (String file : DocumentSchemas.files()) {
            Files.write(schemas.resolve(file), DocumentSchemas.file(file).orElseThrow());
        }
        return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(schemas.resolve("job-document.xsd").toFile())
                .newValidator();
    }

    @Test
    void figure_2_can_be_submitted_when_the_host_is_the_operators() throws IOException {
        String text = Files.readString(Path.of("documents/not-offered/figure-2.xml"))
                .replaceAll("<jsdl:Remote(UserId|Password)>.*", "");

        assertThat(reader.read(text.getBytes(StandardCharsets.UTF_8))).isInstanceOf(ReadDocument.Accepted.class);
    }

    @ParameterizedTest
    @MethodSource("documents")
    void what_is_read_can_be_written_and_reads_back_equal(Path file) throws IOException {
        JobDocumentWriter writer = new JobDocumentWriter();
        for (JobRequest request : requests(reader.read(Files.readAllBytes(file)))) {
            ReadDocument back = reader.read(writer.write(request));
            assertThat(requests(back)).containsExactly(request);
        }
    }

    private static String kind(ReadDocument read) {
        if (read instanceof ReadDocument.Refused) {
            return "refused";
        }
        return read instanceof ReadDocument.NotOffered ? "not-offered" : "read";
    }

    private static List<JobRequest> requests(ReadDocument read) {
        if (read instanceof ReadDocument.Accepted accepted) {
            return List.of(accepted.request());
        }
        return read instanceof ReadDocument.Swept swept ? swept.requests() : List.of();
    }
}
