package dev.slipway.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Removes folders that tests have made. */
public final class TestFolders {
    private TestFolders() {}

    /**
     * Removes the folder with all that is in it. Programs that used the folder may still be ending, and may write or
     * remove files there meanwhile; such files are looked for again.
     */
    public static void remove(Path folder) {
        Await.until(folder + " is removed", () -> isRemoved(folder));
    }

    private static boolean isRemoved(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        try {
            for (Path path : deepestFirst(folder)) {
                Files.deleteIfExists(path);
            }
            return true;
        } catch (NoSuchFileException | DirectoryNotEmptyException e) {
            return false;
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return false;
            }
            throw e;
        }
    }

    private static List<Path> deepestFirst(Path folder) throws IOException {
        try (Stream<Path> tree = Files.walk(folder)) {
            return tree.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
