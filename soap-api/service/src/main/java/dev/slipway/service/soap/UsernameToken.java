package dev.slipway.service.soap;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.service.translation.WireTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The name and the password of a {@code wsse:Security} header: OASIS Web Services Security UsernameToken Profile 1.0
 * and 1.1, with PasswordText. The token's Nonce and Created are accepted and ignored, because they guard against
 * readers on the way, which TLS does here. A Timestamp is enforced: an expired or future Timestamp refuses the call.
 * Any other content of the header is refused, because the caller would believe that the service had checked that
 * content.
 */
record UsernameToken(String user, String password) {
    static final String NAMESPACE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    static final String UTILITY = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
    private static final String PROFILE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#";

    /** The most time by which a caller's clock may be ahead. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    @Override
    public String toString() {
        return "UsernameToken[" + user + "]";
    }

    /**
     * Reads the one token in a security header.
     *
     * @param now for the header's Timestamp
     */
    static UsernameToken in(Element security, Instant now) {
        List<Element> tokens = new ArrayList<>();
        for (Element child : children(security)) {
            if (is(child, NAMESPACE, "UsernameToken")) {
                tokens.add(child);
            } else if (is(child, UTILITY, "Timestamp")) {
                requireInTime(child, now);
            } else {
                throw refused(
                        "its security header holds " + child.getLocalName() + ", which this service does not check");
            }
        }
        if (tokens.size() != 1) {
            throw refused("its security header holds " + tokens.size() + " UsernameTokens, not one");
        }
        return read(tokens.get(0));
    }

    /** Refuses a Timestamp that has expired, or that was created more than {@link #SKEW} in the future. */
    private static void requireInTime(Element timestamp, Instant now) {
        Optional<Instant> expires = time(timestamp, "Expires");
        Optional<Instant> created = time(timestamp, "Created");
        if (expires.isPresent() && !now.isBefore(expires.get())) {
            throw expired("its Timestamp expired at " + expires.get(), now);
        } else if (created.isPresent() && created.get().isAfter(now.plus(SKEW))) {
            throw expired("its Timestamp was created at " + created.get() + ", which is in the future", now);
        }
    }

    private static Optional<Instant> time(Element timestamp, String name) {
        Optional<Element> found = one(timestamp, UTILITY, name);
        try {
            return found.map(element -> WireTime.parse(element.getTextContent()));
        } catch (IllegalArgumentException e) {
            throw refused(name + " of its Timestamp is not a time, as 2026-01-31T12:00:00Z");
        }
    }

    private static ProblemException expired(String why, Instant now) {
        return new ProblemException(Problem.of(
                ProblemCode.CALL_EXPIRED,
                "the call is not of this time: " + why + "; the service's clock shows "
                        + now.truncatedTo(ChronoUnit.SECONDS)));
    }

    private static UsernameToken read(Element token) {
        String user = one(token, NAMESPACE, "Username")
                .map(Element::getTextContent)
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .orElseThrow(() -> refused("its UsernameToken has no Username"));
        Element password =
                one(token, NAMESPACE, "Password").orElseThrow(() -> refused("its UsernameToken has no Password"));
        String type = password.getAttribute("Type");
        if (type.equals(PROFILE + "PasswordDigest")) {
            throw new ProblemException(
                    Problem.of(ProblemCode.PASSWORD_DIGEST, "the call's UsernameToken holds a digest of the password"));
        } else if (!type.isEmpty() && !type.equals(PROFILE + "PasswordText")) {
            throw refused("the Type of its Password is neither PasswordText nor absent");
        }
        return new UsernameToken(user, password.getTextContent());
    }

    private static Optional<Element> one(Element parent, String namespace, String name) {
        List<Element> found = children(parent).stream()
                .filter(child -> is(child, namespace, name))
                .toList();
        if (found.size() > 1) {
            throw refused("its " + parent.getLocalName() + " has more than one " + name);
        }
        return found.stream().findFirst();
    }

    private static List<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }

    private static boolean is(Element element, String namespace, String name) {
        return namespace.equals(element.getNamespaceURI()) && name.equals(element.getLocalName());
    }

    static ProblemException refused(String why) {
        return new ProblemException(Problem.of(ProblemCode.CALL_INVALID, "not a call that this service takes: " + why));
    }
}
