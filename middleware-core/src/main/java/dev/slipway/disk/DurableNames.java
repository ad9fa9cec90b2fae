package dev.slipway.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Makes the names in a folder durable. fsync of a file writes only its bytes; its name needs fsync of the folder. */
public final class DurableNames {
    private DurableNames() {}

    /** Waits until all changes of names in the folder are on its disk. */
    public static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
