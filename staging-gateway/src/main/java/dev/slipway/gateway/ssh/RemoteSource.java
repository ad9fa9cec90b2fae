package dev.slipway.gateway.ssh;

import com.jcraft.jsch.SftpException;
import dev.slipway.digest.Sha256;
import dev.slipway.gateway.bytes.SingleByte;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Optional;

/**
 * Reads a remote file. After a broken line, reading goes on at the next byte over a new line if the file is unchanged.
 * Bytes are hashed as they arrive.
 */
final class RemoteSource extends InputStream {
    private final HostLine line;
    private final RemoteVersion version;
    private final Optional<Sha256> digest;
    private InputStream in;
    private long at;

    /**
     * Begins to read.
     *
     * @param from the first byte to read
     * @param digest takes the bytes read
     */
    RemoteSource(HostLine line, RemoteVersion version, long from, Optional<Sha256> digest)
            throws SftpException, IOException, InterruptedException {
        this.line = line;
        this.version = version;
        this.digest = digest;
        at = from;
        in = line.any().read(version.path(), from);
    }

    /** Returns how many bytes of the file have been read. */
    long position() {
        return at;
    }

    @Override
    public int read() throws IOException {
        return SingleByte.of(this);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        while (true) {
            try {
                int got = in.read(bytes, offset, length);
                if (got > 0) {
                    at += got;
                    digest.ifPresent(all -> all.add(bytes, offset, got));
                }
                if (at > version.bytes()) {
                    throw version.changed("it had " + version.bytes() + " bytes, and more came");
                }
                return got;
            } catch (RemoteReadException e) {
                again(e);
            }
        }
    }

    private void again(RemoteReadException broken) throws IOException {
        try {
            while (line.restored(at)) {
                try {
                    RemoteFile now = line.any().look(version.path());
                    if (!version.equals(now.version())) {
                        version.requireUnchanged(now, at);
                    }
                    in = line.any().read(version.path(), at);
                    return;
                } catch (SftpException | RemoteReadException e) {
                    broken.addSuppressed(e);
                }
            }
            throw broken;
        } catch (InterruptedException e) {
            throw new RemoteReadException(new InterruptedIOException("cancelled"));
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
