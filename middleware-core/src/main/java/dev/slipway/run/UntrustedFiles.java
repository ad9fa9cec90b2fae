package dev.slipway.run;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * Opens files of a folder that programs of another identity write. Every part of the path is opened relative to the
 * folder before it and never through a link, and only regular files are opened. So no program can make the service read
 * a file that the program may not read.
 */
public final class UntrustedFiles {
    /**
     * The file is opened for writing too, although the service does not write: on Linux, opening a pipe in this way
     * does not wait for the other end.
     */
    private static final Set<OpenOption> OPENING =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private UntrustedFiles() {}

    /**
     * Opens {@code relative} below {@code base} for reading.
     *
     * @throws NoSuchFileException if there is no such file
     * @throws RefusedFile if a part of the path is a link, or the file is not a regular one
     */
    public static SeekableByteChannel open(Path base, Path relative) throws IOException {
        return open(secure(base), relative, 0);
    }

    private static SeekableByteChannel open(SecureDirectoryStream<Path> folder, Path path, int part)
            throws IOException {
        try (folder) {
            Path name = path.getName(part);
            BasicFileAttributes found = folder.getFileAttributeView(
                            name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes();
            if (part < path.getNameCount() - 1) {
                if (!found.isDirectory()) {
                    throw new RefusedFile(path);
                }
                return open(folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS), path, part + 1);
            }
            if (!found.isRegularFile()) {
                throw new RefusedFile(path);
            }
            return regular(folder.newByteChannel(name, OPENING), path);
        }
    }

    /** Refuses a pipe, which has no position and may have taken the file's place after the check. */
    private static SeekableByteChannel regular(SeekableByteChannel channel, Path path) throws IOException {
        try {
            return channel.position(0);
        } catch (IOException e) {
            channel.close();
            throw new RefusedFile(path);
        }
    }

    private static SecureDirectoryStream<Path> secure(Path base) throws IOException {
        DirectoryStream<Path> stream = Files.newDirectoryStream(base);
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        throw new IOException("the file system of " + base + " gives no way to open files without following links");
    }

    /** The entry in the place of a regular file is of another kind. */
    public static final class RefusedFile extends FileNotFoundException {
        private static final long serialVersionUID = 1L;

        RefusedFile(Path path) {
            super(path + " is not a regular file of the run folder");
        }
    }
}
