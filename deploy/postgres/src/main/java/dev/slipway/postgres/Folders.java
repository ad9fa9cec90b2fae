package dev.slipway.postgres;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Folders that two identities share. */
final class Folders {
    private Folders() {}

    /** Refuses when {@code identity} cannot pass through a parent of {@code path}, and names that parent. */
    static void requirePassage(Path path, DatabaseIdentity identity) throws IOException {
        if (!identity.switched()) {
            return;
        }
        for (Path parent = path; parent != null; parent = parent.getParent()) {
            if (!passable(parent, identity)) {
                throw new PostgresException("the folder " + parent + " is closed to the user " + identity.user()
                        + ", who runs PostgreSQL in " + path + ": choose another place, or `chmod o+x " + parent + "`");
            }
        }
    }

    private static boolean passable(Path folder, DatabaseIdentity identity) throws IOException {
        int mode = (Integer) Files.getAttribute(folder, "unix:mode");
        if (identity.uid() == (Integer) Files.getAttribute(folder, "unix:uid")) {
            return (mode & 0100) != 0;
        }
        if (identity.gid() == (Integer) Files.getAttribute(folder, "unix:gid")) {
            return (mode & 0010) != 0;
        }
        return (mode & 0001) != 0;
    }

    /** Deletes a tree if it is there; does not follow links. */
    static void delete(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
