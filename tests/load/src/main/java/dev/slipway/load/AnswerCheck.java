package dev.slipway.load;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Finds faults that no answer to any call may have. */
final class AnswerCheck {
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String SERVICE = "urn:slipway:service:1";
    private static final Set<Integer> HONEST =
            Set.of(200, 400, 401, 403, 404, 405, 408, 411, 413, 414, 415, 417, 431, 501, 505);

    /**
     * Matches names of classes, of exceptions and of source files, which would reveal the inside of the service. A hint
     * may name a setting of the operator, such as {@code slipway.partitions.NAME.environment}.
     */
    private static final Pattern INSIDE = Pattern.compile(
            "\\b(?!slipway\\.[a-z]+\\.NAME\\b)(?:[a-z][a-z0-9]*\\.){2,}[A-Z][A-Za-z]+|[A-Za-z]+Exception\\b|"
                    + "\\bat [a-z]+\\.[a-z.]+[A-Z]\\w*\\.|\\.java:\\d|PSQL|(?i:woodstox|tomcat|xerces|jaxb)");

    /**
     * Matches the canary in the place of a password. Where damage put the canary into another element, the canary is no
     * secret any more.
     */
    private static final Pattern PASSWORD =
            Pattern.compile("<(?:s:password|s:current|w:Password)>[^<>]*" + Corpus.CANARY);

    private static final Pattern ANYWHERE = Pattern.compile(Corpus.CANARY);

    private final List<String> secrets;

    /** @param secrets that no answer may contain */
    AnswerCheck(List<String> secrets) {
        this.secrets = secrets;
    }

    private static boolean isSecret(String secret, String asked) {
        return !secret.equals(Corpus.CANARY)
                || PASSWORD.matcher(asked).results().count()
                        == ANYWHERE.matcher(asked).results().count();
    }

    /** Returns the fault of the answer; empty for a good answer. */
    Optional<String> complaint(Sample sample, HttpAnswer answer) {
        String text = answer.head() + answer.text();
        String asked = new String(sample.bytes(), StandardCharsets.UTF_8);
        Optional<String> secret = secrets.stream()
                .filter(text::contains)
                .filter(held -> isSecret(held, asked))
                .findFirst();
        if (secret.isPresent()) {
            return Optional.of("it holds a secret: " + secret.get());
        }
        Matcher inside = INSIDE.matcher(text);
        while (inside.find()) {
            if (!asked.contains(inside.group())) {
                return Optional.of("it tells of the inside: " + inside.group());
            }
        }
        if (answer.status() == 500) {
            return fault(answer.body());
        }
        return HONEST.contains(answer.status()) ? Optional.empty() : Optional.of("HTTP " + answer.status());
    }

    /**
     * Returns whether the fault is the only one without a detail: SOAP 1.1 has no detail for a header that was not
     * understood.
     */
    private static boolean isOfHeader(Document document) {
        NodeList codes = document.getElementsByTagName("faultcode");
        return codes.getLength() == 1 && codes.item(0).getTextContent().endsWith(":MustUnderstand");
    }

    private static Optional<String> fault(byte[] body) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
            Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(body));
            NodeList codes = document.getElementsByTagNameNS(SERVICE, "code");
            if (isOfHeader(document)) {
                return Optional.empty();
            }
            if (document.getElementsByTagNameNS(SOAP, "Fault").getLength() != 1 || codes.getLength() == 0) {
                return Optional.of("HTTP 500 without one of our faults");
            }
            String code = codes.item(0).getTextContent();
            return code.equals("internal") ? Optional.of("an internal error") : Optional.empty();
        } catch (SAXException | IOException e) {
            return Optional.of("HTTP 500 that is no XML: " + e.getMessage());
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("this Java reads no XML", e);
        }
    }
}
