package dev.slipway.service;

import java.util.HashSet;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.binding.soap.Soap11;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/**
 * Ends a call with more different names of elements, attributes and prefixes than any call has. The parser keeps all names of a request
 * in one table, which is searched name by name where their hashes are made to clash; none of CXF's limits bounds that. And one that names
 * an entity, for the stack would leave it out of the value, such as a password, and go on.
 */
final class BoundedNames extends AbstractPhaseInterceptor<Message> {
    /** A call with a document inline has some hundreds. */
    static final int MOST = 2_000;

    private static final String SOAP = Soap11.SOAP_NAMESPACE;

    /** Under this name a call's message tells how many elements its body has had so far: an {@link IntSupplier}. */
    static final String IN_BODY = "dev.slipway.elements-in-body";

    /**
     * Under this name a call's message tells at which element the reader stands, and in which line: a {@link Supplier}
     * of a string.
     */
    static final String PLACE = "dev.slipway.place-in-call";

    /** So many names are not looked at, for most calls have no more of them, different or not. */
    private static final int UNSEEN = 200;

    BoundedNames() {
        super(Phase.POST_STREAM);
        addAfter("org.apache.cxf.interceptor.StaxInInterceptor");
    }

    @Override
    public void handleMessage(Message message) {
        XMLStreamReader reader = message.getContent(XMLStreamReader.class);
        if (reader != null) {
            Counting counting = new Counting(reader);
            message.setContent(XMLStreamReader.class, counting);
            message.put(IN_BODY, (IntSupplier) () -> counting.inBody);
            message.put(PLACE, (Supplier<String>) counting::place);
        }
    }

    private static final class Counting extends OlderElementNames {
        private final Set<String> names = new HashSet<>();
        private int seen;
        private int inBody;

        Counting(XMLStreamReader reader) {
            super(reader);
        }

        @Override
        public int next() throws XMLStreamException {
            if (!hasNext()) {
                throw new XMLStreamException("the envelope lacks a part");
            }
            return counted(super.next());
        }

        @Override
        public int nextTag() throws XMLStreamException {
            return counted(super.nextTag());
        }

        /**
         * The element whose begin or end was read last, such as {@code element offset in line 3}; empty when the reader
         * stands at none.
         */
        String place() {
            int event = getEventType();
            return event == XMLStreamConstants.START_ELEMENT || event == XMLStreamConstants.END_ELEMENT
                    ? "element " + getLocalName() + " in line " + getLocation().getLineNumber()
                    : "";
        }

        private int counted(int event) throws XMLStreamException {
            if (event == XMLStreamConstants.START_ELEMENT) {
                String name = getLocalName();
                inBody = name.equals("Body") && SOAP.equals(getNamespaceURI()) ? 0 : inBody + 1;
                count(name);
                for (int i = 0; i < getAttributeCount(); i++) {
                    count(getAttributeLocalName(i));
                }
                for (int i = 0; i < getNamespaceCount(); i++) {
                    count(String.valueOf(getNamespacePrefix(i)));
                }
            } else if (event == XMLStreamConstants.PROCESSING_INSTRUCTION) {
                count(getPITarget());
            } else if (event == XMLStreamConstants.ENTITY_REFERENCE) {
                throw new XMLStreamException("it names an entity that is not declared");
            }
            return event;
        }

        private void count(String name) throws XMLStreamException {
            seen++;
            if (seen > UNSEEN && names.add(name) && names.size() > MOST - UNSEEN) {
                throw new XMLStreamException("the call has more than " + MOST + " different names");
            }
        }
    }
}
