package dev.slipway.request;

import java.util.List;
import java.util.Map;

/**
 * One program, started as so many ranks by mpirun.
 *
 * @param processes number of MPI ranks, at least 1
 */
public record MpiProgram(Program program, int processes) implements Application {

    public MpiProgram {
        Require.that(processes >= 1, "processes must be at least 1");
    }

    /** Makes an MPI program from an executable, its arguments and its variables. */
    public static MpiProgram of(
            String executable, List<String> arguments, Map<String, String> environment, int processes) {
        return new MpiProgram(new Program(executable, arguments, environment), processes);
    }

    @Override
    public List<Program> programs() {
        return List.of(program);
    }

    @Override
    public String title() {
        return program.executable();
    }
}
