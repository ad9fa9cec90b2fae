package dev.slipway.toolkit;

import dev.slipway.toolkit.terminal.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;

/**
 * Writes the help of every verb into a folder. The build makes man pages from these files: {@code slipway-status} and
 * so on.
 */
public final class HelpPages {
    private HelpPages() {}

    /** @param arguments the folder */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        write(Slipway.documented(Terminal.ofProcess()), folder);
    }

    private static void write(CommandLine line, Path folder) throws IOException {
        String name = line.getCommandSpec().qualifiedName("-");
        Files.writeString(
                folder.resolve(name), line.getUsageMessage(CommandLine.Help.Ansi.OFF), StandardCharsets.UTF_8);
        for (var verb : line.getSubcommands().entrySet()) {
            if (verb.getKey().equals(verb.getValue().getCommandName())) {
                write(verb.getValue(), folder);
            }
        }
    }
}
