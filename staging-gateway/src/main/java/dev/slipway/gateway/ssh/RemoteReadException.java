package dev.slipway.gateway.ssh;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Thrown when the connection broke, or when a read of the remote file failed. */
final class RemoteReadException extends IOException {
    private static final long serialVersionUID = 1L;

    RemoteReadException(IOException cause) {
        super(cause);
    }

    /** Wraps a stream from a host so that its errors become exceptions of this class. */
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
                    // JSch returns no bytes when answers come out of order. Readers may take that for the end.
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
