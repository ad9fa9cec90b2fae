package dev.slipway.server.home;

import dev.slipway.disk.DurableNames;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;

/**
 * Writes files with exact rights. A file never has wider rights, even for a moment, and is never half-written under its
 * own name.
 */
public final class PrivateFiles {
    /** Leaves out characters that look alike. */
    private static final String ALPHABET = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

    private static final int LENGTH = 24;

    private PrivateFiles() {}

    /** Makes the folder with these rights, or gives these rights to an existing folder. */
    public static void folder(Path folder, String rights) throws IOException {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(rights));
    }

    /**
     * Returns the secret in {@code file}. On first use a random secret of about 139 bits is made and kept there (0600).
     */
    static String secret(Path file) throws IOException {
        if (!Files.exists(file)) {
            SecureRandom random = new SecureRandom();
            StringBuilder secret = new StringBuilder();
            for (int i = 0; i < LENGTH; i++) {
                secret.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
            }
            write(file, secret + "\n", "rw-------");
        }
        return Files.readString(file).strip();
    }

    /** Writes the whole file, or leaves the old one. */
    public static void write(Path file, String content, String rights) throws IOException {
        Path unfinished = file.resolveSibling("." + file.getFileName() + ".new");
        Files.deleteIfExists(unfinished);
        Files.createFile(
                unfinished, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(unfinished, content);
        finish(unfinished, file, rights);
    }

    /** Gives a finished file the final rights and name. */
    static void finish(Path unfinished, Path file, String rights) throws IOException {
        Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString(rights));
        try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.READ)) {
            channel.force(true);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        // The name too: a key that others have used already must not vanish with the power.
        DurableNames.sync(file.toAbsolutePath().getParent());
    }
}
