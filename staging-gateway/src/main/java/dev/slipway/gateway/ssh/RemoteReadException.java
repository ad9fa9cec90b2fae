package dev.slipway.gateway.ssh;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The connection broke, or the remote file could not be read on. */
final class RemoteReadException extends IOException {
    private static final long serialVersionUID = 1L;

    RemoteReadException(IOException cause) {
        super(cause);
    }

    /** What a host sends, with errors of this kind. */
    static InputStream of(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                try {
                    return super.read();
                } catch (IOException e) {
                    throw new RemoteReadException(e);
                }
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                try {
                    int got = super.read(bytes, offset, length);
                    // JSch gives nothing when answers come out of order, which readers may take for the end.
                    while (got == 0 && length > 0) {
                        got = super.read(bytes, offset, length);
                    }
                    return got;
                } catch (IOException e) {
                    throw new RemoteReadException(e);
                }
            }
        };
    }
}
