package dev.slipway.server.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Manages the folder for temporary files within the home folder, which only the service can read. {@code slipway serve}
 * makes the Java runtime use this folder in place of the system's, for drivers of databases and other libraries that
 * make such files.
 */
public final class TemporaryFolder {
    private static final Logger LOG = LoggerFactory.getLogger(TemporaryFolder.class);

    private TemporaryFolder() {}

    /** Removes the files that killed services left there. Call this only when no other service uses the home folder. */
    public static void clean(HomeFolder home) {
        Instant start = ProcessHandle.current().info().startInstant().orElse(Instant.MIN);
        try (Stream<Path> entries = Files.list(home.temporary())) {
            for (Path entry : entries.toList()) {
                removeOlder(entry, start);
            }
        } catch (IOException e) {
            LOG.warn("old temporary files stay in {}: {}", home.temporary(), e.toString());
        }
    }

    /**
     * Removes a file, or a tree without any file newer than {@code start}. Making a file also changes the time of its
     * folder, so an old folder holds no new file.
     */
    private static void removeOlder(Path top, Instant start) throws IOException {
        List<Path> tree;
        try (Stream<Path> walk = Files.walk(top)) {
            tree = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : tree) {
            if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .lastModifiedTime()
                    .toInstant()
                    .isBefore(start)) {
                return;
            }
        }
        for (Path path : tree) {
            Files.delete(path);
        }
    }
}
