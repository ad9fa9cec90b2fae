package dev.slipway.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What the guard starts, as words; nothing here touches the machine. */
interface RunCommand {

    /** The command. */
    List<String> argv();

    /** The command as the journal tells of it: without paths of the run folder. */
    List<String> told();

    /** All programs that the run must see. */
    List<Path> needs();

    /** The document's variables as the guard reads them, NAME=VALUE each ended by NUL; they are on no command line. */
    byte[] variables();

    /** The files that the command reads in the folder of temporary files, by their names. */
    default Map<String, byte[]> files() {
        return Map.of();
    }
}
