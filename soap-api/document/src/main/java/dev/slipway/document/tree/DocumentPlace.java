package dev.slipway.document.tree;

import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A place for a value in a tree: the text of an element or one of its attributes. Equal places refer to the same
 * element object.
 *
 * @param attribute empty for the element's text
 */
public record DocumentPlace(DocumentElement element, Optional<QName> attribute) {

    public static DocumentPlace text(DocumentElement element) {
        return new DocumentPlace(element, Optional.empty());
    }

    public static DocumentPlace attribute(DocumentElement element, QName name) {
        return new DocumentPlace(element, Optional.of(name));
    }

    public String value() {
        return attribute.map(name -> element.attributes().get(name)).orElseGet(element::text);
    }
}
