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

    /** What to do about a password inside a URI, wherever the URI stands. */
    static final String URI_PLACE =
            "Remove user and password from the URI; the operator's configuration says how the service logs in, and a host takes ac:Credential.";

    private static final Pattern NAME =
            Pattern.compile("(?i).*(passw(or)?d|passphrase|pwd|secret|bearertoken|privatekey).*");

    /**
     * A user with a password in front of a host, as in {@code ftp://user:password@host/file}. Digits after the colon that end at the host's
     * end are a port.
     */
    private static final Pattern IN_URI = Pattern.compile("://[^\\s/?#@:\"'<>]*+:(?!\\d*+(?:[/?#]|$))[^\\s@\"'<>]++@");

    private ClearPasswords() {}

    /**
     * Reports each element from this one down whose text, or one of whose attributes, holds a URI with a password. It does not matter what the
     * element is for: a document is kept and shown as it came.
     */
    static void reportUris(DocumentElement element, Findings findings) {
        if (hasUri(element.text())) {
            findings.clearPassword(element, Names.label(element.name()), URI_PLACE);
        }
        element.attributes().forEach((name, value) -> {
            if (hasUri(value)) {
                findings.clearPassword(
                        element, "attribute " + Names.label(name) + " of " + Names.label(element.name()), URI_PLACE);
            }
        });
        element.children().forEach(child -> reportUris(child, findings));
    }

    private static boolean hasUri(String text) {
        return text.indexOf("://") >= 0 && IN_URI.matcher(text).find();
    }

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
