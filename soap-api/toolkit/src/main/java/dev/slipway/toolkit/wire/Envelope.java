package dev.slipway.toolkit.wire;

import dev.slipway.toolkit.answer.Answer;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** Writes and reads SOAP 1.1 envelopes: a call from its fields, and an answer or a fault. */
final class Envelope {
    static final String SERVICE = "urn:slipway:service:1";
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

    private Envelope() {}

    /**
     * Writes a call.
     *
     * @param fields in the order of the WSDL, each with a text or a {@link Part}; a repeated element has one entry for
     *     each value
     */
    static byte[] call(String operation, List<? extends Map.Entry<String, ?>> fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            XMLStreamWriter writer = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, "UTF-8");
            writer.writeStartDocument("UTF-8", "1.0");
            writer.writeStartElement("soap", "Envelope", SOAP);
            writer.writeNamespace("soap", SOAP);
            writer.writeStartElement("soap", "Body", SOAP);
            writer.writeStartElement("s", operation, SERVICE);
            writer.writeNamespace("s", SERVICE);
            write(writer, fields);
            writer.writeEndDocument();
            writer.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
        return out.toByteArray();
    }

    private static void write(XMLStreamWriter writer, List<? extends Map.Entry<String, ?>> fields)
            throws XMLStreamException {
        for (Map.Entry<String, ?> field : fields) {
            writer.writeStartElement("s", field.getKey(), SERVICE);
            if (field.getValue() instanceof Part part) {
                write(writer, part.fields());
            } else {
                writer.writeCharacters(String.valueOf(field.getValue()));
            }
            writer.writeEndElement();
        }
    }

    /** Returns the element inside the body: the operation's response, or {@code Fault}. */
    static Answer read(InputStream in) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader reader = factory.createXMLStreamReader(in);
        Answer root = new Answer("");
        Deque<Answer> open = new ArrayDeque<>();
        open.push(root);
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    Answer element = new Answer(reader.getLocalName());
                    open.element().children().add(element);
                    open.push(element);
                }
                case XMLStreamConstants.END_ELEMENT -> open.pop();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
                    open.element().append(reader.getText());
                default -> {
                    // Other events carry no meaning.
                }
            }
        }
        return root.child("Envelope")
                .flatMap(envelope -> envelope.child("Body"))
                .filter(body -> !body.children().isEmpty())
                .map(body -> body.children().get(0))
                .orElseThrow(() -> new XMLStreamException("no SOAP envelope"));
    }
}
