package dev.slipway.document.tree;

import dev.slipway.document.grammar.Names;
import dev.slipway.problem.Remedy;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;

/**
 * Finds probable passwords in places where no reader looks for a password. The service keeps and shows a document as
 * submitted, and with the document any password in an element that the reader passes over.
 */
public final class ClearPasswords {
    /** The remedy that names the right place for a password. */
    public static final Remedy PLACE = new Remedy(
            "Remove it, open the document again, and type user and password on the page of the step.",
            "Remove it; ac:Credential takes a user, and the password sealed with a key of the operation publicKeys.",
            "Remove it; ac:Credential takes a user, and the password as `slipway seal --host HOST --user USER` prints"
                    + " it.");

    /** The remedy for a password inside a URI, wherever the URI stands. */
    public static final Remedy URI_PLACE =
            Remedy.of("Remove user and password from the URI; the operator's configuration says how the service logs"
                    + " in, and a host takes ac:Credential.");

    private static final Pattern NAME =
            Pattern.compile("(?i).*(passw(or)?d|passphrase|pwd|secret|bearertoken|privatekey).*");

    /**
     * Matches a user with a password in front of a host, as in {@code ftp://user:password@host/file}. Digits between
     * the colon and the end of the host are a port.
     */
    private static final Pattern IN_URI = Pattern.compile("://[^\\s/?#@:\"'<>]*+:(?!\\d*+(?:[/?#]|$))[^\\s@\"'<>]++@");

    private ClearPasswords() {}

    /**
     * Reports each element, from the given one down, that holds a URI with a password in its text or in an attribute.
     * The purpose of the element does not matter: the service keeps and shows the whole document.
     */
    public static void reportUris(DocumentElement element, Findings findings) {
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

    /** Returns whether the text of this element may be a password, so that no message shows the text. */
    public static boolean mayHold(DocumentElement element) {
        return Set.of(Names.AC, Names.WSSE).contains(element.name().getNamespaceURI()) || named(element.name());
    }

    /**
     * Returns whether the element, one of its attributes or any element below is named like a password and is not
     * empty.
     */
    public static boolean in(DocumentElement element) {
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
