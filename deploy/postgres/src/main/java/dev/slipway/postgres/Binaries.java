package dev.slipway.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Properties;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Unpacks PostgreSQL's programs from their jar, once per version, into a cache that every identity can read. */
record Binaries(Path folder) {
    private static final Logger LOG = LoggerFactory.getLogger(Binaries.class);

    /**
     * Returns the programs in {@code cache}, and unpacks them if they are missing. A half-unpacked folder never has the
     * final name.
     */
    static Binaries in(Path cache) {
        String name = "postgres-" + version() + "-" + architecture();
        Path folder = cache.resolve(name);
        try {
            if (!Files.isExecutable(folder.resolve("bin/postgres"))) {
                unpack(cache, folder);
            }
            return new Binaries(folder.toRealPath());
        } catch (IOException e) {
            throw new PostgresException("cannot unpack PostgreSQL into " + folder + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns the cache of this caller: the system property {@code slipway.cache}; else /var/cache/slipway for root,
     * because the server's identity cannot enter root's home; else the user's own cache folder.
     */
    static Path standardCache(SystemUser identity) {
        String configured = System.getProperty("slipway.cache");
        if (configured != null) {
            return Path.of(configured).toAbsolutePath();
        }
        if (identity.switched()) {
            return Path.of("/var/cache/slipway");
        }
        String xdg = System.getenv("XDG_CACHE_HOME");
        if (xdg != null && xdg.startsWith("/")) {
            return Path.of(xdg, "slipway");
        }
        // Java takes user.home from the user database; for a system user that is no folder at all.
        String home = System.getenv("HOME");
        return Path.of(home == null || home.isEmpty() ? System.getProperty("user.home") : home, ".cache", "slipway")
                .toAbsolutePath();
    }

    String program(String name) {
        return folder.resolve("bin").resolve(name).toString();
    }

    private static String architecture() {
        String arch = System.getProperty("os.arch");
        return switch (arch) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            default ->
                throw new PostgresException(
                        "no embedded PostgreSQL for " + arch + ": use an external database by its URL");
        };
    }

    private static String version() {
        try (InputStream in = Binaries.class.getResourceAsStream("binaries.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new PostgresException("cannot read the version of the PostgreSQL binaries", e);
        }
    }

    private static void unpack(Path cache, Path folder) throws IOException {
        Files.createDirectories(cache);
        Path unfinished = Files.createTempDirectory(cache, ".unpack-");
        try {
            String archive = "/postgres-linux-" + architecture() + ".txz";
            try (InputStream packed = Binaries.class.getResourceAsStream(archive)) {
                if (packed == null) {
                    throw new IOException(archive + " is not on the class path");
                }
                extract(packed, unfinished);
            }
            Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rwxr-xr-x"));
            moveUnlessThere(unfinished, folder);
            LOG.info("PostgreSQL {} unpacked into {}", version(), folder);
        } finally {
            FolderTrees.delete(unfinished);
        }
    }

    /**
     * Moves the folder to the final name. Two programs may unpack at the same time; then the first one's folder stays.
     */
    private static void moveUnlessThere(Path unfinished, Path folder) throws IOException {
        try {
            Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            throw e;
        } catch (FileSystemException e) {
            if (!Files.isExecutable(folder.resolve("bin/postgres"))) {
                throw e;
            }
        }
    }

    private static void extract(InputStream packed, Path target) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(packed))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path path = target.resolve(entry.getName()).normalize();
                if (!path.startsWith(target)) {
                    throw new IOException("the archive's entry " + entry.getName() + " leaves its folder");
                }
                write(tar, entry, path);
            }
        }
    }

    private static void write(TarArchiveInputStream tar, TarArchiveEntry entry, Path path) throws IOException {
        if (entry.isDirectory()) {
            createFolder(path);
        } else {
            createFolder(path.getParent());
            if (entry.isSymbolicLink()) {
                Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
            } else {
                Files.copy(tar, path);
                boolean program = (entry.getMode() & 0100) != 0;
                Files.setPosixFilePermissions(
                        path, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
            }
        }
    }

    private static void createFolder(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            createFolder(path.getParent());
            Files.createDirectory(path);
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }
}
