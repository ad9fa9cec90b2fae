package dev.slipway.run;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.LaunchRequest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which of a document's words a launch command may hold. Refused are the variables that the run needs as they are, those by which a
 * document could bring code of its own, and what mpirun would take for something else than an argument.
 */
final class DocumentWords {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** Variables by which a document could run code of its own in an operator's program, or steer mpirun. */
    private static final Pattern STEERING = Pattern.compile(
            "(LD|OMPI|OPAL|ORTE|PMIX|PMI|PRTE|MPICH|MPIR|MPIEXEC|HYDRA|HWLOC|UCX|UCS|UCC|FI|PSM2?|SLIPWAY)_.*"
                    + "|GLIBC_TUNABLES|GCONV_PATH|LOCPATH|NLSPATH|MALLOC_.*|BASH_.*|ENV|SHELLOPTS|IFS|PYTHON.*|PERL.*"
                    + "|RUBY.*|NODE_.*|LUA_.*|R_.*|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH");

    /** Of the run's own environment, what {@link #STEERING} does not hold. */
    private static final Set<String> FIXED = Set.of("PATH", "HOME", "TMPDIR");

    /** mpirun takes this word, wherever it stands, for the beginning of another program. */
    private static final String NEXT_PROGRAM = ":";

    private DocumentWords() {}

    /** Why no command can be made of these words; empty if one can. */
    static Optional<Problem> obstacle(LaunchRequest request) {
        Stream<String> argument = request.arguments().stream()
                .filter(NEXT_PROGRAM::equals)
                .map(colon -> "an argument is a lone colon, by which mpirun would start another program");
        Stream<String> variable = request.environment().entrySet().stream()
                .map(DocumentWords::refusal)
                .flatMap(Optional::stream);
        return Stream.concat(argument, variable)
                .findFirst()
                .map(message -> Problem.of(ProblemCode.LAUNCH_REFUSED, message));
    }

    private static Optional<String> refusal(Map.Entry<String, String> variable) {
        String name = variable.getKey();
        if (!NAME.matcher(name).matches()) {
            return Optional.of("not a name of an environment variable: " + name);
        }
        if (STEERING.matcher(name).matches() || FIXED.contains(name)) {
            return Optional.of("the environment variable " + name + " is not a document's to set");
        }
        return variable.getValue().indexOf('\0') >= 0
                ? Optional.of("the environment variable " + name + " holds a NUL character")
                : Optional.empty();
    }
}
