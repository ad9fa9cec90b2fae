package dev.slipway.gateway.xml;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.exc.WstxLazyException;
import com.ctc.wstx.stax.WstxInputFactory;
import dev.slipway.gateway.bytes.SingleByte;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads foreign XML event by event in bounded memory. DTDs and own entities are refused, long texts come in pieces,
 * comments are skipped, and depth, attributes and names are bounded.
 */
public final class XmlStream implements AutoCloseable {
    private static final int DEEPEST = 100;
    private static final int MOST_ATTRIBUTES = 200;
    private static final int LONGEST_ATTRIBUTE = 1 << 16;

    /** The most different names of any kind, because the parser keeps each name. */
    private static final int MOST_NAMES = 2_000;

    private static final WstxInputFactory FACTORY = factory();

    private final InputStream data;
    private final XMLStreamReader reader;
    private final Set<String> names = new HashSet<>();
    private int depth;

    /**
     * Fails if no tag ends for a long stretch. The parser keeps each name as a whole and has no limit on its length.
     */
    private static final class ShortTags extends FilterInputStream {
        private static final int LONGEST = 16 << 20;
        private int sinceTag;

        ShortTags(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            return SingleByte.of(this);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int got = super.read(bytes, offset, length);
            for (int i = offset; i < offset + got; i++) {
                sinceTag = bytes[i] == '>' ? 0 : sinceTag + 1;
            }
            if (sinceTag > LONGEST) {
                throw new IOException("a tag or a text of it has more than " + LONGEST + " bytes");
            }
            return got;
        }
    }

    private static WstxInputFactory factory() {
        WstxInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, DEEPEST);
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, MOST_ATTRIBUTES);
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, LONGEST_ATTRIBUTE);
        return factory;
    }

    /** Opens the stream. {@link #close} closes {@code data}. */
    public XmlStream(InputStream data) throws XMLStreamException {
        this.data = data;
        this.reader = FACTORY.createXMLStreamReader(new ShortTags(data));
    }

    /**
     * Moves to the next event.
     *
     * @return START_ELEMENT, END_ELEMENT, CHARACTERS or END_DOCUMENT of {@link XMLStreamConstants}
     */
    public int next() throws XMLStreamException {
        while (true) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    depth++;
                    count();
                    return XMLStreamConstants.START_ELEMENT;
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    depth--;
                    return XMLStreamConstants.END_ELEMENT;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    return XMLStreamConstants.CHARACTERS;
                }
                case XMLStreamConstants.DTD -> throw new XMLStreamException("it has a DTD, which is not read");
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw new XMLStreamException("it has an entity of its own, which is not read");
                case XMLStreamConstants.END_DOCUMENT -> {
                    return XMLStreamConstants.END_DOCUMENT;
                }
                default -> {
                    // Skips comments, instructions and white space between elements.
                }
            }
        }
    }

    private void count() throws XMLStreamException {
        names.add(reader.getLocalName());
        names.add(reader.getPrefix());
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            names.add(reader.getAttributeLocalName(i));
        }
        if (names.size() > MOST_NAMES) {
            throw new XMLStreamException("it has more than " + MOST_NAMES + " different names");
        }
    }

    /** Returns the depth of the current element, 1 for the first; at an end, the depth of the enclosing element. */
    public int depth() {
        return depth;
    }

    /** Returns the name of the element that begins or ends, without its prefix. */
    public String name() {
        return reader.getLocalName();
    }

    /** Returns how many attributes the element has. */
    public int attributes() {
        return reader.getAttributeCount();
    }

    /** Returns the name of an attribute, without its prefix. */
    public String attributeName(int number) {
        return reader.getAttributeLocalName(number);
    }

    /** Returns the text of an attribute. */
    public String attribute(int number) {
        return reader.getAttributeValue(number);
    }

    /** Returns the text of an attribute in no namespace; null if there is none. */
    public String attribute(String name) {
        return reader.getAttributeValue("", name);
    }

    /** Returns the text of an attribute; null if there is none. */
    public String attribute(String namespace, String name) {
        return reader.getAttributeValue(namespace, name);
    }

    /** Returns the text at the present position. */
    public String text() throws XMLStreamException {
        try {
            return reader.getText();
        } catch (WstxLazyException e) {
            throw new XMLStreamException(e.getMessage(), e);
        }
    }

    @Override
    public void close() throws XMLStreamException {
        reader.close();
        try {
            data.close();
        } catch (IOException e) {
            throw new XMLStreamException(e);
        }
    }
}
