package dev.slipway.service.soap;

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
 * Ends a call with more different names of elements, attributes and prefixes than any honest call has. The parser keeps
 * all names of a request in one table, and names with clashing hashes turn a lookup there into a linear search. CXF has
 * no limit on these names. The class also ends a call that names an entity: the stack would silently leave the entity
 * out of the value, for example a password.
 */
public final class BoundedNames extends AbstractPhaseInterceptor<Message> {
    /** The most different names. A call with an inline document has some hundreds. */
    static final int MOST = 2_000;

    private static final String SOAP = Soap11.SOAP_NAMESPACE;

    /** The message property with the number of elements read so far in the body: an {@link IntSupplier}. */
    public static final String IN_BODY = "dev.slipway.elements-in-body";

    /** The message property with the reader's present element and line: a {@link Supplier} of a string. */
    static final String PLACE = "dev.slipway.place-in-call";

    /** The number of names that are not looked at, because most calls have no more names, different or not. */
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
         * Returns the element with the last start or end tag read, such as {@code element offset in line 3}; empty when
         * the reader is not at a tag.
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
