package dev.slipway.gateway.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.xml.XmlTemplate;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.w3c.dom.Element;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Tests that another parser reads each value back unchanged, at its place in the template. */
class BodyTemplateTest {
    @Provide
    Arbitrary<String> values() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(20).filter(dev.slipway.gateway.files.CsvWriter::canHold),
                Arbitraries.of("\"", "\\", "\"}", "</b>", "&#60;", "]]>", "-->", "?", "\r\n", "<!DOCTYPE a>", "' x='"),
                Arbitraries.strings().withChars("\"'<>&{}[],:\\/?\t\r\n").ofMaxLength(10));
    }

    @Property(tries = 300)
    void json_holds_the_value_and_the_structure_of_the_template(
            @ForAll("values") String first, @ForAll("values") String next) throws Exception {
        byte[] body = new JsonTemplate("{\"a\": \"?\", \"b\": [1, \"?\"]}").with(Arrays.asList(first, next), 0);

        List<String> tokens = new ArrayList<>();
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), body)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                tokens.add(json.getString());
            }
        }
        assertThat(tokens).containsExactly("{", "a", first, "b", "[", "1", next, "]", "}");
    }

    @Property(tries = 300)
    void xml_holds_the_value_and_the_structure_of_the_template(
            @ForAll("values") String first, @ForAll("values") String next) throws Exception {
        XmlTemplate template = new XmlTemplate("<a><b c='?'>?</b>?<d/></a>", "?");
        if (!XmlTemplate.canHold(first) || !XmlTemplate.canHold(next)) {
            return;
        }

        Element root = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(template.with(List.of(first, next))))
                .getDocumentElement();

        Element held = (Element) root.getFirstChild();
        assertThat(held.getAttribute("c")).isEqualTo(first);
        assertThat(held.getTextContent()).isEqualTo(next);
        assertThat(root.getElementsByTagName("*").getLength()).isEqualTo(2);
        assertThat(held.getNextSibling().getTextContent()).isEqualTo("?");
        assertThat(held.getAttributes().getLength()).isEqualTo(1);
    }
}
