package dev.slipway.document.writer;

import dev.slipway.document.ReadDocument;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.jsdl.JobDefinitionType;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.request.JobRequest;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.glassfish.jaxb.core.marshaller.CharacterEscapeHandler;
import org.glassfish.jaxb.runtime.marshaller.NamespacePrefixMapper;

/**
 * Writes a request as a canonical document: UTF-8, one order, one form for each thing. Equal requests give equal bytes,
 * and {@link JobDocumentReader} reads the document back as an equal request. Stateless and thread-safe.
 */
public final class JobDocumentWriter {
    /** One for all writers, because it takes time to make and is thread-safe. */
    private static final JAXBContext CONTEXT = context();

    private static JAXBContext context() {
        try {
            return JAXBContext.newInstance(
                    dev.slipway.document.jsdl.ObjectFactory.class,
                    dev.slipway.document.posix.ObjectFactory.class,
                    dev.slipway.document.spmd.ObjectFactory.class,
                    dev.slipway.document.extension.ObjectFactory.class);
        } catch (JAXBException e) {
            throw new IllegalStateException("the document's types do not fit together", e);
        }
    }

    /**
     * @throws IllegalArgumentException if no document can hold the request, for example because of control characters
     *     or white space around a name
     */
    public byte[] write(JobRequest request) {
        byte[] document = marshalled(new DocumentTypes().definition(request));
        ReadDocument back = new JobDocumentReader().read(document);
        if (back instanceof ReadDocument.Accepted accepted && accepted.request().equals(request)) {
            // Every document that Slipway writes has the layout of DocumentLayout.
            return DocumentLayout.of(document).document().orElseThrow();
        }
        String reason = back.problems().isEmpty()
                ? "it would be read differently"
                : back.problems().get(0).message();
        throw new IllegalArgumentException("no job document can hold this request: " + reason);
    }

    private byte[] marshalled(JobDefinitionType definition) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".getBytes(StandardCharsets.US_ASCII));
        try {
            Marshaller marshaller = CONTEXT.createMarshaller();
            marshaller.setProperty(Marshaller.JAXB_FORMATTED_OUTPUT, true);
            marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
            marshaller.setProperty("org.glassfish.jaxb.indentString", "  ");
            marshaller.setProperty("org.glassfish.jaxb.namespacePrefixMapper", new Prefixes());
            marshaller.setProperty(
                    "org.glassfish.jaxb.characterEscapeHandler", (CharacterEscapeHandler) Escapes::escape);
            marshaller.marshal(new dev.slipway.document.jsdl.ObjectFactory().createJobDefinition(definition), out);
        } catch (JAXBException e) {
            throw new IllegalArgumentException("no job document can hold this request", e);
        }
        out.write('\n');
        return out.toByteArray();
    }

    /** Gives the same prefixes to every document. */
    private static final class Prefixes extends NamespacePrefixMapper {
        @Override
        public String getPreferredPrefix(String namespace, String suggestion, boolean required) {
            return Names.NAMESPACES.entrySet().stream()
                    .filter(entry -> entry.getValue().equals(namespace))
                    .map(java.util.Map.Entry::getKey)
                    .findFirst()
                    .orElse(suggestion);
        }
    }
}
