package dev.slipway.service;

import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;

/**
 * Reads a call under the names that the WSDL has today. Clients that were made of an older WSDL send {@code bytes} in
 * the call {@code upload}, where the element is called {@code content} now; no other call has an element of that name.
 */
class OlderNames extends StreamReaderDelegate {
    private static final String SERVICE = "urn:slipway:service:1";
    private static final String OLDER = "bytes";
    private static final String TODAY = "content";

    OlderNames(XMLStreamReader reader) {
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
