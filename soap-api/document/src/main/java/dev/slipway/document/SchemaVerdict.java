package dev.slipway.document;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.OptionalInt;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.w3c.dom.bootstrap.DOMImplementationRegistry;
import org.w3c.dom.ls.DOMImplementationLS;
import org.w3c.dom.ls.LSInput;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Tells whether the published schemas accept a document. The schemas accept less than {@code JobDocumentReader} reads:
 * a document that they refuse may still be clear.
 */
public final class SchemaVerdict {
    private static final Schema SCHEMA = schema();

    private SchemaVerdict() {}

    private static Schema schema() {
        try {
            DOMImplementationLS inputs = (DOMImplementationLS)
                    DOMImplementationRegistry.newInstance().getDOMImplementation("LS");
            SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
            factory.setResourceResolver((type, namespace, publicId, systemId, base) -> {
                LSInput input = inputs.createLSInput();
                input.setSystemId(systemId);
                input.setByteStream(
                        new ByteArrayInputStream(DocumentSchemas.file(systemId).orElseThrow()));
                return input;
            });
            byte[] all = DocumentSchemas.file("job-document.xsd").orElseThrow();
            return factory.newSchema(new StreamSource(new ByteArrayInputStream(all), "job-document.xsd"));
        } catch (SAXException | ReflectiveOperationException e) {
            throw new IllegalStateException("the published schemas do not fit together", e);
        }
    }

    /**
     * Returns the first line that the schemas refuse; empty if they accept the whole document. The reader must have
     * read the document before.
     */
    public static OptionalInt firstDeparture(byte[] document) {
        try {
            Validator validator = SCHEMA.newValidator();
            // The reader has refused any DTD before. The validator must not open other resources either.
            validator.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            validator.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            validator.validate(new StreamSource(new ByteArrayInputStream(document)));
            return OptionalInt.empty();
        } catch (SAXParseException e) {
            return OptionalInt.of(Math.max(1, e.getLineNumber()));
        } catch (SAXException | IOException e) {
            return OptionalInt.of(1);
        }
    }
}
