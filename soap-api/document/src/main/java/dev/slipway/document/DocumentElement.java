package dev.slipway.document;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/** One element of a parsed document and where it stands. Comments and processing instructions are gone. */
final class DocumentElement {
    private final DocumentElement parent;
    private final QName written;
    private final Map<QName, String> attributes;
    private final Map<String, String> bindings;
    private final int line;
    private final int column;
    private QName name;
    private boolean added;
    private final List<DocumentElement> children = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    /** @param bindings the namespace prefixes that the element itself declares */
    DocumentElement(
            DocumentElement parent,
            QName name,
            Map<QName, String> attributes,
            Map<String, String> bindings,
            int line,
            int column) {
        this.parent = parent;
        this.written = name;
        this.name = name;
        this.attributes = attributes;
        this.bindings = bindings;
        this.line = line;
        this.column = column;
        if (parent != null) {
            parent.children.add(this);
        }
    }

    void append(String characters) {
        text.append(characters);
    }

    DocumentElement parent() {
        return parent;
    }

    QName name() {
        return name;
    }

    /** The name that stands in the document; differs from {@link #name()} where the reader has mended it. */
    QName written() {
        return written;
    }

    /** Lets the element be read under the name that it should have. */
    void mend(QName meant) {
        name = meant;
    }

    /** Whether it stands in the document as this element's child, and was not put there by the reader. */
    boolean isInPlace(DocumentElement holder) {
        return parent == holder && !added;
    }

    /** Takes over a child of another element, which stays where it is for messages. */
    void adopt(DocumentElement stray) {
        stray.parent.children.remove(stray);
        children.add(stray);
    }

    /** An empty element that the document should have had after {@code sibling}. */
    static DocumentElement missing(QName name, DocumentElement sibling) {
        DocumentElement parent = sibling.parent;
        DocumentElement added = new DocumentElement(parent, name, Map.of(), Map.of(), sibling.line, sibling.column);
        added.added = true;
        parent.children.remove(added);
        parent.children.add(parent.children.indexOf(sibling) + 1, added);
        return added;
    }

    /** The namespace of a prefix where this element stands. */
    Optional<String> namespaceOf(String prefix) {
        for (DocumentElement at = this; at != null; at = at.parent) {
            String namespace = at.bindings.get(prefix);
            if (namespace != null) {
                return Optional.of(namespace);
            }
        }
        return Optional.empty();
    }

    /** Whether some prefix stands for this namespace here. */
    boolean declares(String namespace) {
        return bindings.containsValue(namespace) || parent != null && parent.declares(namespace);
    }

    /** The number of elements from this one down, itself included. */
    int size() {
        int size = 1;
        for (DocumentElement child : children) {
            size += child.size();
        }
        return size;
    }

    /** The number of characters of text and attributes from this element down. */
    long length() {
        long length = text.length();
        for (String value : attributes.values()) {
            length += value.length();
        }
        for (DocumentElement child : children) {
            length += child.length();
        }
        return length;
    }

    /**
     * A copy of the tree from here down, with some texts and attributes replaced.
     *
     * @param above the copy's parent; null for a root
     * @param replaced what stands at these places in the copy
     */
    DocumentElement copy(DocumentElement above, Map<DocumentPlace, String> replaced) {
        Map<QName, String> values = new LinkedHashMap<>(attributes);
        values.replaceAll((attribute, value) -> replaced.getOrDefault(DocumentPlace.attribute(this, attribute), value));
        DocumentElement copy = new DocumentElement(above, written, values, bindings, line, column);
        copy.name = name;
        copy.append(replaced.getOrDefault(DocumentPlace.text(this), text()));
        children.forEach(child -> child.copy(copy, replaced));
        return copy;
    }

    int line() {
        return line;
    }

    int column() {
        return column;
    }

    Map<QName, String> attributes() {
        return attributes;
    }

    List<DocumentElement> children() {
        return children;
    }

    /** The text directly inside, as it stands. */
    String text() {
        return text.toString();
    }

    /** The text directly inside, without the white space around it. */
    String stripped() {
        return text.toString().strip();
    }

    /** An attribute without a namespace. */
    Optional<String> attribute(String local) {
        return Optional.ofNullable(attributes.get(new QName(local)));
    }

    /** An attribute of ours on an element of another namespace, or the one without a namespace that says the same. */
    Optional<String> ownAttribute(String local) {
        return Optional.ofNullable(attributes.get(Names.sw(local))).or(() -> attribute(local));
    }

    List<DocumentElement> children(QName wanted) {
        return children.stream().filter(child -> child.name.equals(wanted)).toList();
    }

    /** The first child of this name; the grammar's check has reported any others. */
    Optional<DocumentElement> child(QName wanted) {
        return children.stream().filter(child -> child.name.equals(wanted)).findFirst();
    }

    /** Whether the element is marked as deliberately empty. */
    boolean isNil() {
        String nil =
                attributes.getOrDefault(new QName(Names.XSI, "nil"), "false").strip();
        return nil.equals("true") || nil.equals("1");
    }

    /** The path from the root; positions only where an element has namesakes. */
    String xpath() {
        if (parent == null) {
            return "/" + Names.step(written);
        }
        int namesakes = 0;
        int place = 0;
        for (DocumentElement child : parent.children) {
            if (child.written.equals(written)) {
                namesakes++;
                place = child == this ? namesakes : place;
            }
        }
        String position = namesakes > 1 ? "[" + place + "]" : "";
        return parent.xpath() + "/" + Names.step(written) + position;
    }
}
