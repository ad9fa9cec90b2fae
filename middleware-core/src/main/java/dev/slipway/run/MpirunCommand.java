package dev.slipway.run;

import dev.slipway.request.MpiFlavour;
import dev.slipway.request.MpiProgram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code mpirun} with a program and its arguments.
 *
 * @param mpirun a name on the service's PATH or a path
 * @param program the program's own path
 * @param flavour the implementation of MPI: the mpirun of MPICH passes all variables on and has no option for them
 * @param passed variables of the run that Open MPI passes to the ranks, besides the document's
 */
record MpirunCommand(String mpirun, MpiProgram application, Path program, MpiFlavour flavour, List<String> passed)
        implements RunCommand {
    private static final List<String> NAMES = List.of("SLIPWAY_PROGRESS", "SLIPWAY_TOKEN");

    /** Makes a command that passes on the names of the run. */
    MpirunCommand(String mpirun, MpiProgram application, Path program, MpiFlavour flavour) {
        this(mpirun, application, program, flavour, NAMES);
    }

    /** Makes the command of Open MPI. */
    MpirunCommand(String mpirun, MpiProgram application, Path program) {
        this(mpirun, application, program, MpiFlavour.OPEN_MPI);
    }

    /**
     * Returns this command for ranks on other hosts, by this mpirun. A daemon on another host has the variables of a
     * login there.
     */
    MpirunCommand overHosts(String other, MpiFlavour by) {
        return new MpirunCommand(
                other,
                application,
                program,
                by,
                Stream.concat(NAMES.stream(), Stream.of("HOME", "TMPDIR")).toList());
    }

    @Override
    public List<String> argv() {
        List<String> argv = new ArrayList<>(launcher());
        argv.addAll(rank().argv());
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

    /** Returns the command that each rank is. */
    PlainCommand rank() {
        return new PlainCommand(application, program);
    }

    private void passVariables(List<String> argv) {
        for (String name : application.program().environment().keySet()) {
            argv.add("-x");
            argv.add(name);
        }
        for (String name : passed) {
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
        return rank().needs();
    }

    @Override
    public byte[] variables() {
        return rank().variables();
    }
}
