package dev.slipway.run;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.LaunchRequest;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which of a document's words a launch command may hold, on every partition. Refused are arguments that mpirun would take for its own,
 * and variables that the run needs as they are or that steer what is run. Which other variables a document may set, the partition says.
 */
final class DocumentWords {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** mpirun takes this word, wherever it stands, for the beginning of another program. */
    private static final String NEXT_PROGRAM = ":";

    /**
     * Words by which mpirun takes settings, also from among the program's own arguments: Open MPI 4 looks through the whole command line for
     * them. By such a setting mpirun loads a library from any folder, the run folder too. The parts of Open MPI 5 have words of their own.
     */
    private static final Pattern SETTING = Pattern.compile("--?((g|o|p|pmix|prte|opal|orte)?mca.*|am|tune)");

    private DocumentWords() {}

    /** Why no command can be made of these words; empty if one can. */
    static Optional<Problem> obstacle(LaunchRequest request) {
        Stream<Problem> arguments = request.arguments().stream()
                .map(DocumentWords::taken)
                .flatMap(Optional::stream)
                .map(message -> Problem.of(ProblemCode.LAUNCH_REFUSED, message));
        Stream<Problem> variables = request.environment().entrySet().stream()
                .map(DocumentWords::refusal)
                .flatMap(Optional::stream);
        return Stream.concat(arguments, variables).findFirst();
    }

    private static Optional<String> taken(String argument) {
        if (argument.equals(NEXT_PROGRAM)) {
            return Optional.of("an argument is a lone colon, by which mpirun would start another program");
        }
        return SETTING.matcher(argument).matches()
                ? Optional.of("mpirun would take the argument " + argument + " for a setting of its own")
                : Optional.empty();
    }

    private static Optional<Problem> refusal(Map.Entry<String, String> variable) {
        String name = variable.getKey();
        if (!NAME.matcher(name).matches()) {
            return refused("not a name of an environment variable: " + name);
        }
        if (DocumentVariables.steers(name)) {
            return refused("no document may set the environment variable " + name
                    + ", which steers the loader, the launch command or a shell, or is the run's own");
        }
        return variable.getValue().indexOf('\0') >= 0
                ? refused("the environment variable " + name + " holds a NUL character")
                : Optional.empty();
    }

    private static Optional<Problem> refused(String message) {
        return Optional.of(Problem.of(ProblemCode.VARIABLE_REFUSED, message));
    }
}
