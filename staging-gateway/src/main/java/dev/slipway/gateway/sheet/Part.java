package dev.slipway.gateway.sheet;

import java.io.IOException;
import java.io.InputStream;
import org.apache.poi.openxml4j.opc.PackagePart;
import org.apache.poi.util.XMLHelper;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;

/** One XML part of a workbook, element by element. Entities and DTDs are refused by POI's reader. */
abstract class Part extends DefaultHandler {
    private final StringBuilder text = new StringBuilder();
    private boolean collecting;

    /** Reads all of {@code part}. */
    final void read(PackagePart part) throws IOException, SAXException {
        try (InputStream in = part.getInputStream()) {
            XMLReader reader = XMLHelper.newXMLReader();
            reader.setContentHandler(this);
            reader.setErrorHandler(this);
            reader.parse(new InputSource(in));
        } catch (javax.xml.parsers.ParserConfigurationException e) {
            throw new IllegalStateException("the Java runtime has no XML reader", e);
        }
    }

    /** An element begins. @return whether its text is wanted */
    abstract boolean begin(String name, Attributes attributes) throws SAXException;

    /** An element ends. @param collected the text since the last {@link #begin} that wanted it */
    abstract void end(String name, String collected) throws SAXException;

    /** The most characters of one text. */
    static final int LONGEST = 1 << 20;

    @Override
    public final void startElement(String uri, String local, String qualified, Attributes attributes)
            throws SAXException {
        if (begin(local, attributes)) {
            text.setLength(0);
            collecting = true;
        }
    }

    @Override
    public final void characters(char[] characters, int start, int length) throws SAXException {
        if (collecting) {
            text.append(characters, start, length);
            if (text.length() > LONGEST) {
                throw new SheetFault("a cell has more than " + LONGEST + " characters");
            }
        }
    }

    @Override
    public final void endElement(String uri, String local, String qualified) throws SAXException {
        end(local, text.toString());
        collecting = false;
    }
}
