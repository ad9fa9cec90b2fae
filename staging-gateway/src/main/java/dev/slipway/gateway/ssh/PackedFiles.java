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
 * Files of a host in the order that they were asked for, packed there by its {@code tar} into one stream: a small file costs its bytes
 * then, and not the host's answers to an open, a look, some reads and a close.
 */
final class PackedFiles implements Closeable {
    /** Names below the root come on the standard input and are taken literally; a link is what it stands for. GNU's: others end at once. */
    private static final String PACK = "exec tar --create --file=- --format=gnu --blocking-factor=128 --directory=/"
            + " --dereference --hard-dereference --no-recursion --null --files-from=-";

    /** Header, padding and the longest name are far less: all of it comes to stand in memory. */
    private static final long MOST_BETWEEN_FILES = 1 << 16;

    /** Bytes that may have arrived while a file is being written. */
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
     * Has the host begin; empty if it does not.
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
     * The next file, if it is the next that was asked for, and has so many bytes; empty once the host gives another one, or no more.
     * Errors of the stream are {@link RemoteReadException}s.
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
            // Numbers that are none.
            throw new RemoteReadException(new IOException(e));
        }
    }

    /** Gives so many bytes, and none to one who takes more. */
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
