package dev.slipway.toolkit.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.toolkit.Shell;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Tests the documents that run makes of a command line. */
class RunVerbTest {
    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(folder);
    }

    private static List<String> texts(Document document, String element) {
        NodeList found = document.getElementsByTagNameNS("*", element);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> found.item(i).getTextContent())
                .toList();
    }

    private Document printed() throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(shell.out.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void words_after_the_program_are_its_arguments_unchanged() throws Exception {
        String file =
                Files.writeString(folder.resolve("in.txt"), "]]> &amp; <b>\n").toString();
        List<String> arguments = List.of("--json", "--", "-o", "a\rb\r\n", " c ", "%d", "${x}", "$(id)", "<&\"'", "");

        List<String> call =
                List.of("run", "--print", "--in", file, "--out", "out.txt", "--out", "d/e.txt", "--", "prog");
        List<String> words = new ArrayList<>(call);
        words.addAll(arguments);
        assertThat(shell.run(words.toArray(String[]::new))).as(shell.err).isZero();

        Document document = printed();
        assertThat(texts(document, "Executable")).containsExactly("prog");
        assertThat(texts(document, "Argument")).isEqualTo(arguments);
        assertThat(texts(document, "JobName")).containsExactly("prog");
        assertThat(texts(document, "Inline")).containsExactly("]]> &amp; <b>\n");
    }

    @Test
    void a_path_without_a_name_is_refused() {
        for (List<String> call :
                List.of(List.of("run", "--print", "/"), List.of("run", "--print", "--in", "/", "prog"))) {
            assertThat(shell.run(call.toArray(String[]::new)))
                    .as(call.toString())
                    .isEqualTo(2);
            assertThat(shell.err).contains("\"/\" has no name of a file");
        }
    }
}
