package dev.slipway.document;

import dev.slipway.document.grammar.Names;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Serves the schemas of job documents to XML editors. The schemas help while typing, and refuse more than the reader
 * does. Each schema refers to the others by plain file names; {@code catalog.xml} (OASIS) names the file of each
 * namespace, and {@code job-document.xsd} imports all schemas.
 */
public final class DocumentSchemas {
    private static final List<String> WRITTEN = List.of(
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

    /**
     * The other spellings of namespaces. A schema belongs to one namespace, so each spelling that real documents use
     * gets a file of its own.
     */
    private static final List<Spelling> SPELLINGS = List.of(
            new Spelling("jsdl", "2005-06", "http://schemas.ggf.org/jsdl/2005/06/jsdl"),
            new Spelling("jsdl-posix", "2005-04", "http://schemas.ggf.org/jsdl/2005/04/jsdl-posix"),
            new Spelling("jsdl-posix", "2005-06", "http://schemas.ggf.org/jsdl/2005/06/jsdl-posix"),
            new Spelling("jsdl-hpcpa", "ogf", "http://schemas.ogf.org/jsdl/2006/07/jsdl-hpcpa"),
            new Spelling("activity-credential", "2007-01", "http://schemas.ogf.org/hpcp/2007/01/ac"),
            new Spelling("activity-credential", "fs", "http://schemas.ogf.org/hpcp/2007/01/fs"),
            new Spelling("jsdl-sweep", "2007-01", "http://schemas.ogf.org/jsdl/2007/01/jsdl-sweep"),
            new Spelling("jsdl-sweep-functions", "2007-01", "http://schemas.ogf.org/jsdl/2007/01/jsdl-sweep/functions"),
            new Spelling("jsdl-sweep", "2007-04", "http://schemas.ogf.org/jsdl/2007/04/sweep"),
            new Spelling("jsdl-sweep-functions", "2007-04", "http://schemas.ogf.org/jsdl/2007/04/sweep/functions"));

    private static final List<String> FILES = Stream.concat(
                    WRITTEN.stream(), SPELLINGS.stream().map(Spelling::file))
            .toList();

    private DocumentSchemas() {}

    /**
     * Another spelling of a namespace.
     *
     * @param schema the file of the standard namespace, without its extension
     * @param suffix the suffix of this file and of the files to which it refers
     */
    private record Spelling(String schema, String suffix, String namespace) {
        String file() {
            return schema + "-" + suffix + ".xsd";
        }

        byte[] text() {
            return new String(read(schema + ".xsd"), StandardCharsets.UTF_8)
                    .replace("\"" + Names.ALIASES.get(namespace), "\"" + namespace)
                    .replaceAll("(schemaLocation=\"[a-z-]+)\\.xsd", "$1-" + suffix + ".xsd")
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Returns the names of all files. */
    public static List<String> files() {
        return FILES;
    }

    /** Returns a file in UTF-8; empty if no file has this name. */
    public static Optional<byte[]> file(String name) {
        return WRITTEN.contains(name)
                ? Optional.of(read(name))
                : SPELLINGS.stream()
                        .filter(spelling -> spelling.file().equals(name))
                        .findFirst()
                        .map(Spelling::text);
    }

    private static byte[] read(String name) {
        try (InputStream in = DocumentSchemas.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("the schema " + name + " cannot be read", e);
        }
    }
}
