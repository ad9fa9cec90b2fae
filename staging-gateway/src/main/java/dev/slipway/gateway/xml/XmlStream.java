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
 * XML that others wrote, event by event. Memory stays flat whatever it holds: there is no DTD and no entity of its own, long texts come in
 * pieces, comments are skipped, and depth, attributes and names are bounded.
 */
public final class XmlStream implements AutoCloseable {
    private static final int DEEPEST = 100;
    private static final int MOST_ATTRIBUTES = 200;
    private static final int LONGEST_ATTRIBUTE = 1 << 16;

    /** Different names, of any kind: the parser keeps each. */
    private static final int MOST_NAMES = 2_000;

    private static final WstxInputFactory FACTORY = factory();

    private final InputStream data;
    private final XMLStreamReader reader;
    private final Set<String> names = new HashSet<>();
    private int depth;

    /** Ends what has no end of a tag for long: a name has no limit of the parser's, and is kept as a whole. */
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

    /** Begins; {@link #close} closes {@code data}. */
    public XmlStream(InputStream data) throws XMLStreamException {
        this.data = data;
        this.reader = FACTORY.createXMLStreamReader(new ShortTags(data));
    }

    /**
     * Goes on.
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
                    // Comments, instructions and white space between elements.
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

    /** Of elements, 1 in the first; at an end, of what stands around. */
    public int depth() {
        return depth;
    }

    /** Of the element that begins or ends, without its prefix. */
    public String name() {
        return reader.getLocalName();
    }

    /** How many attributes begin with the element. */
    public int attributes() {
        return reader.getAttributeCount();
    }

    /** Name of an attribute, without its prefix. */
    public String attributeName(int number) {
        return reader.getAttributeLocalName(number);
    }

    /** Text of an attribute. */
    public String attribute(int number) {
        return reader.getAttributeValue(number);
    }

    /** Text of an attribute in no namespace; null if there is none. */
    public String attribute(String name) {
        return reader.getAttributeValue("", name);
    }

    /** Text of an attribute; null if there is none. */
    public String attribute(String namespace, String name) {
        return reader.getAttributeValue(namespace, name);
    }

    /** A piece of text. */
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
