package dev.slipway.request;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A program to start, with its arguments and variables.
 *
 * @param executable a program's name in one of the operator's application folders, or a path inside one
 * @param arguments the arguments, passed unchanged, one by one; never through a shell
 * @param environment variables added for the program, in document order
 */
public record Program(String executable, List<String> arguments, Map<String, String> environment) {

    public Program {
        Require.text(executable, "executable");
        arguments = List.copyOf(arguments);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }
}
