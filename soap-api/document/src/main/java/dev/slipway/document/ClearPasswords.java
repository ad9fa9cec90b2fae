package dev.slipway.document;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;

/**
 * Finds what looks like a password where no reader looks for one. A document is kept and shown as it was submitted, so a password in an
 * element that is only passed over would be kept and shown too.
 */
final class ClearPasswords {
    /** Where a password may stand. */
    static final String PLACE =
            "Remove it; ac:Credential takes a user, and the password as `slipway seal --host HOST --user USER` prints it.";

    private static final Pattern NAME =
            Pattern.compile("(?i).*(passw(or)?d|passphrase|pwd|secret|bearertoken|privatekey).*");

    private ClearPasswords() {}

    /** Whether text in this element may be somebody's password, so that no message shows it. */
    static boolean mayHold(DocumentElement element) {
        return Set.of(Names.AC, Names.WSSE).contains(element.name().getNamespaceURI()) || named(element.name());
    }

    /** Whether an element, an attribute or anything below has the name of a password and says something. */
    static boolean in(DocumentElement element) {
        boolean text = named(element.name()) && !element.stripped().isEmpty();
        return text
                || element.attributes().entrySet().stream().anyMatch(ClearPasswords::told)
                || element.children().stream().anyMatch(ClearPasswords::in);
    }

    private static boolean told(Map.Entry<QName, String> attribute) {
        return named(attribute.getKey()) && !attribute.getValue().isBlank();
    }

    private static boolean named(QName name) {
        return NAME.matcher(name.getLocalPart()).matches();
    }
}
