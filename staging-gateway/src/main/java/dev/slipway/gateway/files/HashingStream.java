package dev.slipway.gateway.files;

import dev.slipway.digest.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Writes to a file up to its limit, counting and hashing the bytes. Closing it leaves the file open, to be synced. */
final class HashingStream extends OutputStream {
    private static final long CHECK_SPACE_EACH = 16L * 1024 * 1024;

    private final FileChannel file;
    private final Space space;
    private final long most;
    private final Sha256 digest = new Sha256();
    private long bytes;
    private long checkAt;

    HashingStream(FileChannel file, Space space, long most) {
        this.file = file;
        this.space = space;
        this.most = most;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] data, int offset, int length) throws IOException {
        if (length > most - bytes) {
            throw new FileProblems.QuotaException(most);
        }
        if (bytes >= checkAt) {
            space.check();
            checkAt = bytes + CHECK_SPACE_EACH;
        }
        ByteBuffer buffer = ByteBuffer.wrap(data, offset, length);
        try {
            while (buffer.hasRemaining()) {
                file.write(buffer);
            }
        } catch (IOException e) {
            throw space.cause(e);
        }
        digest.add(data, offset, length);
        bytes += length;
    }

    /** Waits until all of it is on the disk. */
    void force() throws IOException {
        try {
            file.force(true);
        } catch (IOException e) {
            throw space.cause(e);
        }
    }

    long bytes() {
        return bytes;
    }

    /** Of all bytes written; ends the hashing. */
    String sha256Hex() {
        return digest.end();
    }
}
