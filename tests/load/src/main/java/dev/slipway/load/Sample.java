package dev.slipway.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Holds one damaged input.
 *
 * @param name in reports, and of the kept file
 * @param bytes a document, or a whole HTTP request in which {@link #AUTHORIZATION} stands for the caller's
 */
record Sample(Kind kind, String name, byte[] bytes) {
    static final String AUTHORIZATION = "{authorization}";

    /** Says which part is damaged. */
    enum Kind {
        /** A job document, for the reader. */
        DOCUMENT,
        /** An envelope in a correct request. */
        CALL,
        /** A request around a good or a damaged envelope. */
        REQUEST
    }

    static Sample of(Kind kind, long seed, int index, byte[] bytes) {
        return new Sample(kind, kind.name().toLowerCase(Locale.ROOT) + "-" + seed + "-" + index, bytes);
    }

    /** Returns the bytes for the wire. */
    byte[] wire(String authorization) {
        return HttpConnection.raw(new String(bytes, StandardCharsets.ISO_8859_1).replace(AUTHORIZATION, authorization));
    }

    Path keep(Path folder) throws IOException {
        return Files.write(Files.createDirectories(folder).resolve(name), bytes);
    }

    static Sample kept(Path file) throws IOException {
        String name = file.getFileName().toString();
        return new Sample(Kind.valueOf(name.split("-")[0].toUpperCase(Locale.ROOT)), name, Files.readAllBytes(file));
    }
}
