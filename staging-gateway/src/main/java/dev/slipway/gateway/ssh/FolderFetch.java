package dev.slipway.gateway.ssh;

import com.jcraft.jsch.SftpException;
import dev.slipway.gateway.files.FileStamp;
import dev.slipway.gateway.files.Landing;
import dev.slipway.gateway.files.StagedFolder;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.SshFetch;
import dev.slipway.staging.StagedFile;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the files of a remote folder for one step. Small files come packed in one stream as far as the host packs
 * them. Other small files come over several channels of one session, because each waits for answers of the host and
 * hardly for its bytes. Large files come one after the other, and resume after a broken line.
 */
final class FolderFetch {
    /** The size from which a file's bytes take longer than the host's answers. */
    private static final long LARGE = 4L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(FolderFetch.class);

    private final SshFetch step;
    private final HostLine line;
    private final StagedFolder folder;
    private final Landing landing;
    private final Cancellation cancellation;

    FolderFetch(SshFetch step, HostLine line, StagedFolder folder, Landing landing, Cancellation cancellation) {
        this.step = step;
        this.line = line;
        this.folder = folder;
        this.landing = landing;
        this.cancellation = cancellation;
    }

    /**
     * Fetches all files.
     *
     * @param room the most bytes that the files may have together
     * @param most the most files and folders
     */
    StepReport run(long room, long most) throws SftpException, IOException, InterruptedException {
        List<RemoteFolder.Entry> entries = new RemoteFolder(
                        line.connection(), step.remotePath(), step.match().orElseThrow(), cancellation)
                .files();
        long all = entries.stream().mapToLong(entry -> entry.version().bytes()).sum();
        folder.requireEntries(entries.size(), most);
        folder.require(all, room);
        landing.moved().expect(all);
        RemoteDigests theirs = new RemoteDigests(line, paths(entries));
        List<RemoteFolder.Entry> small = new ArrayList<>();
        List<RemoteFolder.Entry> large = new ArrayList<>();
        for (RemoteFolder.Entry entry : entries) {
            cancellation.check();
            if (folder.has(entry.below(), entry.version().origin())) {
                landing.moved().keep(entry.version().bytes());
            } else {
                (entry.version().bytes() < LARGE ? small : large).add(entry);
            }
        }
        Channels.each(line, small.subList(packed(small), small.size()), this::fetch, () -> landing.moved()
                .bytes());
        for (RemoteFolder.Entry entry : large) {
            try (RemoteSource source = new RemoteSource(line, entry.version(), 0, Optional.empty())) {
                take(entry, source::read, source::position);
            }
        }
        try {
            verify(entries, theirs);
        } catch (ProblemException e) {
            folder.forget();
            throw e;
        }
        cancellation.check();
        return folder.commit(landing);
    }

    private synchronized void moved(long bytes) {
        landing.moved().add(bytes, 0);
    }

    /**
     * Takes the files that the host packs. Files that are not packed, or differ from the listing, are left to the
     * channels.
     *
     * @return the number of files taken
     */
    private int packed(List<RemoteFolder.Entry> entries) throws IOException, InterruptedException {
        Optional<PackedFiles> stream =
                entries.size() < 2 ? Optional.empty() : line.connection().packed(paths(entries));
        if (stream.isEmpty()) {
            return 0;
        }
        int taken = 0;
        try (PackedFiles files = stream.get()) {
            for (RemoteFolder.Entry entry : entries) {
                Optional<InputStream> next = files.next(entry.version().bytes());
                if (next.isEmpty()) {
                    break;
                }
                fetch(next.get(), entry);
                taken++;
            }
        } catch (RemoteReadException e) {
            cancellation.check();
        }
        if (taken < entries.size()) {
            LOG.info("host {} packed {} of {} files", line.connection().host().name(), taken, entries.size());
        }
        return taken;
    }

    private static List<String> paths(List<RemoteFolder.Entry> entries) {
        return entries.stream().map(entry -> entry.version().path()).toList();
    }

    private void fetch(SftpConnection connection, RemoteFolder.Entry entry)
            throws SftpException, IOException, InterruptedException {
        try (InputStream in = connection.read(entry.version().path())) {
            fetch(in, entry);
        }
    }

    private void fetch(InputStream in, RemoteFolder.Entry entry) throws IOException, InterruptedException {
        long[] came = {0};
        Reading counted = (bytes, offset, length) -> {
            int got = in.read(bytes, offset, length);
            came[0] += Math.max(0, got);
            return got;
        };
        take(entry, counted, () -> came[0]);
    }

    private interface Reading {
        int read(byte[] bytes, int offset, int length) throws IOException;
    }

    private interface Position {
        long bytes();
    }

    private void take(RemoteFolder.Entry entry, Reading in, Position position)
            throws IOException, InterruptedException {
        byte[] buffer = new byte[1 << 16];
        long bytes = entry.version().bytes();
        try (StagedFolder.Incoming file = folder.begin(entry.below())) {
            for (int got = in.read(buffer, 0, buffer.length);
                    got >= 0 && position.bytes() <= bytes;
                    got = in.read(buffer, 0, buffer.length)) {
                cancellation.check();
                file.write(buffer, got);
                moved(got);
            }
            if (position.bytes() != bytes) {
                throw entry.version().changed("it had " + bytes + " bytes, " + position.bytes() + " came");
            }
            Optional<FileStamp> stamp = Optional.of(entry.stamp()).filter(any -> step.preserve());
            file.end(entry.version().origin(), stamp);
        }
    }

    /** Compares all files with the host's present ones, by one look at the folder and by the host's own hashes. */
    private void verify(List<RemoteFolder.Entry> entries, RemoteDigests theirs)
            throws SftpException, IOException, InterruptedException {
        List<RemoteFolder.Entry> now = new RemoteFolder(
                        line.connection(), step.remotePath(), step.match().orElseThrow(), cancellation)
                .files();
        Set<RemoteFolder.Entry> unchanged = new HashSet<>(now);
        Map<String, StagedFile> ours = folder.files();
        Map<String, String> hashes = new LinkedHashMap<>();
        for (RemoteFolder.Entry entry : entries) {
            if (!unchanged.contains(entry)) {
                throw entry.version().changed("size, time or permissions are others now");
            }
            hashes.put(entry.version().path(), ours.get(entry.below()).sha256());
        }
        theirs.require(hashes);
    }
}
