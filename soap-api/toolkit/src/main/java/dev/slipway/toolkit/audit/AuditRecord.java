package dev.slipway.toolkit.audit;

import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.OwnProblem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * An exported audit record, as the service's {@code audit-record.md} defines it.
 *
 * @param checkpoint empty if no checkpoint covers the job
 * @param before hash of the operation before the checkpoint
 */
record AuditRecord(
        String token,
        String owner,
        String documentSha256,
        List<RecordEvent> events,
        Optional<RecordEvent> checkpoint,
        String before) {
    private static final String NAMESPACE = "urn:slipway:audit:1";

    /** @param name the name of the record's file in messages */
    static AuditRecord read(String name, byte[] bytes) {
        try (InputStream in = new ByteArrayInputStream(bytes)) {
            Element root = parse(in).getDocumentElement();
            if (!root.getLocalName().equals("auditRecord") || !NAMESPACE.equals(root.getNamespaceURI())) {
                throw notARecord(name, "its root is " + root.getNodeName());
            }
            return of(root);
        } catch (SAXException | IllegalArgumentException | IOException e) {
            throw notARecord(name, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the last event that the checkpoint covers; empty without a checkpoint, or if the record lacks that event
     * in its original form.
     */
    Optional<RecordEvent> covered() {
        return checkpoint.flatMap(covering -> events.stream()
                .filter(event -> covering.payload()
                        .lines()
                        .anyMatch((token + " " + event.sequence() + " " + event.hash())::equals))
                .findFirst());
    }

    private static AuditRecord of(Element root) {
        String token = root.getAttribute("token");
        List<RecordEvent> events = new ArrayList<>();
        Optional<RecordEvent> checkpoint = Optional.empty();
        String before = "";
        for (Element row : children(root)) {
            if (row.getLocalName().equals("event")) {
                events.add(event(token, row));
            } else if (row.getLocalName().equals("checkpoint")) {
                checkpoint = Optional.of(checkpoint(row));
                before = row.getAttribute("before");
            } else {
                throw new IllegalArgumentException("unknown element " + row.getNodeName());
            }
        }
        return new AuditRecord(
                token,
                root.getAttribute("owner"),
                root.getAttribute("documentSha256"),
                List.copyOf(events),
                checkpoint,
                before);
    }

    private static RecordEvent event(String token, Element row) {
        String sequence = row.getAttribute("sequence");
        String name = row.getAttribute("event");
        String payload = payload(row);
        return new RecordEvent(
                Long.parseLong(sequence),
                name,
                List.of(token, sequence, row.getAttribute("at"), name, payload),
                payload,
                row.getAttribute("hash"));
    }

    private static RecordEvent checkpoint(Element row) {
        String sequence = row.getAttribute("sequence");
        String kind = row.getAttribute("kind");
        String payload = payload(row);
        return new RecordEvent(
                Long.parseLong(sequence),
                kind,
                List.of(
                        sequence,
                        row.getAttribute("at"),
                        kind,
                        row.getAttribute("by"),
                        row.getAttribute("from"),
                        text(row, "text"),
                        payload),
                payload,
                row.getAttribute("hash"));
    }

    private static String payload(Element row) {
        return new String(Base64.getMimeDecoder().decode(text(row, "payload")), StandardCharsets.UTF_8);
    }

    private static String text(Element row, String name) {
        return children(row).stream()
                .filter(child -> child.getLocalName().equals(name))
                .findFirst()
                .map(Node::getTextContent)
                .orElseThrow(() -> new IllegalArgumentException(row.getNodeName() + " without " + name));
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

    /** Parses a record. A record has no DTD, so a document with a DTD is refused. */
    private static Document parse(InputStream in) throws IOException, SAXException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(in);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Failure notARecord(String name, String why) {
        return new Failure(
                OwnProblem.USAGE, name + " is not an audit record", why, "`slipway audit export TOKEN` writes one.");
    }
}
