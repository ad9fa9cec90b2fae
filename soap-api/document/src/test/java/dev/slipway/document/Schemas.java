package dev.slipway.document;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** Validates documents by the module's schemas. */
public final class Schemas {
    public static final List<String> FILES = List.of(
            "jsdl-posix.xsd",
            "jsdl.xsd",
            "jsdl-hpcpa.xsd",
            "jsdl-spmd.xsd",
            "activity-credential.xsd",
            "username-token.xsd",
            "slipway-job.xsd",
            "jsdl-sweep-functions.xsd",
            "jsdl-sweep.xsd",
            "report-2005-04.xsd");
    private static final Schema SCHEMA = schema();

    private Schemas() {}

    private static Schema schema() {
        try {
            Source[] sources = FILES.stream()
                    .map(file -> new StreamSource(
                            DocumentSchemas.class.getResource(file).toString()))
                    .toArray(Source[]::new);
            return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(sources);
        } catch (SAXException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the findings of a validating parser. */
    public static List<String> faults(byte[] document) {
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
