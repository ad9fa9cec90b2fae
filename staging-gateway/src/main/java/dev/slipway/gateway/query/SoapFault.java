package dev.slipway.gateway.query;

import dev.slipway.gateway.xml.XmlStream;
import java.io.InputStream;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

/** The words of a SOAP fault, which comes with the status of a server that is broken and yet is an answer. */
final class SoapFault {
    private static final int LONGEST = 1_000;

    /** Of SOAP 1.1 and 1.2. */
    private static final Set<String> WORDS = Set.of("faultstring", "Text");

    private SoapFault() {}

    /** Empty if {@code answer} is no fault. */
    static Optional<String> in(InputStream answer) {
        try (XmlStream xml = new XmlStream(answer)) {
            boolean fault = false;
            for (int event = xml.next(); event != XMLStreamConstants.END_DOCUMENT; event = xml.next()) {
                if (event == XMLStreamConstants.START_ELEMENT) {
                    fault |= xml.name().equals("Fault");
                    if (fault && WORDS.contains(xml.name())) {
                        return Optional.of(words(xml));
                    }
                }
            }
            return Optional.empty();
        } catch (XMLStreamException e) {
            return Optional.empty();
        }
    }

    private static String words(XmlStream xml) throws XMLStreamException {
        StringBuilder words = new StringBuilder();
        while (xml.next() == XMLStreamConstants.CHARACTERS && words.length() < LONGEST) {
            words.append(xml.text());
        }
        return words.toString().strip();
    }
}
