package dev.slipway.document;

import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A place for a value in a tree: the text of an element or one of its attributes. Equal places refer to the same
 * element object.
 *
 * @param attribute empty for the element's text
 */
record DocumentPlace(DocumentElement element, Optional<QName> attribute) {

    static DocumentPlace text(DocumentElement element) {
        return new DocumentPlace(element, Optional.empty());
    }

    static DocumentPlace attribute(DocumentElement element, QName name) {
        return new DocumentPlace(element, Optional.of(name));
    }

    String value() {
        return attribute.map(name -> element.attributes().get(name)).orElseGet(element::text);
    }
}
