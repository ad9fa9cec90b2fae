package dev.slipway.document.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.ReadDocument;
import dev.slipway.document.ThreadCpuTime;
import dev.slipway.document.tree.DocumentParser;
import dev.slipway.document.tree.Findings;
import dev.slipway.problem.ProblemCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JobDocumentReaderTest {
    private static final Path RESOURCES = Path.of("src/test/resources");
    private final JobDocumentReader reader = new JobDocumentReader();

    static Stream<Path> valid() throws IOException {
        return documents("valid");
    }

    static Stream<Path> invalid() throws IOException {
        return documents("invalid");
    }

    static Stream<Path> notOffered() throws IOException {
        return documents("not-offered");
    }

    private static Stream<Path> documents(String folder) throws IOException {
        try (Stream<Path> files = Files.list(RESOURCES.resolve(folder))) {
            return files
                    .filter(file -> file.toString().endsWith(".xml"))
                    .sorted(Comparator.naturalOrder())
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("valid")
    void reads_each_valid_document_as_expected(Path file) throws IOException {
        ReadDocument read = reader.read(Files.readAllBytes(file));

        assertThat(read).isInstanceOf(ReadDocument.Accepted.class);
        expect(file, read, ((ReadDocument.Accepted) read).request() + "\n");
    }

    @ParameterizedTest
    @MethodSource("notOffered")
    void reads_each_valid_document_that_asks_for_more_and_says_what(Path file) throws IOException {
        ReadDocument read = reader.read(Files.readAllBytes(file));

        assertThat(read).isInstanceOf(ReadDocument.NotOffered.class);
        assertThat(((ReadDocument.NotOffered) read).problem().code()).isEqualTo(ProblemCode.DOCUMENT_NOT_OFFERED);
        expect(file, read, "");
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void refuses_each_invalid_document_with_every_problem(Path file) throws IOException {
        ReadDocument read = reader.read(Files.readAllBytes(file));

        assertThat(read).isInstanceOf(ReadDocument.Refused.class);
        assertThat(((ReadDocument.Refused) read).problem().message()).startsWith("job document, ");
        expect(file, read, "");
    }

    /** Compares the findings with the list beside the document; -Dslipway.expect=write writes the list. */
    private static void expect(Path file, ReadDocument read, String head) throws IOException {
        String text = head
                + read.problems().stream()
                        .map(problem ->
                                problem.severity() + " " + problem.code().id() + " " + problem.line() + ":"
                                        + problem.column() + " " + problem.xpath() + "\n  " + problem.message() + "\n  "
                                        + problem.remedy().shell() + "\n")
                        .collect(Collectors.joining());
        assertThat(text).doesNotContain("hunter2");
        Path expected = Path.of(file.toString().replace(".xml", ".expected"));
        if ("write".equals(System.getProperty("slipway.expect"))) {
            Files.writeString(expected, text);
        }
        assertThat(text).isEqualTo(Files.readString(expected));
    }

    @Test
    void reads_utf_16_like_utf_8() throws IOException {
        String text = Files.readString(RESOURCES.resolve("valid/equity-desk-var.xml"));
        ReadDocument wide = reader.read(
                text.replace("encoding=\"UTF-8\"", "encoding=\"UTF-16\"").getBytes(StandardCharsets.UTF_16));

        assertThat(wide).isEqualTo(reader.read(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void refuses_a_body_in_another_encoding_than_it_declares() throws IOException {
        String text = Files.readString(RESOURCES.resolve("valid/equity-desk-var.xml"));

        assertThat(only(text.getBytes(StandardCharsets.UTF_16)).code()).isEqualTo(ProblemCode.DOCUMENT_MALFORMED);
    }

    @Test
    void stops_at_100_000_levels() {
        refusedAtALimit("<a>".repeat(100_000));
    }

    @Test
    void stops_at_a_million_attributes() {
        StringBuilder text = new StringBuilder("<a ");
        for (int i = 0; text.length() < DocumentParser.MAX_BYTES - 20; i++) {
            text.append('b').append(i).append("=''").append(' ');
        }
        refusedAtALimit(text + "/>");

        StringBuilder million = new StringBuilder("<a ");
        for (int i = 0; i < 1_000_000; i++) {
            million.append('b').append(i).append("='' ");
        }
        refusedAtALimit(million + "/>");
    }

    @Test
    void stops_at_elements_and_text_without_end() {
        refusedAtALimit("<a>" + "<b/>".repeat(DocumentParser.MAX_ELEMENTS + 1) + "</a>");
        refusedAtALimit("<a>" + "x".repeat(DocumentParser.MAX_TEXT + 1) + "</a>");
        refusedAtALimit("<a b='" + "x".repeat(100_000) + "'/>");
        refusedAtALimit("<a>" + " ".repeat(DocumentParser.MAX_BYTES) + "</a>");
    }

    @Test
    void keeps_the_list_of_problems_and_each_message_short() {
        String head = "<JobDefinition xmlns='http://schemas.ggf.org/jsdl/2005/11/jsdl'><JobDescription>";
        ReadDocument read = reader.read(
                (head + "<Nonsense/>".repeat(5_000) + "<N" + "o".repeat(50_000) + "/></JobDescription></JobDefinition>")
                        .getBytes(StandardCharsets.UTF_8));

        assertThat(read.problems()).hasSizeBetween(Findings.MOST, Findings.MOST + 2);
        assertThat(read.problems())
                .allSatisfy(problem -> assertThat(problem.message().length()).isLessThan(300));
    }

    @Test
    void reads_the_largest_documents_in_time() {
        String head = "<j:JobDefinition xmlns:j='http://schemas.ggf.org/jsdl/2005/11/jsdl'><j:JobDescription>";
        String report = head.replace("2005/11", "2005/04");
        String query =
                "<j:SQLQueryDataStaging><j:SQLStatement>s</j:SQLStatement><j:SQLOutputFileName>f</j:SQLOutputFileName>"
                        + "<j:SQLInputFileName>f</j:SQLInputFileName>"
                        + "<j:SQLInputFileCompression>yes</j:SQLInputFileCompression>"
                        + "</j:SQLQueryDataStaging>";
        for (String body : List.of(
                head + "<j:Nonsense/>".repeat(19_000),
                head + "<DataStaging/>".repeat(19_000),
                head + "<j:DataStaging>" + "<FileName>f</FileName>".repeat(19_000) + "</j:DataStaging>",
                head + "<j:DataStaging><j:FileName>f</j:FileName><j:Source/></j:DataStaging>".repeat(6_000),
                head
                        + ("<j:DataStaging><j:FileName>f</j:FileName><j:Source><j:URI>sftp://h/f</j:URI></j:Source>"
                                        + "</j:DataStaging>")
                                .repeat(4_900),
                report + "<j:PreDataStaging>" + query.repeat(3_900) + "</j:PreDataStaging>")) {
            ThreadCpuTime cpuTime = new ThreadCpuTime();
            ReadDocument read =
                    reader.read((body + "</j:JobDescription></j:JobDefinition>").getBytes(StandardCharsets.UTF_8));

            assertThat(read.problems()).isNotEmpty().noneMatch(problem -> problem.message()
                    .contains("limits"));
            assertThat(cpuTime.spent()).as(body.substring(0, 200)).isLessThan(Duration.ofSeconds(3));
        }
    }

    private void refusedAtALimit(String text) {
        ThreadCpuTime cpuTime = new ThreadCpuTime();
        DocumentProblem problem = only(text.getBytes(StandardCharsets.UTF_8));

        assertThat(problem.code()).isEqualTo(ProblemCode.DOCUMENT_INVALID);
        assertThat(problem.message()).contains("beyond the limits");
        assertThat(cpuTime.spent()).isLessThan(Duration.ofSeconds(3));
    }

    private DocumentProblem only(byte[] document) {
        ReadDocument read = reader.read(document);
        assertThat(read).isInstanceOf(ReadDocument.Refused.class);
        List<DocumentProblem> problems = read.problems();
        assertThat(problems).hasSize(1);
        return problems.get(0);
    }
}
