package dev.slipway.document.tree;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import dev.slipway.document.DocumentProblem;
import dev.slipway.document.grammar.Names;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.Remedy;
import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.XMLInputFactory2;

/**
 * Parses bytes into a tree of elements with positions. The parser refuses every DTD and entity, and opens no other
 * resource. Its limits are far above any honest document and keep memory and time within a small multiple of the
 * document's size.
 */
public final class DocumentParser {
    public static final int MAX_BYTES = 4 << 20;
    static final int MAX_DEPTH = 40;
    public static final int MAX_ELEMENTS = 20_000;
    static final int MAX_ATTRIBUTES = 100;
    public static final int MAX_TEXT = 1 << 20;

    /**
     * The most different names of any kind. Names with clashing hashes turn the parser's table of names into a linear
     * search, so their number is limited.
     */
    static final int MAX_NAMES = 1_000;

    /** Matches the parser's messages about a breach of one of its limits. */
    private static final Pattern LIMIT = Pattern.compile("(?i)\\blimit\\b.*\\bexceeded|exceeds? .*\\blimit\\b");

    private static final WstxInputFactory FACTORY = factory();

    private DocumentParser() {}

    private static WstxInputFactory factory() {
        WstxInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
        factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, MAX_DEPTH);
        factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_COUNT, (long) MAX_ELEMENTS);
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, MAX_ATTRIBUTES);
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, 1 << 16);
        factory.setProperty(WstxInputProperties.P_MAX_TEXT_LENGTH, (long) MAX_TEXT);
        factory.setProperty(WstxInputProperties.P_MAX_CHARACTERS, (long) MAX_BYTES);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("nothing outside the document is read");
        });
        return factory;
    }

    public static DocumentElement parse(byte[] document) throws DocumentRefused {
        if (document.length == 0) {
            throw refused(
                    ProblemCode.DOCUMENT_MALFORMED,
                    null,
                    "the document is empty",
                    Remedy.of("Send the document's bytes."));
        }
        if (document.length > MAX_BYTES) {
            throw tooLarge(null, document.length + " bytes, more than " + MAX_BYTES);
        }
        XMLStreamReader reader = null;
        try {
            reader = open(document);
            return tree(reader);
        } catch (XMLStreamException e) {
            throw explained(e);
        } finally {
            close(reader);
        }
    }

    /** Opens a reader with every limit set. The content is safe only after {@link #parse} has accepted the document. */
    public static XMLStreamReader open(byte[] document) throws XMLStreamException {
        return FACTORY.createXMLStreamReader(new ByteArrayInputStream(document));
    }

    private static DocumentElement tree(XMLStreamReader reader) throws XMLStreamException, DocumentRefused {
        if ("1.1".equals(reader.getVersion())) {
            throw refused(
                    ProblemCode.DOCUMENT_MALFORMED,
                    null,
                    "the document is XML 1.1",
                    Remedy.of("Declare XML 1.0; 1.1 only adds control characters, which no job needs."));
        }
        DocumentElement root = null;
        DocumentElement open = null;
        Set<String> names = new HashSet<>();
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    count(names, reader);
                    open = element(open, reader);
                    root = root == null ? open : root;
                }
                case XMLStreamConstants.END_ELEMENT -> open = open == null ? null : open.parent();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                    if (open != null) {
                        open.append(reader.getText());
                    }
                }
                case XMLStreamConstants.DTD -> throw forbidden(reader, "a DTD (<!DOCTYPE ...>)");
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw forbidden(reader, "the entity &" + Names.shown(reader.getLocalName()) + ";");
                case XMLStreamConstants.PROCESSING_INSTRUCTION -> add(names, reader.getPITarget(), reader);
                default -> {
                    // Comments and processing instructions carry no meaning.
                }
            }
        }
        return root;
    }

    private static void count(Set<String> names, XMLStreamReader reader) throws DocumentRefused {
        add(names, reader.getLocalName(), reader);
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            add(names, reader.getAttributeLocalName(i), reader);
        }
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            add(names, String.valueOf(reader.getNamespacePrefix(i)), reader);
        }
    }

    private static void add(Set<String> names, String name, XMLStreamReader reader) throws DocumentRefused {
        if (names.add(name) && names.size() > MAX_NAMES) {
            throw tooLarge(reader.getLocation(), "more than " + MAX_NAMES + " different names");
        }
    }

    private static DocumentElement element(DocumentElement parent, XMLStreamReader reader) {
        Map<QName, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            attributes.put(
                    Names.canonical(reader.getAttributeNamespace(i), reader.getAttributeLocalName(i)),
                    reader.getAttributeValue(i));
        }
        Map<String, String> bindings = new LinkedHashMap<>();
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            String prefix = reader.getNamespacePrefix(i);
            String namespace = reader.getNamespaceURI(i);
            bindings.put(prefix == null ? "" : prefix, namespace == null ? "" : namespace);
        }
        Location at = reader.getLocation();
        QName name = Names.canonical(reader.getNamespaceURI(), reader.getLocalName());
        QName written = new QName(name.getNamespaceURI(), reader.getLocalName());
        DocumentElement element =
                new DocumentElement(parent, written, attributes, bindings, at.getLineNumber(), at.getColumnNumber());
        element.mend(name);
        return element;
    }

    private static DocumentRefused forbidden(XMLStreamReader reader, String what) {
        return refused(
                ProblemCode.DOCUMENT_FORBIDDEN,
                reader.getLocation(),
                "the document holds " + what,
                ProblemCode.DOCUMENT_FORBIDDEN.remedy());
    }

    private static DocumentRefused tooLarge(Location at, String what) {
        return refused(
                ProblemCode.DOCUMENT_INVALID,
                at,
                "the document is beyond the limits: " + what,
                Remedy.of("At most " + MAX_BYTES + " bytes, " + MAX_ELEMENTS + " elements, " + MAX_NAMES
                        + " different names, " + MAX_DEPTH + " levels, " + MAX_ATTRIBUTES
                        + " attributes an element and " + MAX_TEXT + " characters of text an element."));
    }

    private static DocumentRefused explained(XMLStreamException e) {
        String message = String.valueOf(e.getMessage());
        int end = message.indexOf("\n at [row,col");
        String line = Names.cut(end < 0 ? message : message.substring(0, end));
        Location at = e.getCause() instanceof CharConversionException ? null : e.getLocation();
        if (LIMIT.matcher(line).find()) {
            return tooLarge(at, line);
        }
        return refused(
                ProblemCode.DOCUMENT_MALFORMED,
                at,
                "the document is not well-formed XML: " + line,
                Remedy.of("Correct the XML at this place; check that the declared encoding is the one used."));
    }

    private static DocumentRefused refused(ProblemCode code, Location at, String message, Remedy remedy) {
        int line = at == null ? 0 : Math.max(0, at.getLineNumber());
        int column = at == null ? 0 : Math.max(0, at.getColumnNumber());
        return new DocumentRefused(
                new DocumentProblem(code, DocumentProblem.Severity.ERROR, "/", line, column, message, remedy));
    }

    private static void close(XMLStreamReader reader) throws DocumentRefused {
        try {
            if (reader != null) {
                reader.close();
            }
        } catch (XMLStreamException e) {
            throw explained(e);
        }
    }
}
