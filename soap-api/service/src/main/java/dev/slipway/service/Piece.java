package dev.slipway.service;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * A piece of a file.
 *
 * @param complete whether it reaches the end
 */
record Piece(byte[] bytes, boolean complete) {

    /** Reads and closes; past the end the piece is empty. */
    static Piece of(InputStream file, long offset, int length) {
        try (InputStream in = new BufferedInputStream(file)) {
            long left = offset;
            while (left > 0) {
                long skipped = in.skip(left);
                if (skipped == 0 && in.read() < 0) {
                    return new Piece(new byte[0], true);
                }
                left -= Math.max(1, skipped);
            }
            byte[] bytes = in.readNBytes(length + 1);
            return bytes.length <= length ? new Piece(bytes, true) : new Piece(Arrays.copyOf(bytes, length), false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
