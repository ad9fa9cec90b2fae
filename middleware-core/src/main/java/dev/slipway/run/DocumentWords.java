package dev.slipway.run;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Application;
import dev.slipway.request.KernelStart;
import dev.slipway.request.LaunchWords;
import dev.slipway.request.Program;
import dev.slipway.request.StreamApplication;
import dev.slipway.request.StreamKernel;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Decides which words of a document a launch command may hold, on every partition. Refuses arguments that mpirun would
 * interpret, and variables that the run needs or that steer the choice of the program. The partition decides which
 * other variables a document may set.
 */
final class DocumentWords {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private DocumentWords() {}

    /** Returns why no command can be made of these words; empty if one can. */
    static Optional<Problem> obstacle(Application application) {
        Stream<Problem> arguments = byMpirun(application)
                .flatMap(program -> program.arguments().stream())
                .map(DocumentWords::taken)
                .flatMap(Optional::stream)
                .map(message -> Problem.of(ProblemCode.LAUNCH_REFUSED, message));
        Stream<Problem> variables = application.programs().stream()
                .flatMap(program -> program.environment().entrySet().stream())
                .map(DocumentWords::refusal)
                .flatMap(Optional::stream);
        return Stream.concat(arguments, variables).findFirst();
    }

    /** Returns the programs with arguments on a command line of mpirun. */
    private static Stream<Program> byMpirun(Application application) {
        return application instanceof StreamApplication stream
                ? stream.kernels().stream()
                        .map(StreamKernel::start)
                        .filter(start -> start instanceof KernelStart.Ranks)
                        .flatMap(start -> start.started().stream())
                : application.programs().stream();
    }

    private static Optional<String> taken(String argument) {
        if (LaunchWords.beginsProgram(argument)) {
            return Optional.of("an argument is a lone colon, by which mpirun would start another program");
        }
        return LaunchWords.setsLaunch(argument)
                ? Optional.of("mpirun would take the argument " + argument + " for a setting of its own")
                : Optional.empty();
    }

    private static Optional<Problem> refusal(Map.Entry<String, String> variable) {
        String name = variable.getKey();
        if (!NAME.matcher(name).matches()) {
            return refused("not a name of an environment variable: " + name);
        }
        if (LaunchWords.steers(name)) {
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
