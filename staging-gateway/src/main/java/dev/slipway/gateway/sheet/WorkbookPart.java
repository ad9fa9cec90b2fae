package dev.slipway.gateway.sheet;

import dev.slipway.gateway.xml.XmlStream;
import java.io.IOException;
import java.io.InputStream;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.apache.poi.openxml4j.opc.PackagePart;

/** Reads one XML part of a workbook, element by element. */
abstract class WorkbookPart {
    /** The most characters of one text. */
    static final int LONGEST = 1 << 20;

    private final StringBuilder text = new StringBuilder();
    private boolean collecting;

    /**
     * Reads all of {@code part}. An exception of an implementation comes through; a defect of the part is a SheetFault.
     */
    final void read(PackagePart part) throws SheetFault, IOException, InterruptedException {
        read(bytes(part));
    }

    /** Reads a whole part from its bytes. */
    final void read(InputStream bytes) throws SheetFault, IOException, InterruptedException {
        try (XmlStream xml = new XmlStream(bytes)) {
            for (int event = xml.next(); event != XMLStreamConstants.END_DOCUMENT; event = xml.next()) {
                take(xml, event);
            }
        } catch (XMLStreamException e) {
            throw SheetFault.unreadable(e);
        }
    }

    private static InputStream bytes(PackagePart part) throws SheetFault {
        try {
            return part.getInputStream();
        } catch (IOException e) {
            throw SheetFault.unreadable(e);
        }
    }

    private void take(XmlStream xml, int event)
            throws XMLStreamException, SheetFault, IOException, InterruptedException {
        if (event == XMLStreamConstants.START_ELEMENT) {
            collecting = begin(xml.name(), xml);
            text.setLength(0);
        } else if (event == XMLStreamConstants.END_ELEMENT) {
            end(xml.name(), collecting ? text.toString() : "");
            collecting = false;
        } else if (collecting) {
            text.append(xml.text());
            requireShort(text);
        }
    }

    /** Refuses a text that no cell can have. */
    static void requireShort(CharSequence text) throws SheetFault {
        if (text.length() > LONGEST) {
            throw new SheetFault("a cell has more than " + LONGEST + " characters");
        }
    }

    /** Returns the whole number in an attribute; {@code absent} if the attribute is missing. */
    static int number(XmlStream element, String attribute, int absent) throws SheetFault {
        String text = element.attribute(attribute);
        try {
            return text == null ? absent : Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new SheetFault("attribute " + attribute + " of a part holds no number: " + text);
        }
    }

    /** Begins an element. @return whether the text of the element is needed */
    abstract boolean begin(String name, XmlStream element) throws SheetFault, IOException, InterruptedException;

    /**
     * Ends an element.
     *
     * @param collected the element's text, if {@link #begin} asked for the text and the element has no children
     */
    abstract void end(String name, String collected) throws SheetFault, IOException, InterruptedException;
}
