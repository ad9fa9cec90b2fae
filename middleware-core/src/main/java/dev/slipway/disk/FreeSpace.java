package dev.slipway.disk;

import dev.slipway.problem.ByteCount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * The free space on the file system of a folder.
 *
 * @param bytes the bytes that this user may write
 * @param entries the files and folders that can still be made; empty if the file system has no such limit or does not
 *     tell it
 */
public record FreeSpace(Path folder, long bytes, OptionalLong entries) {
    /** The largest single write; a write to a file system with this space did not fail for lack of bytes. */
    private static final long NEARLY_NOTHING = 1L << 20;

    /** Returns the free space on the disk of the folder now. */
    public static FreeSpace of(Path folder) {
        // Asks the folder and not a FileStore: a FileStore needs the mount table, which is missing under a changed
        // root.
        return new FreeSpace(folder, folder.toFile().getUsableSpace(), entriesOf(folder));
    }

    /**
     * Reads the free inodes with the system's stat, because Java does not tell them. A file system without fixed inodes
     * reports a total of 0.
     */
    private static OptionalLong entriesOf(Path folder) {
        ProcessBuilder stat = new ProcessBuilder(List.of("stat", "-f", "-c", "%c %d", folder.toString()));
        stat.environment().clear();
        stat.environment().put("PATH", "/usr/local/bin:/usr/bin:/bin");
        stat.redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = stat.start();
            process.getOutputStream().close();
            String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            String[] counts = words.split(" ");
            return process.waitFor() == 0 && counts.length == 2 && words.matches("[0-9]{1,18} [0-9]{1,18}")
                    ? free(Long.parseLong(counts[0]), Long.parseLong(counts[1]))
                    : OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalLong.empty();
        }
    }

    private static OptionalLong free(long all, long free) {
        return all == 0 ? OptionalLong.empty() : OptionalLong.of(free);
    }

    /** Returns whether almost no byte can be written, or no file can be made. */
    public boolean nothing() {
        return bytes < NEARLY_NOTHING || entries.orElse(1) == 0;
    }

    /** Describes the space, as "the disk of /scratch has 3.1 GiB and 0 files and folders free". */
    public String words() {
        return "the disk of " + folder + " has " + ByteCount.words(bytes)
                + (entries.isPresent() ? " and " + entries.getAsLong() + " files and folders" : "") + " free";
    }
}
