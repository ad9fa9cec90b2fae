package dev.slipway.service;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The name and the password of a {@code wsse:Security} header, OASIS Web Services Security UsernameToken Profile 1.0 and 1.1, with
 * PasswordText. Nonce, Created and a Timestamp are let pass and mean nothing here: they guard against who reads the call on its way, which
 * TLS does. Anything else in the header is refused, for a caller would believe that it was checked.
 */
record UsernameToken(String user, String password) {
    static final String NAMESPACE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    static final String UTILITY = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
    private static final String PROFILE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#";

    @Override
    public String toString() {
        return "UsernameToken[" + user + "]";
    }

    /** The one token in a security header. */
    static UsernameToken in(Element security) {
        List<Element> tokens = new ArrayList<>();
        for (Element child : children(security)) {
            if (is(child, NAMESPACE, "UsernameToken")) {
                tokens.add(child);
            } else if (!is(child, UTILITY, "Timestamp")) {
                throw refused(
                        "its security header holds " + child.getLocalName() + ", which this service does not check");
            }
        }
        if (tokens.size() != 1) {
            throw refused("its security header holds " + tokens.size() + " UsernameTokens, not one");
        }
        return read(tokens.get(0));
    }

    private static UsernameToken read(Element token) {
        String user = one(token, "Username")
                .map(Element::getTextContent)
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .orElseThrow(() -> refused("its UsernameToken has no Username"));
        Element password = one(token, "Password").orElseThrow(() -> refused("its UsernameToken has no Password"));
        String type = password.getAttribute("Type");
        if (type.equals(PROFILE + "PasswordDigest")) {
            throw new ProblemException(
                    Problem.of(ProblemCode.PASSWORD_DIGEST, "the call's UsernameToken holds a digest of the password"));
        } else if (!type.isEmpty() && !type.equals(PROFILE + "PasswordText")) {
            throw refused("the Type of its Password is neither PasswordText nor absent");
        }
        return new UsernameToken(user, password.getTextContent());
    }

    private static Optional<Element> one(Element token, String name) {
        List<Element> found = children(token).stream()
                .filter(child -> is(child, NAMESPACE, name))
                .toList();
        if (found.size() > 1) {
            throw refused("its UsernameToken has more than one " + name);
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
