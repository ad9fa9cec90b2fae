package dev.slipway.run;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.Program;
import dev.slipway.request.StreamApplication;
import dev.slipway.request.StreamKernel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Builds the command of each kind of application, with its programs found in the application folders, and finds the
 * obstacles of a run.
 */
public final class RunCommands {
    private final MpirunSettings settings;
    private final ApplicationFolders applications;

    public RunCommands(MpirunSettings settings) {
        this.settings = settings;
        this.applications = settings.applications();
    }

    /** Returns all problems of every run of the request, a missing program first. */
    public List<Problem> obstacles(LaunchRequest request) {
        List<Problem> obstacles = new ArrayList<>();
        if (request.application() instanceof StreamApplication stream) {
            launcher(obstacles);
            size(stream, programs(stream, obstacles), obstacles);
        } else if (request.application() instanceof MpiProgram mpi) {
            if (mpi.program().staged().isEmpty()) {
                resolve(mpi.program(), "", obstacles);
            }
        }
        DocumentWords.obstacle(request.application()).ifPresent(obstacles::add);
        return obstacles;
    }

    /**
     * Returns the command of a run.
     *
     * @throws ProblemException for a run that can never start
     */
    public RunCommand of(RunOrder order) {
        List<Problem> obstacles = obstacles(order.request());
        if (!obstacles.isEmpty()) {
            throw new ProblemException(obstacles.get(0));
        }
        if (order.request().application() instanceof StreamApplication stream) {
            return new StreamLaunchCommand(settings, stream, programs(stream, new ArrayList<>()), order.folder());
        }
        MpiProgram mpi = (MpiProgram) order.request().application();
        Program program = mpi.program();
        // A staged file is named from the run folder, in which the guard starts the command.
        Path path = program.staged().isPresent()
                ? Path.of(program.executable())
                : applications.resolve(program.executable());
        return new MpirunCommand(settings.mpirun(), mpi, path);
    }

    /**
     * Returns the command of a run on a cluster. mpirun learns the hosts from the cluster. A single process needs no
     * mpirun. With several, the program starts only if its MPI is that of mpirun.
     *
     * @param mpich the mpirun of MPICH
     * @throws ProblemException for a run that can never start
     */
    public RunCommand onCluster(RunOrder order, String mpich) {
        RunCommand command = of(order);
        if (!(command instanceof MpirunCommand mpirun)) {
            return command;
        }
        if (order.request().processes() == 1) {
            return new PlainCommand(mpirun.application(), mpirun.program());
        }
        boolean byMpich = order.request().demand().flavour() == MpiFlavour.MPICH;
        return new ProbedCommand(
                settings.mpiProbe(),
                byMpich ? new MpirunCommand(mpich, mpirun.application(), mpirun.program(), MpiFlavour.MPICH) : mpirun);
    }

    /** Returns the problem of a run on a cluster that needs mpi-probe, which is not there. */
    public Optional<Problem> probeObstacle(LaunchRequest request) {
        Path probe = settings.mpiProbe();
        boolean needed = request.application() instanceof MpiProgram && request.processes() > 1;
        return needed && !Files.isExecutable(probe)
                ? Optional.of(new Problem(
                        ProblemCode.LAUNCHER_BROKEN,
                        "the program " + probe + " cannot be run, which checks on a cluster that the MPI of "
                                + request.application().title() + " fits its launcher",
                        "Install mpi-probe beside slipway-guard (slipway.guard): both come from the native kernels."))
                : Optional.empty();
    }

    /**
     * Returns the command of a run over a list of hosts. Even a single process starts by mpirun, on one of these hosts.
     *
     * @param mpich the mpirun of MPICH
     * @throws ProblemException for a run that can never start
     */
    public RunCommand overHosts(RunOrder order, String mpich) {
        if (!(of(order) instanceof MpirunCommand mpirun)) {
            throw new IllegalArgumentException("only a program of MPI runs over a list of hosts");
        }
        boolean byMpich = order.request().demand().flavour() == MpiFlavour.MPICH;
        MpirunCommand there = byMpich
                ? mpirun.overHosts(mpich, MpiFlavour.MPICH)
                : mpirun.overHosts(settings.mpirun(), MpiFlavour.OPEN_MPI);
        return order.request().processes() == 1 ? there : new ProbedCommand(settings.mpiProbe(), there);
    }

    private void launcher(List<Problem> obstacles) {
        Path launcher = settings.streamLauncher();
        if (!Files.isRegularFile(launcher) || !Files.isExecutable(launcher)) {
            obstacles.add(Problem.of(
                    ProblemCode.STREAM_LAUNCHER_BROKEN, "the stream launcher " + launcher + " cannot be run"));
        }
    }

    private Map<String, Path> programs(StreamApplication stream, List<Problem> obstacles) {
        Map<String, Path> programs = new LinkedHashMap<>();
        for (StreamKernel kernel : stream.kernels()) {
            kernel.start().started().ifPresent(program -> resolve(program, "kernel " + kernel.name() + ": ", obstacles)
                    .forEach(path -> programs.put(kernel.name(), path)));
        }
        return programs;
    }

    /** Returns the program's path; if there is no program, reports an obstacle and returns an empty list. */
    private List<Path> resolve(Program program, String whose, List<Problem> obstacles) {
        try {
            return List.of(applications.resolve(program.executable()));
        } catch (ProblemException e) {
            Problem found = e.problem();
            obstacles.add(new Problem(found.code(), whose + found.message(), found.detail()));
            return List.of();
        }
    }

    private static void size(StreamApplication stream, Map<String, Path> programs, List<Problem> obstacles) {
        if (!obstacles.isEmpty()) {
            return;
        }
        int bytes = GraphText.of(stream, programs).length;
        int elements = GraphText.elements(stream);
        if (bytes > GraphText.MOST_BYTES || elements > GraphText.MOST_ELEMENTS) {
            obstacles.add(Problem.of(
                    ProblemCode.LAUNCH_REFUSED,
                    "the graph comes to " + bytes + " bytes of XML and " + elements
                            + " elements, arguments and variables among them, and the stream launcher reads at most "
                            + GraphText.MOST_BYTES + " and " + GraphText.MOST_ELEMENTS));
        }
    }
}
