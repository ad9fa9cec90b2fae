package dev.slipway.gateway.blocks;

import dev.slipway.gateway.bytes.SingleByte;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * Unpacks consecutive gzip members. The JDK's stream takes a pause of its source for the end of such a file. Damage
 * shows as {@link CorruptBlocksException} with its place; failures of the source are passed on unchanged.
 */
final class GzipMembers extends InputStream {
    private final Source packed;
    private final InputStream data;

    GzipMembers(InputStream packed) throws IOException {
        this.packed = new Source(packed);
        try {
            data = GzipCompressorInputStream.builder()
                    .setInputStream(this.packed)
                    .setDecompressConcatenated(true)
                    .get();
        } catch (IOException e) {
            throw damage(e);
        }
    }

    @Override
    public int read() throws IOException {
        return SingleByte.of(this);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            return data.read(bytes, offset, length);
        } catch (IOException e) {
            throw damage(e);
        }
    }

    @Override
    public void close() throws IOException {
        data.close();
        packed.close();
    }

    private IOException damage(IOException e) {
        // The library reports a bad checksum, and bytes after the last member, as plain failures of reading.
        return e == packed.failure || e instanceof EOFException
                ? e
                : new CorruptBlocksException(
                        "its packed data are damaged within the first " + packed.bytes + " bytes: " + e.getMessage());
    }

    /** Remembers how many bytes were read, and the failure of the source. */
    private static final class Source extends FilterInputStream {
        private long bytes;
        private IOException failure;

        Source(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            return SingleByte.of(this);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            try {
                int got = in.read(into, offset, length);
                bytes += Math.max(0, got);
                return got;
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
    }
}
