package dev.slipway.document;

import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * What may stand inside one element.
 *
 * @param children in the schema's order
 * @param attributes those without a namespace
 * @param open whether the schema lets foreign elements stand here
 * @param text whether the element holds text and no elements
 */
record ElementForm(List<Child> children, Set<String> attributes, boolean open, boolean text) {

    /** How often a child stands. */
    enum Occurs {
        /** Exactly once. */
        REQUIRED,
        /** Exactly once by the schema; its absence has a clear meaning. */
        EXPECTED,
        OPTIONAL,
        MANY
    }

    /** One child. */
    record Child(QName name, Occurs occurs) {}

    int position(QName name) {
        for (int i = 0; i < children.size(); i++) {
            if (children.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
