package dev.slipway.document.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Checks that ELEMENTS.md and the grammar list the same elements. */
class ElementTableTest {
    private static final Pattern NAME = Pattern.compile("`([a-z]+:[A-Za-z_]+(?:/@(?:sw:)?[A-Za-z0-9]+)?)`");
    private static final Map<String, String> PREFIXES =
            Names.NAMESPACES.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));

    @Test
    void the_table_has_each_element_and_attribute_of_the_grammar_once() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("ELEMENTS.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split("\\|")[1])
                .toList();
        List<String> told = rows.stream()
                .flatMap(row -> NAME.matcher(row).results().map(found -> found.group(1)))
                .toList();

        assertThat(told).doesNotHaveDuplicates();
        assertThat(new TreeSet<>(told)).isEqualTo(known());
    }

    @Test
    void every_row_says_its_effect() throws IOException {
        Files.readAllLines(Path.of("ELEMENTS.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .forEach(line ->
                        assertThat(line.split("\\|")[3].strip()).as(line).isNotEmpty());
    }

    @Test
    void what_is_ours_is_marked() throws IOException {
        Files.readAllLines(Path.of("ELEMENTS.md")).stream()
                .filter(line -> line.startsWith("| `sw:"))
                .forEach(line -> assertThat(line.split("\\|")[1]).contains("**(ours"));
    }

    private static TreeSet<String> known() {
        TreeSet<String> known = new TreeSet<>();
        DocumentGrammar.all().forEach((name, form) -> {
            known.add(label(name));
            form.attributes().forEach(attribute -> known.add(label(name) + "/@" + attribute));
            form.children().forEach(child -> known.add(label(child.name())));
        });
        return known;
    }

    private static String label(QName name) {
        return PREFIXES.get(name.getNamespaceURI()) + ":" + name.getLocalPart();
    }
}
