package dev.slipway.gateway.ssh;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import dev.slipway.gateway.bytes.SingleByte;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * Files of a host in the requested order, packed there by {@code tar} into one stream. A small file then costs only its
 * bytes, and not the host's answers to an open, a look, some reads and a close.
 */
final class PackedFiles implements Closeable {
    /**
     * Reads names below the root from standard input, literally. Links are followed. Needs GNU tar; other tars fail at
     * once.
     */
    private static final String PACK = "exec tar --create --file=- --format=gnu --blocking-factor=128 --directory=/"
            + " --dereference --hard-dereference --no-recursion --null --files-from=-";

    /** The most bytes between files, all held in memory. Header, padding and the longest name need far less. */
    private static final long MOST_BETWEEN_FILES = 1 << 16;

    /** The most bytes that may arrive while a file is being written. */
    private static final int AHEAD = 1 << 20;

    private final ChannelExec channel;
    private final Allowance packed;
    private final TarArchiveInputStream files;
    private final Iterator<String> names;

    private PackedFiles(ChannelExec channel, Allowance packed, List<String> names) {
        this.channel = channel;
        this.packed = packed;
        this.names = names.iterator();
        this.files = new TarArchiveInputStream(packed, StandardCharsets.UTF_8.name());
    }

    /**
     * Makes the host begin; empty if the host packs no files.
     *
     * @param paths absolute, of regular files
     */
    static Optional<PackedFiles> of(Session session, List<String> paths, int patienceMillis) {
        List<String> names = paths.stream().map(path -> path.substring(1)).toList();
        try {
            ChannelExec channel = (ChannelExec) session.openChannel("exec");
            if (channel == null) {
                return Optional.empty();
            }
            channel.setCommand(PACK);
            ArrivedBytes arrived = new ArrivedBytes(AHEAD);
            channel.setOutputStream(arrived);
            Allowance packed = new Allowance(arrived.taken());
            HostWords.start(channel, names, patienceMillis);
            return Optional.of(new PackedFiles(channel, packed, names));
        } catch (JSchException | IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the next file if it is the next requested one and has this size; empty once the host sends another file
     * or no more. Errors of the stream are {@link RemoteReadException}s.
     */
    Optional<InputStream> next(long bytes) throws RemoteReadException {
        try {
            packed.left = MOST_BETWEEN_FILES;
            TarArchiveEntry entry = files.getNextEntry();
            packed.left = bytes;
            boolean wanted =
                    entry != null && entry.isFile() && entry.getName().equals(names.next()) && entry.getSize() == bytes;
            return wanted ? Optional.of(RemoteReadException.of(files)) : Optional.empty();
        } catch (IOException e) {
            throw new RemoteReadException(e);
        } catch (IllegalArgumentException e) {
            // A number in the header is malformed.
            throw new RemoteReadException(new IOException(e));
        }
    }

    /** Passes a limited number of bytes, and fails on a read beyond. */
    private static final class Allowance extends FilterInputStream {
        private long left;

        Allowance(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            return SingleByte.of(this);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (left == 0 && length > 0) {
                throw new IOException("the host says more of a file than it can have to say");
            }
            int got = super.read(bytes, offset, (int) Math.min(length, left));
            left -= Math.max(0, got);
            return got;
        }

        @Override
        public long skip(long bytes) throws IOException {
            long skipped = super.skip(Math.min(bytes, left));
            left -= skipped;
            return skipped;
        }
    }

    @Override
    public void close() throws IOException {
        files.close();
        channel.disconnect();
    }
}
