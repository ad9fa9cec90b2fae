package dev.slipway.request;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A program to start, with its arguments and variables.
 *
 * @param executable a program's name in one of the operator's application folders, or a path inside one; {@code ./}
 *     and a path in the run folder for a staged file
 * @param arguments the arguments, passed unchanged, one by one; never through a shell
 * @param environment variables added for the program, in document order
 */
public record Program(String executable, List<String> arguments, Map<String, String> environment) {

    private static final String IN_RUN_FOLDER = "./";

    public Program {
        Require.text(executable, "executable");
        arguments = List.copyOf(arguments);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /** Returns the staged file that is the program; empty for a program of the operator's. */
    public Optional<RunPath> staged() {
        return Optional.of(executable)
                .filter(path -> path.startsWith(IN_RUN_FOLDER))
                .map(path -> path.substring(IN_RUN_FOLDER.length()))
                .filter(RunPath::isAllowed)
                .map(RunPath::new);
    }
}
