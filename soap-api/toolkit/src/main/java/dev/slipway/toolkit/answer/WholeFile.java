package dev.slipway.toolkit.answer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a local file that exists whole or not at all. */
public final class WholeFile {
    private WholeFile() {}

    /** Writes the content of the file. */
    public interface Content {
        void to(OutputStream out) throws IOException;
    }

    public static void write(Path file, Content content) {
        Path target = file.toAbsolutePath();
        Path temporary = null;
        try {
            temporary = Files.createTempFile(target.getParent(), "." + target.getFileName(), ".part");
            try (OutputStream out = Files.newOutputStream(temporary)) {
                content.to(out);
            }
            Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw Failure.usage(
                    "cannot write " + file + ": " + Failure.reason(e), "Check the folder, its rights and its space.");
        } finally {
            remove(temporary);
        }
    }

    private static void remove(Path temporary) {
        try {
            if (temporary != null) {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            throw Failure.usage("cannot remove " + temporary + ": " + Failure.reason(e), "Remove it by hand.");
        }
    }
}
