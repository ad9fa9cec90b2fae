package dev.slipway.gateway.files;

import dev.slipway.disk.DurableNames;
import dev.slipway.disk.FreeSpace;
import dev.slipway.disk.FullDisk;
import dev.slipway.request.RunPath;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The folder of one file of the run, held open. Every part of the path is opened without following links (openat,
 * O_NOFOLLOW). The run's own identity may write in the run folder and could place a link there at any time.
 */
final class ParentFolder implements Closeable {
    private final SecureDirectoryStream<Path> folder;
    private final Path path;

    private ParentFolder(SecureDirectoryStream<Path> folder, Path path) {
        this.folder = folder;
        this.path = path;
    }

    /** Opens the folder of {@code file}. With {@code make}, makes the missing folders below the run folder. */
    static ParentFolder of(Path runFolder, RunPath file, boolean make) throws IOException {
        ParentFolder at = new ParentFolder(secure(Files.newDirectoryStream(runFolder)), runFolder);
        Path parent = Path.of(file.value()).getParent();
        if (parent == null) {
            return at;
        }
        for (Path part : parent) {
            ParentFolder above = at;
            try (above) {
                at = above.below(part, make);
            }
        }
        return at;
    }

    private ParentFolder below(Path part, boolean make) throws IOException {
        if (make && attributes(part.toString()).isEmpty()) {
            try {
                make(path.resolve(part));
            } catch (IOException e) {
                throw cause(e);
            }
        }
        return new ParentFolder(open(part), path.resolve(part));
    }

    private static void make(Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            // Another step of the group has just created this name. Opening the name shows whether a folder has it.
            return;
        }
    }

    private SecureDirectoryStream<Path> open(Path part) throws IOException {
        return folder.newDirectoryStream(part, LinkOption.NOFOLLOW_LINKS);
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream) throws IOException {
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        throw new IOException("this platform cannot open files relative to a folder");
    }

    Optional<BasicFileAttributes> attributes(String name) throws IOException {
        try {
            return Optional.of(
                    folder.getFileAttributeView(Path.of(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                            .readAttributes());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Refuses the name of a folder, because no file can replace a folder. */
    void requireNoFolder(String name) throws IOException {
        if (attributes(name).filter(BasicFileAttributes::isDirectory).isPresent()) {
            throw new NotRegularException("a folder");
        }
    }

    /** Makes a new file, and first deletes any entry of that name that a crash left behind. */
    FileChannel create(String name) throws IOException {
        delete(name);
        try {
            return (FileChannel) folder.newByteChannel(
                    Path.of(name),
                    Set.of(
                            StandardOpenOption.CREATE_NEW,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE,
                            LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            throw cause(e);
        }
    }

    /**
     * Opens a regular file for reading. Refuses anything else before opening, because opening a FIFO would wait for a
     * writer.
     */
    FileChannel read(String name) throws IOException {
        BasicFileAttributes attributes = attributes(name).orElseThrow(() -> new NoSuchFileException(name));
        if (!attributes.isRegularFile()) {
            throw new NotRegularException(kind(attributes));
        }
        return (FileChannel)
                folder.newByteChannel(Path.of(name), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    /** Opens a regular file for reading and writing; empty if there is none. */
    Optional<FileChannel> change(String name) throws IOException {
        if (attributes(name).filter(BasicFileAttributes::isRegularFile).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of((FileChannel) folder.newByteChannel(
                Path.of(name), Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)));
    }

    /** Returns the names in this folder. Returns more than {@code most} names only to say that there are more. */
    List<String> names(int most) {
        List<String> names = new ArrayList<>();
        for (Path entry : folder) {
            if (names.size() > most) {
                break;
            }
            names.add(entry.getFileName().toString());
        }
        return names;
    }

    /** Describes an entry that is no regular file, for a message. */
    static String kind(BasicFileAttributes attributes) {
        if (attributes.isSymbolicLink()) {
            return "a symbolic link";
        }
        return attributes.isDirectory() ? "a folder" : "a FIFO, socket or device";
    }

    void delete(String name) throws IOException {
        try {
            folder.deleteFile(Path.of(name));
        } catch (NoSuchFileException e) {
            return;
        }
    }

    /** Renames a file atomically. Replaces a file that has the new name. */
    void rename(String from, String to) throws IOException {
        folder.move(Path.of(from), folder, Path.of(to));
    }

    /** Moves a file into another folder and replaces a file of that name there. A missing file was moved before. */
    void moveTo(String from, ParentFolder to, String name) throws IOException {
        if (attributes(from).isPresent()) {
            folder.move(Path.of(from), to.folder, Path.of(name));
        }
    }

    /** Gives a file a time and permissions. */
    void stamp(String name, FileStamp stamp) throws IOException {
        PosixFileAttributeView view =
                folder.getFileAttributeView(Path.of(name), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        view.setPermissions(stamp.here());
        FileTime time = FileTime.from(stamp.modified(), TimeUnit.SECONDS);
        view.setTimes(time, time, null);
    }

    /** Returns the time and permissions of a file. */
    FileStamp stamp(String name) throws IOException {
        PosixFileAttributes attributes = folder.getFileAttributeView(
                        Path.of(name), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
        return FileStamp.of(attributes.lastModifiedTime().to(TimeUnit.SECONDS), attributes.permissions());
    }

    /** Removes all files. No step needs them any more. */
    void clear() throws IOException {
        for (String name : names(Integer.MAX_VALUE - 1)) {
            folder.deleteFile(Path.of(name));
        }
    }

    /** Removes this folder, which is empty, unless another folder has taken the path. */
    void remove() throws IOException {
        Files.deleteIfExists(path);
    }

    /** Makes the names durable. By path, which can at worst sync another folder. */
    void sync() throws IOException {
        DurableNames.sync(path);
    }

    /** Asks the folder for its free space. A FileStore needs the mount table, which is missing under a changed root. */
    FreeSpace free() {
        return FreeSpace.of(path);
    }

    /**
     * Returns the cause of a failed change in this folder. A file system may have free bytes and yet no inode for one
     * more file.
     */
    IOException cause(IOException e) {
        return FullDisk.isFull(path, e) ? new FileProblems.NoSpaceException(free().words() + ", and it needs more") : e;
    }

    long usableBytes() {
        return path.toFile().getUsableSpace();
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }

    /** Thrown when the name of a file belongs to an entry of another kind. */
    static final class NotRegularException extends IOException {
        private static final long serialVersionUID = 1L;

        NotRegularException(String kind) {
            super(kind);
        }
    }
}
