package dev.slipway.gateway.files;

import dev.slipway.digest.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;

/**
 * Writes to a file up to its limit; counts and hashes the bytes. Closing the stream leaves the file open for the sync.
 */
final class HashingStream extends OutputStream {
    private static final long CHECK_SPACE_EACH = 16L * 1024 * 1024;

    /** The most bytes that a crash can cost of a file that can be resumed. */
    private static final long NOTE_EACH = 4L * 1024 * 1024;

    /**
     * The most bytes per write. Java copies the bytes of a write, and each thread keeps a buffer as large as its
     * largest write.
     */
    private static final int WRITE_AT_ONCE = 1 << 20;

    private final FileChannel file;
    private final FolderSpace space;
    private final long most;
    private final HashingAside digest;
    private final Optional<PartialFile> part;
    private long bytes;
    private long checkAt;
    private long noteAt;

    HashingStream(FileChannel file, FolderSpace space, long most) {
        this(file, Optional.empty(), space, most);
    }

    /** @param part the bytes that the file holds already, and the place for notes of progress */
    HashingStream(FileChannel file, Optional<PartialFile> part, FolderSpace space, long most) {
        this.file = file;
        this.part = part;
        this.space = space;
        this.most = most;
        digest = new HashingAside(part.map(PartialFile::digest).orElseGet(Sha256::new));
        bytes = part.map(PartialFile::bytes).orElse(0L);
        noteAt = bytes + NOTE_EACH;
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
        try {
            for (int at = offset; at < offset + length; at += WRITE_AT_ONCE) {
                ByteBuffer buffer = ByteBuffer.wrap(data, at, Math.min(WRITE_AT_ONCE, offset + length - at));
                while (buffer.hasRemaining()) {
                    file.write(buffer);
                }
            }
        } catch (IOException e) {
            throw space.cause(e);
        }
        digest.add(data, offset, length);
        bytes += length;
        if (part.isPresent() && bytes >= noteAt) {
            note();
        }
    }

    /** Notes how many bytes of the part are written. */
    void note() throws IOException {
        if (part.isPresent()) {
            try {
                part.get().note(bytes, soFar());
            } catch (IOException e) {
                throw space.cause(e);
            }
            noteAt = bytes + NOTE_EACH;
        }
    }

    /** Waits until all bytes are on disk. */
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

    /** Returns the hash of the bytes written so far. */
    String soFar() {
        return digest.soFar();
    }

    /** Returns the hash of all bytes written and ends the hashing. */
    String sha256Hex() {
        return digest.end();
    }
}
