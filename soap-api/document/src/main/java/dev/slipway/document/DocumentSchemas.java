package dev.slipway.document;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/**
 * The schemas of job documents, for XML editors: they help while typing, and refuse more than the reader does. Each refers to the others by
 * plain file names; {@code catalog.xml} (OASIS) names the file of each namespace, and {@code job-document.xsd} imports them all.
 */
public final class DocumentSchemas {
    private static final List<String> FILES = List.of(
            "catalog.xml",
            "job-document.xsd",
            "jsdl.xsd",
            "jsdl-posix.xsd",
            "jsdl-hpcpa.xsd",
            "jsdl-spmd.xsd",
            "jsdl-sweep.xsd",
            "jsdl-sweep-functions.xsd",
            "activity-credential.xsd",
            "username-token.xsd",
            "slipway-job.xsd",
            "report-2005-04.xsd");

    private DocumentSchemas() {}

    /** The names of all files. */
    public static List<String> files() {
        return FILES;
    }

    /** A file in UTF-8; empty if there is none of this name. */
    public static Optional<byte[]> file(String name) {
        if (!FILES.contains(name)) {
            return Optional.empty();
        }
        try (InputStream in = DocumentSchemas.class.getResourceAsStream(name)) {
            return Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("the schema " + name + " cannot be read", e);
        }
    }
}
