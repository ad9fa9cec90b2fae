package dev.slipway.audit;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Checks an audit record from its specification alone, without code of the classes that wrote the record. */
final class IndependentRecordCheck {
    private static final String NAMESPACE = "urn:slipway:audit:1";

    /**
     * The result of a check.
     *
     * @param covered the version that the checkpoint covers; 0 without a checkpoint
     */
    record Result(List<String> findings, long covered, String checkpoint) {}

    private final List<String> findings = new ArrayList<>();
    private final List<String> hashes = new ArrayList<>();
    private final Element record;

    private IndependentRecordCheck(Element record) {
        this.record = record;
    }

    static Result of(byte[] xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(xml));
        IndependentRecordCheck check = new IndependentRecordCheck(document.getDocumentElement());
        check.events();
        return check.checkpoint();
    }

    private void events() throws Exception {
        String head = "0".repeat(64);
        NodeList events = record.getElementsByTagNameNS(NAMESPACE, "event");
        for (int i = 0; i < events.getLength(); i++) {
            Element event = (Element) events.item(i);
            find(event.getAttribute("sequence").equals("" + (i + 1)), "event " + (i + 1) + " is missing");
            String hash = sha256(
                    head,
                    record.getAttribute("token"),
                    event.getAttribute("sequence"),
                    event.getAttribute("at"),
                    event.getAttribute("event"),
                    payload(event));
            head = event.getAttribute("hash");
            find(hash.equals(head), "event " + event.getAttribute("sequence") + " does not match its hash");
            hashes.add(head);
            if (i == 0) {
                said(payload(event), "owner");
                said(payload(event), "documentSha256");
            }
        }
    }

    private void said(String payload, String name) {
        find(
                payload.contains("\"" + name + "\":\"" + record.getAttribute(name) + "\""),
                name + " is not that of event 1");
    }

    private Result checkpoint() throws Exception {
        NodeList checkpoints = record.getElementsByTagNameNS(NAMESPACE, "checkpoint");
        if (checkpoints.getLength() == 0) {
            return new Result(findings, 0, "");
        }
        Element one = (Element) checkpoints.item(0);
        String hash = sha256(
                one.getAttribute("before"),
                one.getAttribute("sequence"),
                one.getAttribute("at"),
                one.getAttribute("kind"),
                one.getAttribute("by"),
                one.getAttribute("from"),
                text(one, "text"),
                payload(one));
        find(hash.equals(one.getAttribute("hash")), "the checkpoint does not match its hash");
        List<String> heads = payload(one).lines().toList();
        find(
                text(one, "text").equals("checkpoint over " + heads.size() + " jobs"),
                "a field of the checkpoint was moved");
        String[] line = heads.stream()
                .filter(head -> head.startsWith(record.getAttribute("token") + " "))
                .findFirst()
                .orElse("- 0 -")
                .split(" ");
        int covered = Integer.parseInt(line[1]);
        find(
                covered > 0
                        && covered <= hashes.size()
                        && hashes.get(covered - 1).equals(line[2]),
                "the checkpoint does not cover the record");
        return new Result(findings, covered, hash);
    }

    private void find(boolean sound, String finding) {
        if (!sound) {
            findings.add(finding);
        }
    }

    private static String payload(Element element) {
        return new String(Base64.getDecoder().decode(text(element, "payload")), StandardCharsets.UTF_8);
    }

    private static String text(Element element, String name) {
        return element.getElementsByTagNameNS(NAMESPACE, name).item(0).getTextContent();
    }

    private static String sha256(String... fields) throws Exception {
        byte[] text = String.join("\n", fields).getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    }
}
