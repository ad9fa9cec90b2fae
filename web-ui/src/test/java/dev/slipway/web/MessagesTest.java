package dev.slipway.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the texts of the pages. The files of texts are one table to the pages, so a key must stand in it once. */
class MessagesTest {
    /** Finds words of the command line, of documents and of the operator's settings. */
    private static final Pattern ELSEWHERE =
            Pattern.compile("`\\.?/?slipway|slipway\\.[a-z]|\\.yaml|\\b(sw|jsdl|posix):|/(etc|var)/");

    @Test
    void each_key_has_one_text_in_one_file() throws IOException {
        Map<String, List<String>> repeated = new TreeMap<>(places());
        repeated.values().removeIf(places -> places.size() == 1);

        assertThat(repeated)
                .as("keys of which only the first text is ever shown: give each page's text a key of its own")
                .isEmpty();
    }

    @Test
    void no_text_tells_a_command_a_setting_an_element_or_a_file_of_the_server() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            assertThat(files.flatMap(MessagesTest::lines))
                    .hasSizeGreaterThan(500)
                    .noneMatch(line -> ELSEWHERE.matcher(line).find());
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns for each key the files that give it a text. A file that gives two texts is named twice. */
    private static Map<String, List<String>> places() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.filter(file -> file.toString().endsWith(".properties"))
                    .sorted()
                    .flatMap(MessagesTest::keys)
                    .collect(Collectors.groupingBy(
                            Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
        }
    }

    private static Path folder() {
        try {
            return Path.of(WebUi.class.getResource("messages/frame.properties").toURI())
                    .getParent();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** Reads the lines themselves, because {@link java.util.Properties} drops the first of two texts of a key. */
    private static Stream<Map.Entry<String, String>> keys(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.matches("[^#!\\s][^=]*=.*"))
                    .map(line -> Map.entry(
                            line.substring(0, line.indexOf('=')).strip(),
                            file.getFileName().toString()));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
