package dev.slipway.toolkit.document;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tells the caller's own programs, which go with the job, from the operator's programs. A word means a local file if
 * the word is a relative path with a folder, such as {@code ./solve}, or if the file begins with {@code #!}.
 */
final class OwnProgram {
    private OwnProgram() {}

    static boolean isScript(byte[] bytes) {
        return bytes.length > 2 && bytes[0] == '#' && bytes[1] == '!';
    }

    /** Returns whether the word can only mean a local file. */
    static boolean isLocalPath(String word) {
        return word.contains("/") && !word.startsWith("/");
    }

    static boolean isFile(String word) {
        return Files.isRegularFile(Path.of(word));
    }
}
