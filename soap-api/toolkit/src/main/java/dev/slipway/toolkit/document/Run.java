package dev.slipway.toolkit.document;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a program as a job, without a document: makes the document and submits it. */
@Command(
        name = "run",
        description = {
            "Runs a program as a job: makes the document, submits it, and prints the token.",
            "PROGRAM is a program of the application folders, or a file of your own: a script that begins with #!, or a"
                    + " relative path such as ./solve. A file of your own goes with the job, and runs only on"
                    + " partitions where the operator allows users' programs.",
            "Options stand before PROGRAM; the words after it are its arguments, unchanged."
        })
public final class Run extends SubmittingVerb {
    @Option(
            names = "--in",
            paramLabel = "FILE",
            description = "A local file that the job finds in its folder; may be repeated.")
    private List<Path> in = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "A file that the program writes in its folder, kept as a result; may be repeated.")
    private List<String> out = new ArrayList<>();

    @Option(names = "--np", paramLabel = "N", description = "Starts N processes by mpirun; default: one, without MPI.")
    private Integer processes;

    @Option(names = "--partition", paramLabel = "NAME", description = "The partition; default: the service's first.")
    private String partition;

    @Option(names = "--name", paramLabel = "TEXT", description = "The job's name; default: that of the program.")
    private String name;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            description = "The limit on the run's time: 90s, 30m or 2h; default: the partition's.")
    private String time;

    @Option(names = "--print", description = "Prints the document, and submits nothing.")
    private boolean print;

    @Parameters(index = "0", paramLabel = "PROGRAM", description = "The program.")
    private String program;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "ARGUMENT", description = "The program's arguments.")
    private List<String> arguments = new ArrayList<>();

    @Override
    protected int run() {
        if (processes != null && processes < 1) {
            throw Failure.usage("--np is a number from 1, not " + processes, "Leave it out for a single process.");
        }
        List<RunInput> inputs = new ArrayList<>();
        List<String> command = new ArrayList<>();
        command.add(executable(inputs));
        command.addAll(arguments);
        in.forEach(file -> inputs.add(input(file)));
        requireDistinct(inputs);
        byte[] document = new RunDocument(
                        Optional.of(name == null ? fileName(Path.of(program)) : name),
                        command,
                        Optional.ofNullable(processes),
                        Optional.ofNullable(partition),
                        seconds(),
                        inputs,
                        out.stream().map(RunOutput::new).toList())
                .bytes();
        if (!print) {
            send(inputs);
            return submit("the document of " + program, document);
        }
        terminal().bytes(document);
        inputs.stream().filter(input -> input.text().isEmpty()).forEach(input -> terminal()
                .note("before its submission, upload " + input.name()));
        return ExitStatus.DONE;
    }

    /** Returns the executable for the document. A file of the caller's own becomes an input. */
    private String executable(List<RunInput> inputs) {
        boolean local = OwnProgram.isLocalPath(program);
        if (local || OwnProgram.isFile(program)) {
            RunInput own = input(Path.of(program));
            if (local || OwnProgram.isScript(own.bytes())) {
                inputs.add(own);
                return "./" + own.name();
            }
        }
        return program;
    }

    private RunInput input(Path file) {
        if (isInput(file)) {
            throw Failure.usage("an input of a job needs a name, and standard input has none", "Name a file.");
        }
        return new RunInput(fileName(file), bytes(file));
    }

    private static String fileName(Path path) {
        Path name = path.getFileName();
        if (name == null || name.toString().isEmpty()) {
            throw Failure.usage("\"" + path + "\" has no name of a file", "Name a program or a file.");
        }
        return name.toString();
    }

    private static void requireDistinct(List<RunInput> inputs) {
        Set<String> names = new HashSet<>();
        for (RunInput input : inputs) {
            if (!names.add(input.name())) {
                throw Failure.usage(
                        "two inputs have the name " + input.name() + ", and the job has one folder",
                        "Rename one of the files.");
            }
        }
    }

    private OptionalLong seconds() {
        if (time == null) {
            return OptionalLong.empty();
        }
        if (!time.matches("[1-9][0-9]{0,6}[smh]")) {
            throw Failure.usage("--time is not a time: " + time, "Write 90s, 30m or 2h.");
        }
        long number = Long.parseLong(time.substring(0, time.length() - 1));
        return OptionalLong.of(
                switch (time.charAt(time.length() - 1)) {
                    case 's' -> number;
                    case 'm' -> number * 60;
                    default -> number * 3600;
                });
    }
}
