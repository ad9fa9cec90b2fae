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
 * Uploads on disk: a folder for each user, named by the SHA-256 of the user's name; a file for each upload, named by the SHA-256 of its
 * bytes and dated by its last use. What stands under its name is whole and on disk. Only the service reaches them, so that no name in them
 * is anybody else's choice.
 */
public final class UploadFolder implements Effect {
    private static final KillPoint WRITTEN = new KillPoint("upload", "on disk, not under its name");
    private static final KillPoint NAMED = new KillPoint("upload", "under its name, not answered");
    private static final String TEMPORARY = ".part";

    /** What an upload counts as at least, in bytes: very many small files would make each look at them slow for everybody. */
    static final long SMALLEST = 1 << 16;

    private final Path root;
    private final Witness witness;
    private final Names names;

    public UploadFolder(Path root, Witness witness) {
        this(root, witness, DurableNames::sync);
    }

    /** @param names gets the new name of an upload onto the disk */
    UploadFolder(Path root, Witness witness, Names names) {
        this.root = root;
        this.witness = witness;
        this.names = names;
    }

    /** A folder's names, on disk when this returns. */
    interface Names {
        void sync(Path folder) throws IOException;
    }

    /** An upload and whose folder it lies in. */
    record Kept(Path file) {
        String sha256() {
            return file.getFileName().toString();
        }
    }

    @Override
    public List<KillPoint> killPoints() {
        return List.of(WRITTEN, NAMED);
    }

    /** Makes the folder, and removes what a crash left half written. */
    void prepare() throws IOException {
        folder(root);
        for (Path left : below(root, 2)) {
            if (isTemporary(left)) {
                Files.delete(left);
            }
        }
    }

    /**
     * On disk under its name, dated, when this returns; one at a time. The caller discards what is left of one that cannot be kept.
     *
     * @param note told when all bytes are on disk and the upload is not under its name yet; what it throws comes from here
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

    /** Nobody is told that it is kept. */
    private static void remove(Path named, IOException failure) {
        try {
            Files.deleteIfExists(named);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Removes what {@link #keep} has left that threw. */
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

    /** Dates an upload; false if there is none. */
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

    /** Its bytes; the caller closes the stream. @throws java.nio.file.NoSuchFileException if there is none */
    public InputStream open(String owner, String sha256) throws IOException {
        return Files.newInputStream(fileOf(owner, sha256), LinkOption.NOFOLLOW_LINKS);
    }

    /** Its bytes, counted. @throws java.nio.file.NoSuchFileException if there is none */
    public long size(String owner, String sha256) throws IOException {
        return Files.size(fileOf(owner, sha256));
    }

    static long counted(long bytes) {
        return Math.max(SMALLEST, bytes);
    }

    /** How much is kept of a user, {@link #counted}. */
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

    /** Those that were used last at {@code before} or earlier. */
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

    /** Whether it is still there and was used last at {@code before} or earlier. */
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
