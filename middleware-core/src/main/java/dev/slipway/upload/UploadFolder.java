package dev.slipway.upload;

import dev.slipway.digest.Sha256;
import dev.slipway.disk.DurableNames;
import dev.slipway.effect.Effect;
import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Uploads on disk: one folder for each user, named by the SHA-256 of the user's name, with one file for each upload,
 * named by the SHA-256 of its bytes and dated by its last use. A file under its final name is whole and on disk. Only
 * the service can reach these folders, so no user chooses a name in them.
 */
public final class UploadFolder implements Effect {
    private static final KillPoint WRITTEN = new KillPoint("upload", "on disk, not under its name");
    private static final KillPoint NAMED = new KillPoint("upload", "under its name, not answered");
    private static final String TEMPORARY = ".part";

    /**
     * The least number of bytes that an upload counts as. Without this minimum, many tiny files would slow down every
     * scan of the folders.
     */
    static final long SMALLEST = 1 << 16;

    private final Path root;
    private final Witness witness;
    private final Names names;

    public UploadFolder(Path root, Witness witness) {
        this(root, witness, DurableNames::sync);
    }

    /** @param names syncs the new name of an upload to the disk */
    UploadFolder(Path root, Witness witness, Names names) {
        this.root = root;
        this.witness = witness;
        this.names = names;
    }

    /** Syncs the names in a folder to the disk. */
    interface Names {
        void sync(Path folder) throws IOException;
    }

    /** An upload, in its user's folder. */
    record Kept(Path file) {
        String sha256() {
            return file.getFileName().toString();
        }
    }

    @Override
    public List<KillPoint> killPoints() {
        return List.of(WRITTEN, NAMED);
    }

    /** Makes the folder and removes the half-written files that a crash left. */
    void prepare() throws IOException {
        folder(root);
        for (Path left : below(root, 2)) {
            if (isTemporary(left)) {
                Files.delete(left);
            }
        }
    }

    /**
     * Writes and dates an upload, durably under the final name; called by one thread at a time. If this fails, the
     * caller discards the temporary file.
     *
     * @param note runs when all bytes are on disk and the upload does not have its name yet; an exception of this
     *     action ends the call
     */
    void keep(String owner, String sha256, byte[] bytes, Instant now, Runnable note) throws IOException {
        Path folder = folder(folderOf(owner));
        Path temporary = folder.resolve(TEMPORARY);
        write(temporary, bytes, now);
        witness.passes(WRITTEN);
        note.run();
        Path named = Files.move(temporary, folder.resolve(sha256), StandardCopyOption.ATOMIC_MOVE);
        try {
            names.sync(folder);
        } catch (IOException e) {
            remove(named, e);
            throw e;
        }
        witness.passes(NAMED);
    }

    /** Removes an upload after a failed sync of the name. No caller got a receipt for such an upload. */
    private static void remove(Path named, IOException failure) {
        try {
            Files.deleteIfExists(named);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Removes the temporary file of a failed {@link #keep}. */
    void discard(String owner) throws IOException {
        Files.deleteIfExists(folderOf(owner).resolve(TEMPORARY));
    }

    private static void write(Path temporary, byte[] bytes, Instant now) throws IOException {
        try (FileChannel file = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                file.write(left);
            }
            Files.setLastModifiedTime(temporary, FileTime.from(now));
            file.force(true);
        }
    }

    /** Dates an upload; returns false if the upload does not exist. */
    boolean use(String owner, String sha256, Instant now) throws IOException {
        if (!has(owner, sha256)) {
            return false;
        }
        use(new Kept(fileOf(owner, sha256)), now);
        return true;
    }

    boolean has(String owner, String sha256) {
        return Files.isRegularFile(fileOf(owner, sha256), LinkOption.NOFOLLOW_LINKS);
    }

    void use(Kept upload, Instant now) throws IOException {
        Files.setLastModifiedTime(upload.file(), FileTime.from(now));
    }

    /** Opens an upload; the caller closes the stream. @throws java.nio.file.NoSuchFileException if it does not exist */
    public InputStream open(String owner, String sha256) throws IOException {
        return Files.newInputStream(fileOf(owner, sha256), LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns the size of an upload in bytes. @throws java.nio.file.NoSuchFileException if it does not exist */
    public long size(String owner, String sha256) throws IOException {
        return Files.size(fileOf(owner, sha256));
    }

    static long counted(long bytes) {
        return Math.max(SMALLEST, bytes);
    }

    /** Returns the {@link #counted} bytes of a user's uploads. */
    long countedOf(String owner) throws IOException {
        Path folder = folderOf(owner);
        long bytes = 0;
        if (Files.isDirectory(folder)) {
            for (Path file : below(folder, 1)) {
                bytes += isTemporary(file) ? 0 : counted(Files.size(file));
            }
        }
        return bytes;
    }

    /** Returns the uploads with a last use at {@code before} or earlier. */
    List<Kept> unusedSince(Instant before) throws IOException {
        List<Kept> old = new ArrayList<>();
        for (Path file : below(root, 2)) {
            Kept upload = new Kept(file);
            if (!isTemporary(file) && isUnusedSince(upload, before)) {
                old.add(upload);
            }
        }
        return old;
    }

    /** Returns whether the upload still exists and its last use was at {@code before} or earlier. */
    boolean isUnusedSince(Kept upload, Instant before) throws IOException {
        try {
            return !Files.getLastModifiedTime(upload.file()).toInstant().isAfter(before);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static boolean isTemporary(Path file) {
        return file.getFileName().toString().equals(TEMPORARY);
    }

    void remove(Kept upload) throws IOException {
        Files.deleteIfExists(upload.file());
    }

    private static List<Path> below(Path folder, int depth) throws IOException {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private Path folderOf(String owner) {
        return root.resolve(Sha256.hex(owner));
    }

    private Path fileOf(String owner, String sha256) {
        return folderOf(owner).resolve(sha256);
    }

    private static Path folder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            DurableNames.sync(folder.getParent());
        }
        return folder;
    }
}
