package dev.slipway.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/** One element of a parsed document and where it stands. Comments and processing instructions are gone. */
final class DocumentElement {
    private final DocumentElement parent;
    private final QName name;
    private final Map<QName, String> attributes;
    private final int line;
    private final int column;
    private final List<DocumentElement> children = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    DocumentElement(DocumentElement parent, QName name, Map<QName, String> attributes, int line, int column) {
        this.parent = parent;
        this.name = name;
        this.attributes = attributes;
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
            return "/" + Names.step(name);
        }
        List<DocumentElement> namesakes = parent.children(name);
        String position = namesakes.size() > 1 ? "[" + (namesakes.indexOf(this) + 1) + "]" : "";
        return parent.xpath() + "/" + Names.step(name) + position;
    }
}
