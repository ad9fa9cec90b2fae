package dev.slipway.document.staging;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.ClearPasswords;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.request.SshFetch;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The URI of a file on a host that the operator has named: {@code sftp://HOST/PATH} or {@code scp://HOST/PATH}. */
public record RemoteFileUri(String host, String path) {
    private static final Set<String> SCHEMES = Set.of("sftp", "scp");

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]{1,255}");

    private static final Pattern PORT = Pattern.compile("[^:]*:\\d*");

    /** Returns whether an operator can have given a host this name. */
    static boolean isHost(String name) {
        return HOST.matcher(name).matches();
    }

    /** Returns whether this is the whole path of a file. */
    static boolean isFile(String path) {
        return path.startsWith("/")
                && path.length() > 1
                && !path.endsWith("/")
                && path.chars().noneMatch(Character::isISOControl);
    }

    /** Reads a URI element. No message repeats what stands before the path, since that may be a password. */
    static Optional<RemoteFileUri> read(DocumentElement element, Findings findings) {
        String text = element.stripped();
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            findings.problem(
                    element,
                    "jsdl:URI is not a URI, at character " + e.getIndex(),
                    "Write sftp://HOST/PATH; %-escape white space and other special characters.");
            return Optional.empty();
        }
        if (uri.getScheme() == null || !SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT))) {
            boolean in = element.parent().name().equals(Names.jsdl("Source"));
            String scheme = text.isEmpty()
                    ? (in ? "an upload by the client" : "a download by the client") + " (empty jsdl:URI)"
                    : scheme(uri);
            findings.unsupported(element, scheme, UriAlternatives.insteadOf(uri, in));
            return Optional.empty();
        }
        return hosted(element, uri, findings);
    }

    private static String scheme(URI uri) {
        return uri.getScheme() == null
                ? "a URI without a scheme"
                : "a transfer by " + Names.shown(uri.getScheme()) + ":";
    }

    private static Optional<RemoteFileUri> hosted(DocumentElement element, URI uri, Findings findings) {
        String authority = uri.getRawAuthority();
        String path = uri.getPath();
        if (authority == null) {
            return nothing(element, findings);
        }
        if (authority.contains(":") && !isPort(authority, element.text())) {
            findings.clearPassword(element, "jsdl:URI", ClearPasswords.URI_PLACE);
        } else if (authority.contains("@")) {
            findings.unsupported(
                    element,
                    "user information in jsdl:URI",
                    "Remove everything up to the @; ac:Credential takes a user with a sealed password.");
        } else if (authority.contains(":")) {
            findings.unsupported(
                    element, "a port in jsdl:URI", "Remove the port; the operator's configuration of the host has it.");
        } else if (path == null || !isFile(path)) {
            return nothing(element, findings);
        } else if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            findings.problem(
                    element, "jsdl:URI has a query or a fragment", "Write ? and # in a file's name as %3F and %23.");
        } else if (!isHost(authority)) {
            findings.problem(
                    element,
                    "jsdl:URI names no host that an operator can have named",
                    "Write the operator's name of the host: letters, digits, dots, hyphens and underscores.");
        } else if (SshFetch.climbs(path)) {
            climbs(element, "jsdl:URI", findings);
        } else {
            return Optional.of(new RemoteFileUri(authority, path));
        }
        return Optional.empty();
    }

    /**
     * Returns whether a port follows the colon. A password with a / or a # in it ends the authority early; then it is
     * no port.
     */
    private static boolean isPort(String authority, String text) {
        return PORT.matcher(authority).matches() && !text.contains("@");
    }

    /** Reports a path that no host takes. The message does not repeat the path, which may be the end of a password. */
    static void climbs(DocumentElement element, String what, Findings findings) {
        findings.problem(
                element, what + " names a path with .. in it", "Write the whole path on the host, without .. in it.");
    }

    private static Optional<RemoteFileUri> nothing(DocumentElement element, Findings findings) {
        findings.problem(
                element, "jsdl:URI names no file on a host", "Write sftp://HOST/PATH with an absolute path of a file.");
        return Optional.empty();
    }

    /** Writes the URI that {@link #read} reads. */
    public static String uri(String host, String path) {
        try {
            return new URI("sftp", host, path, null, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("no URI can name " + path + " on " + host, e);
        }
    }
}
