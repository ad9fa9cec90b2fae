package dev.slipway.document.writer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** A node of a document, exactly as written. Only the layout uses these nodes; the reader has a tree of its own. */
sealed interface LayoutNode {

    /** An element, with its attributes and namespace declarations in the order of the document. */
    record Element(String name, List<Attribute> attributes, List<LayoutNode> children) implements LayoutNode {}

    /** An attribute or a namespace declaration. */
    record Attribute(String name, String value) {}

    /** Characters, with or without the CDATA marks. */
    record Text(StringBuilder characters, boolean cdata) implements LayoutNode {
        boolean isSpace() {
            return !cdata && characters.toString().isBlank();
        }
    }

    record Comment(String text) implements LayoutNode {}

    record Instruction(String target, String data) implements LayoutNode {}

    /** Reads everything between the XML declaration and the end. */
    static List<LayoutNode> read(XMLStreamReader reader) throws XMLStreamException {
        Deque<List<LayoutNode>> open = new ArrayDeque<>();
        open.push(new ArrayList<>());
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    Element element = new Element(name(reader), attributes(reader), new ArrayList<>());
                    open.element().add(element);
                    open.push(element.children());
                }
                case XMLStreamConstants.END_ELEMENT -> open.pop();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.SPACE -> text(open.element(), reader, false);
                case XMLStreamConstants.CDATA -> text(open.element(), reader, true);
                case XMLStreamConstants.COMMENT -> open.element().add(new Comment(reader.getText()));
                case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                    open.element().add(new Instruction(reader.getPITarget(), reader.getPIData()));
                default -> {
                    // The end of the document.
                }
            }
        }
        return open.element();
    }

    private static void text(List<LayoutNode> into, XMLStreamReader reader, boolean cdata) {
        LayoutNode last = into.isEmpty() ? null : into.get(into.size() - 1);
        if (last instanceof Text text && text.cdata() == cdata) {
            text.characters().append(reader.getText());
        } else {
            into.add(new Text(new StringBuilder(reader.getText()), cdata));
        }
    }

    private static String name(XMLStreamReader reader) {
        return qualified(reader.getPrefix(), reader.getLocalName());
    }

    private static String qualified(String prefix, String local) {
        return prefix == null || prefix.isEmpty() ? local : prefix + ":" + local;
    }

    private static List<Attribute> attributes(XMLStreamReader reader) {
        List<Attribute> attributes = new ArrayList<>();
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            String prefix = reader.getNamespacePrefix(i);
            String namespace = reader.getNamespaceURI(i);
            attributes.add(new Attribute(
                    prefix == null || prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix,
                    namespace == null ? "" : namespace));
        }
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            attributes.add(new Attribute(
                    qualified(reader.getAttributePrefix(i), reader.getAttributeLocalName(i)),
                    reader.getAttributeValue(i)));
        }
        return attributes;
    }
}
