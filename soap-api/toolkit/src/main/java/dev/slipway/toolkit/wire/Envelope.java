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

/** Writes and reads SOAP 1.1 envelopes: a call from flat fields, and an answer or a fault. */
final class Envelope {
    static final String SERVICE = "urn:slipway:service:1";
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

    private Envelope() {}

    /** @param fields in the order of the WSDL; a repeated element has one entry for each value */
    static byte[] call(String operation, List<Map.Entry<String, String>> fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            XMLStreamWriter writer = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, "UTF-8");
            writer.writeStartDocument("UTF-8", "1.0");
            writer.writeStartElement("soap", "Envelope", SOAP);
            writer.writeNamespace("soap", SOAP);
            writer.writeStartElement("soap", "Body", SOAP);
            writer.writeStartElement("s", operation, SERVICE);
            writer.writeNamespace("s", SERVICE);
            for (Map.Entry<String, String> field : fields) {
                writer.writeStartElement("s", field.getKey(), SERVICE);
                writer.writeCharacters(field.getValue());
                writer.writeEndElement();
            }
            writer.writeEndDocument();
            writer.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
        return out.toByteArray();
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
