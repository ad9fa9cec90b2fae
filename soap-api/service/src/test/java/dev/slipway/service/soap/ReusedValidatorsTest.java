package dev.slipway.service.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import javax.xml.validation.ValidatorHandler;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.DefaultHandler;

class ReusedValidatorsTest {
    private static final String GOOD = "<pair><left>1</left><right>2</right></pair>";
    private static final String BAD = "<pair><right>2</right></pair>";

    private final Counted counted = new Counted();
    private ReusedValidators validators;

    @BeforeEach
    void make_the_schema() {
        validators = new ReusedValidators(counted);
    }

    @Test
    void makes_one_handler_for_calls_that_come_one_after_another() throws Exception {
        check(GOOD, new DefaultHandler());
        check(GOOD, new DefaultHandler());

        assertThat(counted.made).isEqualTo(1);
    }

    @Test
    void judges_a_call_anew_whatever_was_found_in_the_one_before() throws Exception {
        Findings first = new Findings();
        check(BAD, first);
        Findings second = new Findings();
        check(GOOD, second);
        Findings third = new Findings();
        check(BAD, third);

        assertThat(counted.made).isEqualTo(1);
        assertThat(first.all).hasSize(1);
        assertThat(second.all).isEmpty();
        assertThat(third.all).isEqualTo(first.all);
    }

    @Test
    void leaves_a_handler_that_was_stopped_in_the_middle() throws Exception {
        assertThatThrownBy(() -> check(BAD, new Strict())).isInstanceOf(SAXParseException.class);
        Findings next = new Findings();
        check(GOOD, next);

        assertThat(counted.made).isEqualTo(2);
        assertThat(next.all).isEmpty();
    }

    @Test
    void lets_a_handler_go_that_was_told_a_long_text() throws Exception {
        check(
                "<pair><left>" + " ".repeat(ReusedValidators.MOST_CHARACTERS) + "1</left><right>2</right></pair>",
                new DefaultHandler());
        check(GOOD, new DefaultHandler());

        assertThat(counted.made).isEqualTo(2);
    }

    @Test
    void lets_a_handler_go_that_was_told_many_names() throws Exception {
        ValidatorHandler handler = validators.newValidatorHandler();
        handler.startDocument();
        for (int i = 0; i < ReusedValidators.MOST_CHARACTERS / 100; i++) {
            handler.startPrefixMapping("p" + i, "urn:" + i + "n".repeat(100));
        }
        handler.startElement("", "pair", "pair", new AttributesImpl());
        for (String field : List.of("left", "right")) {
            handler.startElement("", field, field, new AttributesImpl());
            handler.characters(new char[] {'1'}, 0, 1);
            handler.endElement("", field, field);
        }
        handler.endElement("", "pair", "pair");
        handler.endDocument();
        check(GOOD, new DefaultHandler());

        assertThat(counted.made).isEqualTo(2);
    }

    @Test
    void gives_two_calls_at_once_a_handler_each() throws Exception {
        ValidatorHandler one = validators.newValidatorHandler();
        one.startDocument();
        check(GOOD, new DefaultHandler());

        assertThat(counted.made).isEqualTo(2);
    }

    private void check(String document, ErrorHandler errors) throws Exception {
        ValidatorHandler handler = validators.newValidatorHandler();
        handler.setErrorHandler(errors);
        handler.setContentHandler(new DefaultHandler());
        SAXParserFactory factory = SAXParserFactory.newInstance();
        factory.setNamespaceAware(true);
        XMLReader reader = factory.newSAXParser().getXMLReader();
        reader.setContentHandler(handler);
        reader.parse(new InputSource(new StringReader(document)));
    }

    private static final class Findings extends DefaultHandler {
        private final List<String> all = new ArrayList<>();

        @Override
        public void error(SAXParseException found) {
            all.add(found.getMessage());
        }
    }

    private static final class Strict extends DefaultHandler {
        @Override
        public void error(SAXParseException found) throws SAXException {
            throw found;
        }
    }

    /** A schema that counts its handlers. */
    private static final class Counted extends Schema {
        private final Schema schema;
        private int made;

        Counted() {
            String text = """
                    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
                      <xs:element name="pair"><xs:complexType><xs:sequence>
                        <xs:element name="left" type="xs:int"/><xs:element name="right" type="xs:int"/>
                      </xs:sequence></xs:complexType></xs:element>
                    </xs:schema>""";
            try {
                schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                        .newSchema(new StreamSource(new StringReader(text)));
            } catch (SAXException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Validator newValidator() {
            return schema.newValidator();
        }

        @Override
        public ValidatorHandler newValidatorHandler() {
            made++;
            return schema.newValidatorHandler();
        }
    }
}
