package dev.slipway.service;

import dev.slipway.service.wire.Inline;
import java.io.ByteArrayOutputStream;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;

/** A job document that stands in its call as XML, as the bytes that a reader takes. The same XML always gives the same bytes. */
final class InlineDocument {
    private InlineDocument() {}

    static byte[] bytes(Inline inline) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            Transformer writer = TransformerFactory.newDefaultInstance().newTransformer();
            writer.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
            writer.transform(new DOMSource(inline.getAny()), new StreamResult(bytes));
        } catch (TransformerException e) {
            throw new IllegalStateException("cannot write XML that was read a moment ago", e);
        }
        return bytes.toByteArray();
    }
}
