package dev.slipway.run;

import dev.slipway.request.MpiFlavour;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.Program;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code mpirun} with a program and its arguments.
 *
 * @param mpirun a name on the service's PATH or a path
 * @param program the program's own path
 * @param flavour the implementation of MPI: the mpirun of MPICH passes all variables on and has no option for them
 */
record MpirunCommand(String mpirun, MpiProgram application, Path program, MpiFlavour flavour) implements RunCommand {
    /** Makes the command of Open MPI. */
    MpirunCommand(String mpirun, MpiProgram application, Path program) {
        this(mpirun, application, program, MpiFlavour.OPEN_MPI);
    }

    @Override
    public List<String> argv() {
        List<String> argv = new ArrayList<>(launcher());
        argv.addAll(started());
        return argv;
    }

    /** Returns mpirun with its options. */
    List<String> launcher() {
        List<String> argv = new ArrayList<>();
        argv.add(mpirun);
        argv.add("-n");
        argv.add(Integer.toString(application.processes()));
        if (flavour != MpiFlavour.MPICH) {
            passVariables(argv);
        }
        return argv;
    }

    /** Returns the program with its arguments. */
    List<String> started() {
        List<String> argv = new ArrayList<>();
        argv.add(program.toString());
        argv.addAll(application.program().arguments());
        return argv;
    }

    private void passVariables(List<String> argv) {
        for (String name : application.program().environment().keySet()) {
            argv.add("-x");
            argv.add(name);
        }
        for (String name : List.of("SLIPWAY_PROGRESS", "SLIPWAY_TOKEN")) {
            argv.add("-x");
            argv.add(name);
        }
    }

    @Override
    public List<String> told() {
        return argv();
    }

    @Override
    public List<Path> needs() {
        return List.of(program);
    }

    @Override
    public byte[] variables() {
        return variables(application.program());
    }

    /** Returns the variables of the program as the guard reads them. */
    static byte[] variables(Program program) {
        StringBuilder text = new StringBuilder();
        program.environment()
                .forEach((name, value) ->
                        text.append(name).append('=').append(value).append('\0'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
