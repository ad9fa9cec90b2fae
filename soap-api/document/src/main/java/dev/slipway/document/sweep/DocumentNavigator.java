package dev.slipway.document.sweep;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.DocumentPlace;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.jaxen.DefaultNavigator;
import org.jaxen.XPath;

/**
 * Lets XPath expressions walk the tree. The navigator counts every step and ends a path when the allowance of steps is
 * used up.
 */
final class DocumentNavigator extends DefaultNavigator {
    private static final long serialVersionUID = 1L;

    /** The number of steps for all paths of one document. */
    private static final int ALLOWANCE = 300_000;

    /** The number of characters of text that count as one step. */
    private static final int CHARACTERS_A_STEP = 16;

    /** The node above the root element. */
    static final Object DOCUMENT = new Object() {
        @Override
        public String toString() {
            return "/";
        }
    };

    /** The text of an element without children. */
    private record Text(DocumentElement element) {}

    private record Attribute(DocumentElement element, QName name) {}

    /** Thrown when the allowance of steps is used up. */
    static final class TooMuch extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooMuch() {
            super("too many steps");
        }
    }

    private final transient DocumentElement root;
    private int left = ALLOWANCE;

    DocumentNavigator(DocumentElement root) {
        this.root = root;
    }

    /** Returns the place of a selected node; empty for the document itself. */
    static Optional<DocumentPlace> place(Object node) {
        if (node instanceof DocumentElement element) {
            return Optional.of(DocumentPlace.text(element));
        }
        if (node instanceof Text text) {
            return Optional.of(DocumentPlace.text(text.element()));
        }
        return node instanceof Attribute attribute
                ? Optional.of(DocumentPlace.attribute(attribute.element(), attribute.name()))
                : Optional.empty();
    }

    private void spend(long steps) {
        if (steps > left) {
            throw new TooMuch();
        }
        left -= (int) steps;
    }

    /**
     * Counts a search for one text in another. The search may compare each character of one text with each character of
     * the other.
     */
    void countSearch(int text, int sought) {
        spend(1 + (long) text * sought / CHARACTERS_A_STEP);
    }

    private String counted(String text) {
        spend(1 + text.length() / CHARACTERS_A_STEP);
        return text;
    }

    private Iterator<Object> counted(List<?> nodes) {
        spend(1);
        Iterator<?> each = nodes.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return each.hasNext();
            }

            @Override
            public Object next() {
                spend(1);
                return each.next();
            }
        };
    }

    @Override
    public Iterator<?> getChildAxisIterator(Object node) {
        if (node == DOCUMENT) {
            return counted(List.of(root));
        }
        if (!(node instanceof DocumentElement element)) {
            return counted(List.of());
        }
        boolean holdsText = element.children().isEmpty() && !element.text().isEmpty();
        return counted(holdsText ? List.of(new Text(element)) : element.children());
    }

    @Override
    public Iterator<?> getParentAxisIterator(Object node) {
        Object parent = getParentNode(node);
        return counted(parent == null ? List.of() : List.of(parent));
    }

    @Override
    public Object getParentNode(Object node) {
        spend(1);
        if (node instanceof Text text) {
            return text.element();
        }
        if (node instanceof Attribute attribute) {
            return attribute.element();
        }
        return node instanceof DocumentElement element ? element == root ? DOCUMENT : element.parent() : null;
    }

    @Override
    public Iterator<?> getAttributeAxisIterator(Object node) {
        return counted(
                node instanceof DocumentElement element
                        ? element.attributes().keySet().stream()
                                .map(name -> new Attribute(element, name))
                                .toList()
                        : List.of());
    }

    @Override
    public Iterator<?> getNamespaceAxisIterator(Object node) {
        return Collections.emptyIterator();
    }

    @Override
    public Object getDocumentNode(Object node) {
        return DOCUMENT;
    }

    @Override
    public String getElementNamespaceUri(Object element) {
        return ((DocumentElement) element).name().getNamespaceURI();
    }

    @Override
    public String getElementName(Object element) {
        return ((DocumentElement) element).name().getLocalPart();
    }

    @Override
    public String getElementQName(Object element) {
        return Names.label(((DocumentElement) element).name());
    }

    @Override
    public String getAttributeNamespaceUri(Object attribute) {
        return ((Attribute) attribute).name().getNamespaceURI();
    }

    @Override
    public String getAttributeName(Object attribute) {
        return ((Attribute) attribute).name().getLocalPart();
    }

    @Override
    public String getAttributeQName(Object attribute) {
        return getAttributeName(attribute);
    }

    @Override
    public boolean isDocument(Object node) {
        return node == DOCUMENT;
    }

    @Override
    public boolean isElement(Object node) {
        return node instanceof DocumentElement;
    }

    @Override
    public boolean isAttribute(Object node) {
        return node instanceof Attribute;
    }

    @Override
    public boolean isText(Object node) {
        return node instanceof Text;
    }

    @Override
    public boolean isNamespace(Object node) {
        return false;
    }

    @Override
    public boolean isComment(Object node) {
        return false;
    }

    @Override
    public boolean isProcessingInstruction(Object node) {
        return false;
    }

    @Override
    public String getElementStringValue(Object element) {
        StringBuilder text = new StringBuilder();
        collect((DocumentElement) element, text);
        return text.toString();
    }

    private void collect(DocumentElement element, StringBuilder into) {
        into.append(counted(element.text()));
        element.children().forEach(child -> collect(child, into));
    }

    @Override
    public String getAttributeStringValue(Object node) {
        Attribute attribute = (Attribute) node;
        return counted(attribute.element().attributes().get(attribute.name()));
    }

    @Override
    public String getTextStringValue(Object text) {
        return counted(((Text) text).element().text());
    }

    @Override
    public String getCommentStringValue(Object comment) {
        return "";
    }

    @Override
    public String getNamespaceStringValue(Object namespace) {
        return "";
    }

    @Override
    public String getNamespacePrefix(Object namespace) {
        return "";
    }

    @Override
    public XPath parseXPath(String path) {
        throw new UnsupportedOperationException("paths are parsed where they stand");
    }
}
