package dev.slipway.gateway.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Bytes from outside of the run folder, on their way in. */
public interface ByteSource extends Closeable {

    /** The bytes as they are there. What goes wrong there is a {@link SourceReadException}, so that nobody takes it for the run folder's fault. */
    InputStream bytes() throws IOException;

    /** How many bytes there are; empty if their place does not say. */
    default OptionalLong length() {
        return OptionalLong.empty();
    }

    /** When the bytes were changed last, as their place says; empty if it does not say. */
    default Optional<Instant> changed() {
        return Optional.empty();
    }

    /**
     * Says whether what was read is what there was, when all of it was read and before it gets its name.
     *
     * @param sha256 of what was read
     * @throws dev.slipway.problem.ProblemException if it is not
     */
    void verify(String sha256) throws IOException;
}
