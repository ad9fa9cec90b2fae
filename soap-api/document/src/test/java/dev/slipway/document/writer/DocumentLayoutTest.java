package dev.slipway.document.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.ReadDocument;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.JobRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class DocumentLayoutTest {
    private static final JobDocumentWriter WRITER = new JobDocumentWriter();
    private final JobDocumentReader reader = new JobDocumentReader();

    @Provide
    Arbitrary<JobRequest> requests() {
        return RandomRequests.requests();
    }

    @Property(tries = 100)
    void what_is_laid_out_means_the_same_and_stays(@ForAll("requests") JobRequest request) {
        byte[] written = WRITER.write(request);
        byte[] laidOut = DocumentLayout.of(written).document().orElseThrow();

        assertThat(((ReadDocument.Accepted) reader.read(laidOut)).request()).isEqualTo(request);
        assertThat(DocumentLayout.of(laidOut).document().orElseThrow()).isEqualTo(laidOut);
    }

    @Test
    void what_is_laid_out_comes_to_the_same_findings() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/resources"))) {
            for (Path file :
                    files.filter(name -> name.toString().endsWith(".xml")).toList()) {
                byte[] before = Files.readAllBytes(file);
                DocumentLayout.LaidOut laidOut = DocumentLayout.of(before);
                laidOut.document()
                        .ifPresent(
                                after -> assertThat(words(after)).as("%s", file).isEqualTo(words(before)));
                assertThat(laidOut.document().isPresent())
                        .isNotEqualTo(laidOut.problem().isPresent());
            }
        }
    }

    private List<String> words(byte[] document) {
        return reader.read(document).problems().stream()
                .map(problem -> problem.xpath() + problem.message())
                .toList();
    }

    @Test
    void keeps_texts_comments_prefixes_and_empty_lines_and_breaks_long_starts() {
        String text = "<?xml version='1.0' encoding='ISO-8859-1'?><!-- top --><a:JobDefinition xmlns:a='" + Names.JSDL
                + "' xmlns:b='" + "urn:x:".repeat(12)
                + "' id='\u00e9&#10;&lt;'>\n\n\n <?go now?>\n\n\n\n<!-- two\nlines -->"
                + "<a:b> x <c/> y </a:b><d><![CDATA[1 < 2]]></d><e>  </e></a:JobDefinition>";

        assertThat(new String(
                        DocumentLayout.of(text.getBytes(StandardCharsets.ISO_8859_1))
                                .document()
                                .orElseThrow(),
                        StandardCharsets.UTF_8))
                .isEqualTo("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- top -->\n<a:JobDefinition xmlns:a=\""
                        + Names.JSDL + "\"\n    xmlns:b=\"" + "urn:x:".repeat(12) + "\" id=\"\u00e9&#10;&lt;\">\n"
                        + "  <?go now?>\n\n  <!-- two\nlines -->\n  <a:b> x <c/> y </a:b>\n"
                        + "  <d><![CDATA[1 < 2]]></d>\n  <e>  </e>\n</a:JobDefinition>\n");
    }

    @Test
    void refuses_what_the_reader_refuses_to_parse() {
        DocumentLayout.LaidOut bomb =
                DocumentLayout.of("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>".getBytes(StandardCharsets.UTF_8));

        assertThat(bomb.document()).isEmpty();
        assertThat(bomb.problem().orElseThrow().code()).isEqualTo(ProblemCode.DOCUMENT_FORBIDDEN);
    }
}
