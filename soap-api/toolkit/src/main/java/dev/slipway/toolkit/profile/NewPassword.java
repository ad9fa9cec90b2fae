package dev.slipway.toolkit.profile;

import dev.slipway.toolkit.terminal.Terminal;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Gets a new password from a file or from the terminal, never from the command line. */
public final class NewPassword {
    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description =
                    "The file with the new password in its first line, - for standard input; default: the terminal.")
    private Path file;

    public String of(String user, Terminal terminal) {
        char[] password = file == null
                ? terminal.askNew(user)
                : PasswordFile.read(file, "Check the file's name and rights.", terminal);
        return new String(password);
    }
}
