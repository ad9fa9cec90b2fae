package dev.slipway.toolkit.profile;

import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.terminal.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a password from a file, so that no command line shows the password. */
public final class PasswordFile {
    private PasswordFile() {}

    /**
     * Returns the first line of a file, or of standard input for {@code -}. If standard input is a terminal, the user
     * is asked and types unseen.
     */
    public static char[] read(Path file, String hint, Terminal terminal) {
        try {
            if (file.toString().equals("-")) {
                return terminal.prompt().readsFromTerminal()
                        ? terminal.prompt()
                                .unseen("Password: ")
                                .filter(typed -> typed.length > 0)
                                .orElseThrow(() -> empty("standard input"))
                        : firstLine("standard input", new String(terminal.in().readAllBytes(), StandardCharsets.UTF_8));
            }
            if (othersMayRead(file)) {
                terminal.note("others can read the password file " + file + "; correct it by chmod 600");
            }
            return firstLine("the password file " + file, Files.readString(file));
        } catch (IOException e) {
            throw Failure.usage("cannot read the password file " + file + ": " + Failure.reason(e), hint)
                    .at(file);
        }
    }

    private static char[] firstLine(String from, String text) {
        return text.lines()
                .findFirst()
                .filter(line -> !line.isEmpty())
                .orElseThrow(() -> empty(from))
                .toCharArray();
    }

    private static Failure empty(String from) {
        return Failure.usage("there is no password in " + from, "The first line is the password.");
    }

    private static boolean othersMayRead(Path file) throws IOException {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                && Files.getPosixFilePermissions(file).stream()
                        .anyMatch(right -> right.name().matches("(GROUP|OTHERS)_READ"));
    }
}
