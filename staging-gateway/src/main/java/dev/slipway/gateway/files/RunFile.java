package dev.slipway.gateway.files;

import dev.slipway.digest.Sha256;
import dev.slipway.gateway.blocks.ContentForm;
import dev.slipway.gateway.bytes.SingleByte;
import dev.slipway.request.RunPath;
import dev.slipway.staging.StagedFile;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** A regular file of the run folder, open for reading and hashed in passing. */
public final class RunFile implements Closeable {
    private final RunPath name;
    private final FileChannel channel;
    private final FileStamp stamp;
    private final InputStream raw;
    private final HashingAside digest = new HashingAside(new Sha256());

    private RunFile(RunPath name, FileChannel channel, FileStamp stamp) {
        this.name = name;
        this.channel = channel;
        this.stamp = stamp;
        this.raw = hashed(Channels.newInputStream(channel));
    }

    private InputStream hashed(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                return SingleByte.of(this);
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int got = super.read(bytes, offset, length);
                if (got > 0) {
                    digest.add(bytes, offset, got);
                }
                return got;
            }
        };
    }

    /** Opens {@code name} below {@code runFolder}, following no link. */
    public static RunFile open(Path runFolder, RunPath name) throws IOException {
        try (ParentFolder parent = ParentFolder.of(runFolder, name, false)) {
            String last = Path.of(name.value()).getFileName().toString();
            FileStamp stamp = parent.stamp(last);
            return new RunFile(name, parent.read(last), stamp);
        }
    }

    /** Returns a stream of the file's bytes as they are on disk. */
    public InputStream raw() {
        return raw;
    }

    /** Begins to read anew. */
    public void restart() throws IOException {
        channel.position(0);
        digest.end();
    }

    /**
     * Reads the first {@code bytes} bytes again, and moves the position behind them.
     *
     * @return the SHA-256 of these bytes
     */
    public String sha256OfFirst(long bytes) throws IOException {
        restart();
        byte[] buffer = new byte[1 << 16];
        for (long left = bytes; left > 0; ) {
            int got = raw.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (got < 0) {
                throw new EOFException("the file became shorter");
            }
            left -= got;
        }
        return digest.soFar();
    }

    /** Returns the data of the file, unpacked if the content is packed. */
    public InputStream data() throws IOException {
        return ContentForm.decoded(raw);
    }

    /** Returns the time and the permissions of the file when it was opened. */
    public FileStamp stamp() {
        return stamp;
    }

    /** Returns the number of bytes on disk. */
    public long size() throws IOException {
        return channel.size();
    }

    /** Reads the rest of the file and returns its size and hash for the report. */
    public StagedFile staged() throws IOException {
        raw.transferTo(java.io.OutputStream.nullOutputStream());
        return new StagedFile(name, channel.size(), digest.end());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
