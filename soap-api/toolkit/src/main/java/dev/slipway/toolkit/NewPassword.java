package dev.slipway.toolkit;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a password that shall be comes from: a file, or somebody at the terminal; never the command line. */
final class NewPassword {
    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description =
                    "The new password is this file's first line, - for standard input; without it the terminal is asked.")
    private Path file;

    String of(String user, Terminal terminal) {
        char[] password = file == null
                ? terminal.askNew(user)
                : PasswordFile.read(file, "Check the file's name and rights.", terminal);
        return new String(password);
    }
}
