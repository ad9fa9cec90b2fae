package dev.slipway.disk;

import dev.slipway.problem.ByteCount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the file system of a folder has free.
 *
 * @param bytes that this user may write
 * @param entries files and folders that can still be made; empty for a file system that bounds bytes only, or that does not say
 */
public record FreeSpace(Path folder, long bytes, OptionalLong entries) {
    /** A write needs no more than this at once; a file system that has it did not fail for want of bytes. */
    private static final long NEARLY_NOTHING = 1L << 20;

    /** What is free on the disk of the folder now. */
    public static FreeSpace of(Path folder) {
        // Asked of the folder itself: a FileStore needs the mount table, which a changed root does not have.
        return new FreeSpace(folder, folder.toFile().getUsableSpace(), entriesOf(folder));
    }

    /** Java does not tell inodes; stat of the system does. All inodes are 0 where a file system makes them as it needs them. */
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

    /** Whether nearly nothing can be written, or nothing be made. */
    public boolean nothing() {
        return bytes < NEARLY_NOTHING || entries.orElse(1) == 0;
    }

    /** Such as "the disk of /scratch has 3.1 GiB and 0 files and folders free". */
    public String words() {
        return "the disk of " + folder + " has " + ByteCount.words(bytes)
                + (entries.isPresent() ? " and " + entries.getAsLong() + " files and folders" : "") + " free";
    }
}
