package dev.slipway.run;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;

/** Removes folders that have only files, without another process. */
final class FlatFolder {
    private FlatFolder() {}

    /**
     * Removes the folder and the files in it. Works on open folders, and follows no link that is placed meanwhile.
     * Returns false if a part of the folder is left, such as a folder in it.
     */
    static boolean erase(Path folder) {
        Path name = folder.getFileName();
        try (DirectoryStream<Path> around = Files.newDirectoryStream(folder.getParent())) {
            if (!(around instanceof SecureDirectoryStream<Path> parent)) {
                return false;
            }
            try (SecureDirectoryStream<Path> entries = parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                for (Path entry : entries) {
                    erase(entries, entry.getFileName());
                }
            }
            parent.deleteDirectory(name);
            return true;
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException | DirectoryIteratorException e) {
            return false;
        }
    }

    /** Removes an entry, unless another process has removed the entry meanwhile. */
    private static void erase(SecureDirectoryStream<Path> entries, Path name) throws IOException {
        try {
            entries.deleteFile(name);
        } catch (NoSuchFileException e) {
            // The entry is gone, as it should be.
        }
    }
}
