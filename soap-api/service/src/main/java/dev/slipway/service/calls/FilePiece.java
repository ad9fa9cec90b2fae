package dev.slipway.service.calls;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * A piece of a file.
 *
 * @param complete whether the piece reaches the end of the file
 */
record FilePiece(byte[] bytes, boolean complete) {

    /** Reads a piece and closes the file; the piece is empty past the end of the file. */
    static FilePiece of(InputStream file, long offset, int length) {
        try (InputStream in = new BufferedInputStream(file)) {
            long left = offset;
            while (left > 0) {
                long skipped = in.skip(left);
                if (skipped == 0 && in.read() < 0) {
                    return new FilePiece(new byte[0], true);
                }
                left -= Math.max(1, skipped);
            }
            byte[] bytes = in.readNBytes(length + 1);
            return bytes.length <= length
                    ? new FilePiece(bytes, true)
                    : new FilePiece(Arrays.copyOf(bytes, length), false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
