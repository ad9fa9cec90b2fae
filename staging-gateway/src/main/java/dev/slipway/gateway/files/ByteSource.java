package dev.slipway.gateway.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Bytes from outside of the run folder, to be staged. */
public interface ByteSource extends Closeable {

    /**
     * Opens the bytes of the source. Failures of the source are thrown as {@link SourceReadException}, which tells them
     * from failures of the run folder.
     */
    InputStream bytes() throws IOException;

    /** Returns how many bytes there are; empty if the place does not say. */
    default OptionalLong length() {
        return OptionalLong.empty();
    }

    /** Returns when the bytes last changed; empty if the place does not say. */
    default Optional<Instant> changed() {
        return Optional.empty();
    }

    /**
     * Verifies that the bytes read are the bytes of the source. Called when all bytes were read, before the file gets
     * its name.
     *
     * @param sha256 of the bytes read
     * @throws dev.slipway.problem.ProblemException if the bytes differ
     */
    void verify(String sha256) throws IOException;
}
