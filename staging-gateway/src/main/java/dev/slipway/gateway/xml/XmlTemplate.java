package dev.slipway.gateway.xml;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxEventFactory;
import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.stax.WstxOutputFactory;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.xml.stream.XMLEventFactory;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLEventWriter;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.events.Attribute;
import javax.xml.stream.events.Namespace;
import javax.xml.stream.events.StartElement;
import javax.xml.stream.events.XMLEvent;

/**
 * An XML document with places for values. A place is an attribute, or the whole text of an element, that equals the
 * mark. The XML writer writes the values, so that no value can become markup. Null omits an attribute, and makes an
 * element {@code xsi:nil}.
 */
public final class XmlTemplate {
    private static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";
    private static final String XSI_PREFIX = "xsi";
    private static final int DEEPEST = 100;
    private static final XMLInputFactory IN = in();
    private static final XMLOutputFactory OUT = new WstxOutputFactory();
    private static final XMLEventFactory EVENTS = new WstxEventFactory();

    private final String mark;
    private final List<XMLEvent> events = new ArrayList<>();
    private final int parameters;

    private static XMLInputFactory in() {
        WstxInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, DEEPEST);
        return factory;
    }

    /** @throws XMLStreamException if {@code text} is not well-formed, or has a DTD */
    public XmlTemplate(String text, String mark) throws XMLStreamException {
        this.mark = mark;
        XMLEventReader reader = IN.createXMLEventReader(new StringReader(text.strip()));
        while (reader.hasNext()) {
            XMLEvent event = reader.nextEvent();
            if (event.getEventType() == XMLEvent.DTD || event.isEntityReference()) {
                throw new XMLStreamException("it has a DTD or an entity of its own");
            }
            if (!event.isStartDocument()) {
                events.add(event);
            }
        }
        parameters = count();
    }

    private int count() {
        int count = 0;
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i).isStartElement()) {
                Iterator<Attribute> attributes = events.get(i).asStartElement().getAttributes();
                while (attributes.hasNext()) {
                    count += attributes.next().getValue().equals(mark) ? 1 : 0;
                }
                count += isParameter(i + 1) ? 1 : 0;
            }
        }
        return count;
    }

    /** Returns whether the text after a start tag is the mark and the element's only content. */
    private boolean isParameter(int at) {
        return events.get(at).isCharacters()
                && events.get(at).asCharacters().getData().strip().equals(mark)
                && events.get(at + 1).isEndElement();
    }

    /** Returns the number of values, counted in the document's order, attributes before the text. */
    public int parameters() {
        return parameters;
    }

    /** Returns whether XML can hold {@code value}. */
    public static boolean canHold(String value) {
        return value.codePoints()
                .allMatch(c -> c >= ' ' && !(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) && c < 0xfffe
                        || c > 0xffff
                        || c == '\t'
                        || c == '\n'
                        || c == '\r');
    }

    /**
     * Returns the document in UTF-8.
     *
     * @param values one for each parameter: null, or a value that XML {@link #canHold}
     */
    public byte[] with(List<String> values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Iterator<String> next = values.iterator();
        try {
            XMLEventWriter writer = OUT.createXMLEventWriter(out, "UTF-8");
            for (int i = 0; i < events.size(); i++) {
                if (!events.get(i).isStartElement()) {
                    writer.add(events.get(i));
                } else if (start(events.get(i).asStartElement(), isParameter(i + 1), next, writer)) {
                    i++;
                }
            }
            writer.close();
            return out.toByteArray();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("XML that was read cannot be written", e);
        }
    }

    /** @return whether the text was written too */
    private boolean start(StartElement element, boolean parameter, Iterator<String> values, XMLEventWriter writer)
            throws XMLStreamException {
        List<Attribute> attributes = new ArrayList<>();
        for (Iterator<Attribute> each = element.getAttributes(); each.hasNext(); ) {
            Attribute attribute = each.next();
            String value = attribute.getValue().equals(mark) ? values.next() : attribute.getValue();
            if (value != null) {
                attributes.add(EVENTS.createAttribute(attribute.getName(), value));
            }
        }
        List<Namespace> namespaces = new ArrayList<>();
        element.getNamespaces().forEachRemaining(namespaces::add);
        String text = parameter ? values.next() : null;
        if (parameter && text == null) {
            namespaces.removeIf(namespace -> namespace.getPrefix().equals(XSI_PREFIX));
            namespaces.add(EVENTS.createNamespace(XSI_PREFIX, XSI));
            attributes.add(EVENTS.createAttribute(XSI_PREFIX, XSI, "nil", "true"));
        }
        writer.add(EVENTS.createStartElement(element.getName(), attributes.iterator(), namespaces.iterator()));
        if (text != null) {
            writer.add(EVENTS.createCharacters(text));
        }
        return parameter;
    }
}
