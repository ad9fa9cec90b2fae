package dev.slipway.service.calls;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.ReadDocument;
import dev.slipway.service.wire.Inline;
import java.io.ByteArrayOutputStream;
import java.util.List;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;

/** Turns an inline job document into bytes for the reader. Equal XML always gives equal bytes. */
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

    /** Removes lines and columns from the findings. They refer to bytes that the caller never sees. */
    static ReadDocument unplaced(ReadDocument read) {
        List<DocumentProblem> problems =
                read.problems().stream().map(InlineDocument::unplaced).toList();
        if (read instanceof ReadDocument.Accepted accepted) {
            return new ReadDocument.Accepted(accepted.request(), problems);
        } else if (read instanceof ReadDocument.Swept swept) {
            return new ReadDocument.Swept(swept.requests(), problems);
        } else if (read instanceof ReadDocument.NotOffered notOffered) {
            return new ReadDocument.NotOffered(notOffered.request(), problems);
        }
        return new ReadDocument.Refused(problems);
    }

    private static DocumentProblem unplaced(DocumentProblem found) {
        return new DocumentProblem(
                found.code(), found.severity(), found.xpath(), 0, 0, found.message(), found.remedy());
    }
}
