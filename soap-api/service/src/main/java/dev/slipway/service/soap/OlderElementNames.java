package dev.slipway.service.soap;

import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;

/**
 * Reads elements of a call under the names that the WSDL has today. Clients that were made from an older WSDL send
 * {@code bytes} in the call {@code upload} and {@code length} in the call {@code download}; the elements are called
 * {@code content} and {@code limit} now. No other call has an element of these names.
 */
class OlderElementNames extends StreamReaderDelegate {
    private static final String SERVICE = "urn:slipway:service:1";
    private static final Map<String, String> TODAY = Map.of("bytes", "content", "length", "limit");

    OlderElementNames(XMLStreamReader reader) {
        super(reader);
    }

    @Override
    public String getLocalName() {
        String name = super.getLocalName();
        String today = TODAY.get(name);
        return today != null && SERVICE.equals(getNamespaceURI()) ? today : name;
    }

    @Override
    public QName getName() {
        String prefix = getPrefix();
        return new QName(getNamespaceURI(), getLocalName(), prefix == null ? "" : prefix);
    }
}
