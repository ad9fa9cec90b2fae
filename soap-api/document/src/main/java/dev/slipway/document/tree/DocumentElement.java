package dev.slipway.document.tree;

import dev.slipway.document.grammar.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/** An element of a parsed document and its position. Comments and processing instructions are dropped. */
public final class DocumentElement {
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

    public DocumentElement parent() {
        return parent;
    }

    public QName name() {
        return name;
    }

    /** Returns the name as written in the document; {@link #name()} differs after mending. */
    QName written() {
        return written;
    }

    /** Sets the name under which the reader reads the element. */
    public void mend(QName meant) {
        name = meant;
    }

    /**
     * Returns whether the document has this element as a child of {@code holder}. The answer is no if the reader has
     * moved or added the element.
     */
    public boolean isInPlace(DocumentElement holder) {
        return parent == holder && !added;
    }

    /** Takes over a child of another element. Messages still show the child's original position. */
    public void adopt(DocumentElement stray) {
        stray.parent.children.remove(stray);
        children.add(stray);
    }

    /** Creates an empty element that the document should have had after {@code sibling}. */
    public static DocumentElement missing(QName name, DocumentElement sibling) {
        DocumentElement parent = sibling.parent;
        DocumentElement added = new DocumentElement(parent, name, Map.of(), Map.of(), sibling.line, sibling.column);
        added.added = true;
        parent.children.remove(added);
        parent.children.add(parent.children.indexOf(sibling) + 1, added);
        return added;
    }

    /** Returns the namespace of a prefix in the scope of this element. */
    public Optional<String> namespaceOf(String prefix) {
        for (DocumentElement at = this; at != null; at = at.parent) {
            String namespace = at.bindings.get(prefix);
            if (namespace != null) {
                return Optional.of(namespace);
            }
        }
        return Optional.empty();
    }

    /** Returns whether any prefix stands for this namespace in the scope of this element. */
    public boolean declares(String namespace) {
        return bindings.containsValue(namespace) || parent != null && parent.declares(namespace);
    }

    /** Returns the number of elements in this subtree, including this one. */
    public int size() {
        int size = 1;
        for (DocumentElement child : children) {
            size += child.size();
        }
        return size;
    }

    /** Returns the number of characters of text and attributes in this subtree. */
    public long length() {
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
     * Copies this subtree, with some texts and attributes replaced.
     *
     * @param above the copy's parent; null for a root
     * @param replaced the new values by their places
     */
    public DocumentElement copy(DocumentElement above, Map<DocumentPlace, String> replaced) {
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

    public Map<QName, String> attributes() {
        return attributes;
    }

    public List<DocumentElement> children() {
        return children;
    }

    /** Returns the text directly inside, unchanged. */
    public String text() {
        return text.toString();
    }

    /** Returns the text directly inside, without the white space around it. */
    public String stripped() {
        return text.toString().strip();
    }

    /** Returns an attribute without a namespace. */
    public Optional<String> attribute(String local) {
        return Optional.ofNullable(attributes.get(new QName(local)));
    }

    /**
     * Returns an attribute of Slipway's namespace on a foreign element, or the attribute of the same name without a
     * namespace.
     */
    public Optional<String> ownAttribute(String local) {
        return Optional.ofNullable(attributes.get(Names.sw(local))).or(() -> attribute(local));
    }

    public List<DocumentElement> children(QName wanted) {
        return children.stream().filter(child -> child.name.equals(wanted)).toList();
    }

    /** Returns the first child of this name. {@code GrammarCheck} has reported any others. */
    public Optional<DocumentElement> child(QName wanted) {
        return children.stream().filter(child -> child.name.equals(wanted)).findFirst();
    }

    /** Returns whether the element is marked as deliberately empty. */
    public boolean isNil() {
        String nil =
                attributes.getOrDefault(new QName(Names.XSI, "nil"), "false").strip();
        return nil.equals("true") || nil.equals("1");
    }

    /** Returns the path from the root. A step has a position only where an element has siblings of the same name. */
    public String xpath() {
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
