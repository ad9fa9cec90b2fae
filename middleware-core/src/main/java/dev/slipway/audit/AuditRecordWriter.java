package dev.slipway.audit;

import dev.slipway.journal.ledger.OperationRow;
import dev.slipway.journal.store.StoredHistory;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Writes audit records in the form of {@code spec/audit-record.md}. The form is small and fixed, so the core, which has
 * no XML library, writes it directly.
 */
final class AuditRecordWriter {
    private static final String NAMESPACE = "urn:slipway:audit:1";

    private final StringBuilder xml = new StringBuilder();

    private AuditRecordWriter() {}

    static byte[] write(StoredHistory history) {
        AuditRecordWriter record = new AuditRecordWriter();
        record.whole(history);
        return record.xml.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void whole(StoredHistory history) {
        xml.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<auditRecord");
        attribute("xmlns", NAMESPACE);
        attribute("token", history.token().value());
        attribute("owner", history.owner());
        attribute("documentSha256", history.documentSha256());
        xml.append(">\n");
        history.events().forEach(this::event);
        history.checkpoint().ifPresent(checkpoint -> checkpoint(checkpoint, history.beforeCheckpoint()));
        xml.append("</auditRecord>\n");
    }

    private void event(StoredHistory.Event event) {
        xml.append("  <event");
        attribute("sequence", Long.toString(event.sequence()));
        attribute("at", event.at().toString());
        attribute("event", event.event());
        attribute("hash", event.hash());
        xml.append(">\n");
        element("text", escaped(event.text()));
        element("payload", base64(event.payload()));
        xml.append("  </event>\n");
    }

    private void checkpoint(OperationRow checkpoint, String before) {
        xml.append("  <checkpoint");
        attribute("sequence", Long.toString(checkpoint.sequence()));
        attribute("at", checkpoint.at().toString());
        attribute("kind", checkpoint.kind());
        attribute("by", checkpoint.by());
        attribute("from", checkpoint.from());
        attribute("before", before);
        attribute("hash", checkpoint.hash());
        xml.append(">\n");
        element("text", escaped(checkpoint.text()));
        element("payload", base64(checkpoint.payload()));
        xml.append("  </checkpoint>\n");
    }

    private void attribute(String name, String value) {
        xml.append(' ').append(name).append("=\"").append(escaped(value)).append('"');
    }

    private void element(String name, String content) {
        xml.append("    <").append(name).append('>').append(content);
        xml.append("</").append(name).append(">\n");
    }

    private static String base64(String payload) {
        return Base64.getEncoder().encodeToString(payload.getBytes(StandardCharsets.UTF_8));
    }

    /** Escapes a text for people; a character that XML cannot contain becomes a question mark. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(allowed(c) ? c : '?');
            }
        });
        return escaped.toString();
    }

    private static boolean allowed(int c) {
        return c >= 0x20 && c <= 0xD7FF || c >= 0xE000 && c <= 0xFFFD || c >= 0x10000;
    }
}
