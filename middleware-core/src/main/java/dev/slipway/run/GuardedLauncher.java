package dev.slipway.run;

import dev.slipway.disk.FreeSpace;
import dev.slipway.disk.FullDisk;
import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.LaunchRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * Runs programs on this machine, by {@code mpirun} or the stream launcher. Each run has its own guard program, which
 * outlives the service. The guard claims the run folder before any program starts, so a run starts at most once,
 * however often it is ordered.
 */
public final class GuardedLauncher implements Launcher {
    private static final int CLAIMED_BEFORE = 3;
    /** Limits of Linux, execve(2): the length of one argument, and a quarter of the usual stack for all arguments. */
    private static final long MAX_ARGUMENT = 128 * 1024;

    private static final long MAX_ARGUMENTS = 2 * 1024 * 1024;

    private static final KillPoint WRITTEN =
            new KillPoint("launch", "what the command reads is written, folder not handed over");
    private static final KillPoint LAUNCH_PREPARED = new KillPoint("launch", "folder handed over, guard not called");
    private static final KillPoint LAUNCH_CALLED = new KillPoint("launch", "guard called, not heard of");
    private static final KillPoint LAUNCHED = new KillPoint("launch", "guard has answered");
    private static final KillPoint KILL_PREPARED = new KillPoint("kill", "guard not called");
    private static final KillPoint KILL_CALLED = new KillPoint("kill", "guard called, not heard of");
    private static final KillPoint KILLED = new KillPoint("kill", "guard has answered");

    private final MpirunSettings settings;
    private final RunFolders folders;
    private final StorageSettings storage;
    private final RunCommands commands;
    private final GuardedWay way;
    private final Witness witness;

    /** Makes the launcher of runs on this machine alone. */
    public GuardedLauncher(MpirunSettings settings, RunFolders folders, StorageSettings storage, Witness witness) {
        this(settings, folders, storage, new MachineWay(new RunCommands(settings)), witness);
    }

    /**
     * Makes a launcher with these settings.
     *
     * @param storage the limits of a run folder
     * @param way decides the program that a guard starts
     * @throws IllegalArgumentException if runs would be root, or could not get their own identity
     */
    public GuardedLauncher(
            MpirunSettings settings, RunFolders folders, StorageSettings storage, GuardedWay way, Witness witness) {
        boolean root = ServiceIdentity.isRoot();
        if (root && settings.identities().isEmpty()) {
            throw new IllegalArgumentException(
                    "the service is root: configure the identities of runs, which are never root");
        }
        if (!root && settings.identities().isPresent()) {
            throw new IllegalArgumentException("only a service that is root can give runs another identity");
        }
        this.settings = settings;
        this.folders = folders;
        this.storage = storage;
        this.way = way;
        this.witness = witness;
        this.commands = new RunCommands(settings);
    }

    @Override
    public List<KillPoint> killPoints() {
        return List.of(WRITTEN, LAUNCH_PREPARED, LAUNCH_CALLED, LAUNCHED, KILL_PREPARED, KILL_CALLED, KILLED);
    }

    @Override
    public List<Problem> obstacles(String partition, String submitter, LaunchRequest request) {
        List<Problem> obstacles = new ArrayList<>(commands.obstacles(request));
        if (settings.identities().isEmpty() && request.usersProgram().isPresent()) {
            obstacles.add(Problem.of(
                    ProblemCode.RUNS_AS_SERVICE,
                    "the service is an ordinary user, so that a program of a user's own could read the service's own"
                            + " data"));
        }
        return obstacles;
    }

    @Override
    public LaunchPlan plan(RunOrder order) {
        return new LaunchPlan(guard(order).told(way.command(order)), settings.host());
    }

    @Override
    public void start(RunOrder order) throws InterruptedException {
        if (GuardRecords.claimed(order.folder().root())) {
            return;
        }
        RunCommand command = way.command(order);
        write(command, order.folder());
        order.request()
                .usersProgram()
                .ifPresent(file -> permit(file.in(order.folder().files())));
        witness.passes(WRITTEN);
        GuardCommand guard = guard(order);
        List<String> argv = guard.run(command, folders.handOver(order.folder()), way.options(order));
        witness.passes(LAUNCH_PREPARED);
        Answer answer = call(argv, way.environment(guard), command.variables(), () -> witness.passes(LAUNCH_CALLED));
        witness.passes(LAUNCHED);
        requireSpace(order, answer);
        if (answer.status() != 0 && answer.status() != CLAIMED_BEFORE) {
            throw new ProblemException(new Problem(
                    ProblemCode.LAUNCH_FAILED,
                    "the guard program could not start the run (exit status " + answer.status() + ")",
                    answer.text()));
        }
    }

    /**
     * Writes the files that the command reads. The folder may have been handed over before a crash, but no run has used
     * it, so only this service has written there.
     */
    private static void write(RunCommand command, RunFolder folder) {
        try {
            for (Map.Entry<String, byte[]> file : command.files().entrySet()) {
                Path part = folder.tmp().resolve(file.getKey() + ".part");
                Files.deleteIfExists(part);
                Files.write(part, file.getValue(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                Files.move(part, folder.tmp().resolve(file.getKey()), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            String what = "cannot write what the run reads into " + folder.root();
            throw new ProblemException(FullDisk.problem(folder.root(), what, e), e);
        }
    }

    /** Lets the run execute a staged file. Only this service has written in the folder. */
    private static void permit(Path program) {
        if (!Files.isRegularFile(program, LinkOption.NOFOLLOW_LINKS)) {
            throw new ProblemException(Problem.of(
                    ProblemCode.EXECUTABLE_MISSING, "the job's steps left no program " + program.getFileName()));
        }
        try {
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw new ProblemException(
                    FullDisk.problem(program, "cannot make the job's program " + program + " executable", e), e);
        }
    }

    @Override
    public RunSighting look(RunOrder order) throws InterruptedException {
        RunFolder folder = order.folder();
        Optional<RunSighting.Ended> ended = GuardRecords.ended(folder.root(), folder);
        if (ended.isPresent()) {
            if (GuardRecords.survivors(folder.root()) > 0) {
                // The guard gave up on some processes. Until they are gone, the run holds its slots and the job reports
                // the reason.
                kill(order);
            }
            return ended.get();
        }
        if (!GuardRecords.claimed(folder.root())) {
            return new RunSighting.Unclaimed();
        }
        if (GuardRecords.guardAlive(folder.root())) {
            return new RunSighting.Running(ProgressFile.read(folder.tmp(), RunFolder.PROGRESS));
        }
        // All other findings are left to the guard program, which also knows the states in between.
        return switch (status(order)) {
            case "running" -> new RunSighting.Running(ProgressFile.read(folder.tmp(), RunFolder.PROGRESS));
            // The run may have ended between the two looks.
            case "ended" -> GuardRecords.ended(folder.root(), folder).orElseThrow();
            case "unclaimed" -> new RunSighting.Unclaimed();
            case "lost" -> new RunSighting.Lost();
            default -> throw unreadable(order, "an unknown state");
        };
    }

    @Override
    public boolean hasNews(RunOrder order) {
        return GuardRecords.hasEnded(order.folder().root());
    }

    private String status(RunOrder order) throws InterruptedException {
        Answer answer = call(guard(order).verb("status"), Map.of(), new byte[0], () -> {});
        try {
            return GuardRecords.parse(answer.text()).path("state").asString();
        } catch (JacksonException e) {
            throw unreadable(order, answer.text());
        }
    }

    private static ProblemException unreadable(RunOrder order, String said) {
        return new ProblemException(new Problem(
                ProblemCode.INTERNAL, "the guard program's status of run " + order.name() + " is unreadable", said));
    }

    @Override
    public void kill(RunOrder order) throws InterruptedException {
        List<String> argv = guard(order).verb("kill");
        witness.passes(KILL_PREPARED);
        Answer answer = call(argv, Map.of(), new byte[0], () -> witness.passes(KILL_CALLED));
        witness.passes(KILLED);
        requireSpace(order, answer);
        if (answer.status() != 0) {
            throw new ProblemException(new Problem(
                    ProblemCode.INTERNAL,
                    "the guard program could not end run " + order.name() + " (exit status " + answer.status() + ")",
                    answer.text()));
        }
    }

    /** A guard without space for records has had no effect. */
    private static void requireSpace(RunOrder order, Answer answer) {
        if (answer.status() == GuardRecords.FULL) {
            throw new ProblemException(new Problem(
                    ProblemCode.STORAGE_FULL,
                    "no space for the records of the run: "
                            + FreeSpace.of(order.folder().root()).words() + ", and they need a few pages",
                    answer.text()));
        }
    }

    private record Answer(int status, String text) {}

    private GuardCommand guard(RunOrder order) {
        return new GuardCommand(settings, order, storage.jobBytes(), storage.jobEntries());
    }

    private static Answer call(List<String> argv, Map<String, String> environment, byte[] input, Runnable called)
            throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(argv).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            called.run();
            try (OutputStream in = process.getOutputStream()) {
                in.write(input);
            }
            String text = new String(process.getInputStream().readNBytes(64 * 1024), StandardCharsets.UTF_8);
            return new Answer(process.waitFor(), text.strip());
        } catch (IOException e) {
            throw new ProblemException(uncalled(argv, e), e);
        }
    }

    /**
     * Finds out why the guard could not be called. Java has one exception type for all failures of exec and fork, so
     * the method examines the file.
     */
    private static Problem uncalled(List<String> argv, IOException e) {
        String guard = argv.get(0);
        if (!Files.isRegularFile(Path.of(guard)) || !Files.isExecutable(Path.of(guard))) {
            return new Problem(
                    ProblemCode.LAUNCHER_BROKEN, "the guard program " + guard + " cannot be run", e.toString());
        }
        long longest = argv.stream().mapToLong(String::length).max().orElse(0);
        long all = argv.stream()
                .mapToLong(argument -> argument.length() + Long.BYTES + 1)
                .sum();
        if (longest >= MAX_ARGUMENT || all >= MAX_ARGUMENTS) {
            return Problem.of(
                    ProblemCode.LAUNCH_REFUSED,
                    "the run's arguments are too long for this machine: " + all + " bytes in all, one of " + longest);
        }
        return new Problem(ProblemCode.MACHINE_BUSY, "this machine can start no more processes now", e.toString());
    }
}
