package dev.slipway.gateway.query;

import dev.slipway.gateway.xml.XmlStream;
import java.io.InputStream;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

/** Reads the words of a SOAP fault. A fault comes with a status of server errors, and yet is an answer. */
final class SoapFault {
    private static final int LONGEST = 1_000;

    /** The elements with a fault's words in SOAP 1.1 and 1.2. */
    private static final Set<String> WORDS = Set.of("faultstring", "Text");

    private SoapFault() {}

    /** Returns the words of a fault; empty if {@code answer} is no fault. */
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
