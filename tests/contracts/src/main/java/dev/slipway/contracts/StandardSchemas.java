package dev.slipway.contracts;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** Validates documents by the Open Grid Forum's own schemas of JSDL 1.0, POSIX, HPC profile and SPMD. */
final class StandardSchemas {
    private static final Schema SCHEMA = schema();

    private StandardSchemas() {}

    private static Schema schema() {
        try {
            return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                    .newSchema(StandardSchemas.class.getResource("ogf/all.xsd"));
        } catch (SAXException e) {
            throw new IllegalStateException("the schemas of the standard do not fit together", e);
        }
    }

    /**
     * Returns the faults that a validating parser finds, each with a line number; an empty list for a valid document.
     */
    static List<String> faults(byte[] document) {
        List<String> faults = new ArrayList<>();
        Validator validator = SCHEMA.newValidator();
        validator.setErrorHandler(new DefaultHandler() {
            @Override
            public void error(SAXParseException e) {
                faults.add(e.getLineNumber() + ": " + e.getMessage());
            }
        });
        try {
            validator.validate(new StreamSource(new ByteArrayInputStream(document)));
        } catch (SAXException | IOException e) {
            faults.add(String.valueOf(e.getMessage()));
        }
        return faults;
    }
}
