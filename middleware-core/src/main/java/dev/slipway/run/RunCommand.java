package dev.slipway.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The command that the guard starts, as words; this interface does not touch the machine. */
public interface RunCommand {

    /** Returns the command. */
    List<String> argv();

    /** Returns the command as recorded in the journal, without paths of the run folder. */
    List<String> told();

    /** Returns all programs that the run must see. */
    List<Path> needs();

    /**
     * Returns the document's variables as the guard reads them, NAME=VALUE each ended by NUL; they are on no command
     * line.
     */
    byte[] variables();

    /** Returns the files that the command reads in the folder of temporary files, by their names. */
    default Map<String, byte[]> files() {
        return Map.of();
    }
}
