package dev.slipway.document.grammar;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * The allowed content of one element.
 *
 * @param children in the schema's order
 * @param attributes those without a namespace
 * @param open whether the schema lets foreign elements stand here
 * @param text whether the element holds text and no elements
 * @param ordered whether the order of the children is that of the schema
 */
public record ElementForm(List<Child> children, Set<String> attributes, boolean open, boolean text, boolean ordered) {

    /** The number of times that a child may stand. */
    public enum Occurs {
        /** Exactly once. */
        REQUIRED,
        /** Exactly once by the schema, but absence has a clear meaning. */
        EXPECTED,
        OPTIONAL,
        MANY
    }

    /** One possible child. */
    public record Child(QName name, Occurs occurs) {}

    /** Returns the child with this local name in any namespace; empty unless there is exactly one. */
    public Optional<QName> named(String local) {
        List<QName> names = children.stream()
                .map(Child::name)
                .filter(name -> name.getLocalPart().equals(local))
                .toList();
        return names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty();
    }

    public boolean isMany(QName name) {
        return children.contains(new Child(name, Occurs.MANY));
    }

    public int position(QName name) {
        for (int i = 0; i < children.size(); i++) {
            if (children.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
