package dev.slipway.service.soap;

import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;

/**
 * Reads elements of a call under the names that the WSDL has today. Clients that were made from an older WSDL send
 * {@code bytes} in the call {@code upload}; the element is called {@code content} now. No other call has an element of
 * that name.
 */
class OlderElementNames extends StreamReaderDelegate {
    private static final String SERVICE = "urn:slipway:service:1";
    private static final String OLDER = "bytes";
    private static final String TODAY = "content";

    OlderElementNames(XMLStreamReader reader) {
        super(reader);
    }

    @Override
    public String getLocalName() {
        String name = super.getLocalName();
        return name.equals(OLDER) && SERVICE.equals(getNamespaceURI()) ? TODAY : name;
    }

    @Override
    public QName getName() {
        String prefix = getPrefix();
        return new QName(getNamespaceURI(), getLocalName(), prefix == null ? "" : prefix);
    }
}
