package dev.slipway.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A command of mpirun that starts the program only if the program's MPI fits. Otherwise each rank would be a world of
 * its own, do the whole work, and end well.
 *
 * @param probe the program {@code mpi-probe}
 */
record ProbedCommand(Path probe, MpirunCommand mpirun) implements RunCommand {

    @Override
    public List<String> argv() {
        List<String> argv = new ArrayList<>(
                List.of(probe.toString(), Integer.toString(mpirun.application().processes())));
        argv.addAll(mpirun.launcher());
        argv.add("--");
        argv.addAll(mpirun.rank().argv());
        return argv;
    }

    @Override
    public List<String> told() {
        return argv();
    }

    @Override
    public List<Path> needs() {
        return Stream.concat(Stream.of(probe), mpirun.needs().stream()).toList();
    }

    @Override
    public byte[] variables() {
        return mpirun.variables();
    }
}
