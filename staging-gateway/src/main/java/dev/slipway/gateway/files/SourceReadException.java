package dev.slipway.gateway.files;

import dev.slipway.gateway.bytes.SingleByte;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Thrown when the source of data cannot be read. */
public class SourceReadException extends IOException {
    private static final long serialVersionUID = 1L;

    public SourceReadException(String message, IOException cause) {
        super(message, cause);
    }

    /** Wraps a stream so that its errors become exceptions of this class. */
    static InputStream telling(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                return SingleByte.of(this);
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                try {
                    return in.read(bytes, offset, length);
                } catch (IOException e) {
                    throw new SourceReadException(e.getMessage(), e);
                }
            }
        };
    }
}
