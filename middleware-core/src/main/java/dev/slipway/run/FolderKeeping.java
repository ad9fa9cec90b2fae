package dev.slipway.run;

import dev.slipway.digest.Sha256;
import dev.slipway.disk.DurableNames;
import dev.slipway.request.RunPath;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reduces a sealed run folder to the sound files: the staged files that are unchanged, and the files of the checkpoint
 * folder. The sound files move into a new folder of the service's own, which then takes the place of {@code files}. So
 * no file keeps the run's identity, and no folder that the run made is trusted.
 *
 * <p>No process of the run's identity is left, and only the service can enter the folder, so the contents do not change
 * meanwhile. That does not hold for a run on a cluster. The folder of such a run is therefore never reduced.
 *
 * <p>A file must be a regular file that is reached through no link. It must have no second name, since the service
 * would own the file under that name too. A staged file must have the recorded bytes. Everything here can be done again
 * after a crash at any point.
 */
final class FolderKeeping {
    /** The greatest depth to which a checkpoint folder is kept, since the length of a path is limited. */
    private static final int DEEPEST = 16;

    private final RunFolder folder;
    private final Path kept;

    FolderKeeping(RunFolder folder) {
        this.folder = folder;
        this.kept = folder.root().resolve("kept");
    }

    /** Moves the sound ones of {@code files} aside; returns whether there are any. */
    boolean select(List<KeptFile> files) throws IOException {
        Files.createDirectories(kept);
        Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rwx------"));
        boolean any = false;
        for (KeptFile file : files) {
            any |= sound(kept, file)
                    || sound(folder.files(), file) && take(Path.of(file.file().value()));
        }
        return any;
    }

    /** Moves all files of the checkpoint folder aside, with any contents; returns whether there are files. */
    boolean selectCheckpoint(RunPath checkpoint) throws IOException {
        Path relative = Path.of(checkpoint.value());
        if (isFolder(folder.files(), relative)) {
            takeAll(relative, 0);
        }
        return isFolder(kept, relative) && holdsFile(kept.resolve(relative));
    }

    /** Returns whether this path is a folder and is reached through no link. */
    private static boolean isFolder(Path base, Path relative) {
        Path at = base;
        for (Path part : relative) {
            at = at.resolve(part);
            if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
        }
        return true;
    }

    private void takeAll(Path relative, int depth) throws IOException {
        Files.createDirectories(kept.resolve(relative));
        for (Path entry : entries(folder.files().resolve(relative))) {
            Path below = relative.resolve(entry.getFileName());
            if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                if (depth < DEEPEST) {
                    takeAll(below, depth + 1);
                }
            } else if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS) && hasOneName(entry)) {
                take(below);
            }
        }
    }

    /** Returns the entries as a list, because the folder changes while they are moved. */
    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        }
    }

    private static boolean holdsFile(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.anyMatch(Files::isRegularFile);
        }
    }

    /** Returns the parts of the folder that are not kept. */
    List<Path> rest() {
        return List.of(folder.files(), folder.tmp(), folder.guard());
    }

    /** Moves the selection to the place where a retry looks for it, once the rest is removed. */
    void settle() throws IOException {
        Files.move(kept, folder.files(), StandardCopyOption.ATOMIC_MOVE);
        DurableNames.sync(folder.root());
    }

    private static boolean sound(Path base, KeptFile file) {
        Path relative = Path.of(file.file().value());
        try (SeekableByteChannel channel = UntrustedFiles.open(base, relative)) {
            return hasOneName(base.resolve(relative))
                    && channel.size() == file.bytes()
                    && Sha256.hex(channel).equals(file.sha256());
        } catch (IOException e) {
            return false; // The path is missing, unreadable or not a file, so no file is kept.
        }
    }

    private static boolean hasOneName(Path file) throws IOException {
        return Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS).equals(1);
    }

    private boolean take(Path relative) throws IOException {
        Path to = kept.resolve(relative);
        Files.createDirectories(to.getParent());
        Files.move(folder.files().resolve(relative), to, StandardCopyOption.ATOMIC_MOVE);
        for (String owner : List.of("unix:uid", "unix:gid")) {
            Files.setAttribute(to, owner, Files.getAttribute(kept, owner), LinkOption.NOFOLLOW_LINKS);
        }
        Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rw-------"));
        return true;
    }
}
