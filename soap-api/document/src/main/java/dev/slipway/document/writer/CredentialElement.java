package dev.slipway.document.writer;

import dev.slipway.document.grammar.Names;
import dev.slipway.request.Credential;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Writes a credential as {@code ac:Credential}. Generated types would declare their namespaces in every written
 * document, so this class builds the element itself.
 */
final class CredentialElement {
    private CredentialElement() {}

    static Element of(Credential credential) {
        try {
            Document document = DocumentBuilderFactory.newDefaultNSInstance()
                    .newDocumentBuilder()
                    .newDocument();
            Element token = document.createElementNS(Names.WSSE, "wsse:UsernameToken");
            token.appendChild(document.createElementNS(Names.WSSE, "wsse:Username"))
                    .setTextContent(credential.user());
            token.appendChild(document.createElementNS(Names.WSSE, "wsse:Password"))
                    .setTextContent(credential.sealed());
            Element element = document.createElementNS(Names.AC, "ac:Credential");
            element.appendChild(token);
            return element;
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("this Java makes no XML documents", e);
        }
    }
}
