package dev.slipway.postgres;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * Makes a folder of PostgreSQL that a run copies and starts. {@code postgres} has the programs, {@code data} a cluster
 * that is ready to be copied. initdb asks the system's user database for its caller's name, and a run's user has no
 * name; postgres does not ask. The cluster accepts all connections by the socket, and no connection by an address. The
 * folder holds no secret, and every user may read the files.
 */
public final class ReadyFolder {
    /** The superuser of a copied cluster. */
    static final String SUPERUSER = "exchange";

    private ReadyFolder() {}

    /** Makes {@code folder}, which must not exist. The folder gets the name only when complete. */
    public static void make(Path folder) {
        SystemUser identity = SystemUser.forDatabase(null);
        make(folder, identity, Binaries.standardCache(identity));
    }

    static void make(Path folder, SystemUser identity, Path cache) {
        Path unfinished = folder.resolveSibling(folder.getFileName() + ".unfinished");
        try {
            if (Files.exists(folder)) {
                throw new PostgresException(folder + " is there already: remove it first");
            }
            FolderTrees.delete(unfinished);
            Files.createDirectories(unfinished);
            Binaries binaries = Binaries.in(cache);
            copy(binaries.folder(), unfinished.resolve("postgres"));
            copy(cluster(binaries, identity), unfinished.resolve("data"));
            Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new PostgresException("cannot make " + folder + ": " + e, e);
        }
    }

    /**
     * Returns the cluster beside the binaries, in a place that the identity can reach. The cluster is made once, and
     * gets the name only when complete.
     */
    private static Path cluster(Binaries binaries, SystemUser identity) throws IOException {
        Path made = binaries.folder().resolveSibling(binaries.folder().getFileName() + "-data");
        if (!Files.isDirectory(made)) {
            identity.requirePassage(made.getParent());
            Path unfinished = Files.createTempDirectory(made.getParent(), ".cluster-");
            try {
                Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rwxr-xr-x"));
                makeCluster(binaries, unfinished.resolve("data"), identity);
                moveUnlessThere(unfinished.resolve("data"), made);
            } finally {
                FolderTrees.delete(unfinished);
            }
        }
        return made;
    }

    /** Moves the cluster to the final name. Two programs may make one at the same time; then the first one's stays. */
    private static void moveUnlessThere(Path unfinished, Path made) throws IOException {
        try {
            Files.move(unfinished, made, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (!Files.isDirectory(made)) {
                throw e;
            }
        }
    }

    private static void makeCluster(Binaries binaries, Path data, SystemUser identity) throws IOException {
        Files.createDirectory(data, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        identity.own(data);
        ChildProcess.Ended ended = ChildProcess.run(identity.command(List.of(
                binaries.program("initdb"),
                "--pgdata=" + data,
                "--username=" + SUPERUSER,
                "--auth-local=trust",
                "--auth-host=reject",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
                "--no-instructions")));
        if (ended.failed()) {
            throw new PostgresException("initdb failed in " + data + ": " + ended.line());
        }
        Files.walkFileTree(data, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) throws IOException {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) throws IOException {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Copies a tree with the rights of the files. A link is copied as a link. */
    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) throws IOException {
                Files.copy(path, to.resolve(from.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) throws IOException {
                Files.copy(
                        path,
                        to.resolve(from.relativize(path)),
                        StandardCopyOption.COPY_ATTRIBUTES,
                        LinkOption.NOFOLLOW_LINKS);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
