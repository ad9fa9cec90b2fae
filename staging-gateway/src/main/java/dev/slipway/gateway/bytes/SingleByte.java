package dev.slipway.gateway.bytes;

import java.io.IOException;
import java.io.InputStream;

/** Serves {@link InputStream#read()} for a stream whose work is in its read of pieces. */
public final class SingleByte {
    private SingleByte() {}

    /** Reads a piece of one byte. Returns the byte, or -1 at the end of the stream. */
    public static int of(InputStream in) throws IOException {
        byte[] one = new byte[1];
        return in.read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }
}
