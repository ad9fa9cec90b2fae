package dev.slipway.form;

import dev.slipway.request.Application;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.LaunchWords;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.Program;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.StreamApplication;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The form fields of a run: an MPI program, or a stream application, which is kept unchanged; and the fields common to
 * both.
 */
final class LaunchFields {
    /** The field that keeps a stream application. */
    static final String STREAM = "stream";

    private static final ItemLines VARIABLES = ItemLines.pairs("=");

    /** The fields of an MPI program. In a stream application, each kernel has its own. */
    private static final List<String> OF_PROGRAM = List.of("executable", "arguments", "environment", "processes");

    private LaunchFields() {}

    /** Adds the run's values to those of the job. */
    static void write(LaunchRequest launch, Map<String, String> values) {
        if (launch.application() instanceof StreamApplication stream) {
            values.put(STREAM, StreamLines.write(stream));
        } else if (launch.application() instanceof MpiProgram mpi) {
            program(mpi, values);
        }
        launch.partition().ifPresent(name -> values.put("partition", name));
        values.put("stdout", launch.stdout().value());
        values.put("stderr", launch.stderr().value());
        launch.wallTime().ifPresent(limit -> values.put("wallTime", Span.write(limit)));
        launch.limits().memory().ifPresent(bytes -> values.put("memory", Long.toString(bytes)));
        launch.limits().processMemory().ifPresent(bytes -> values.put("processMemory", Long.toString(bytes)));
        launch.limits().processes().ifPresent(count -> values.put("processLimit", Integer.toString(count)));
        DemandFields.write(launch.demand(), values);
        launch.checkpoint().ifPresent(folder -> values.put("checkpoint", folder.value()));
    }

    private static void program(MpiProgram mpi, Map<String, String> values) {
        Program program = mpi.program();
        values.put("executable", program.executable());
        values.put("arguments", CommonFields.list(program.arguments()));
        values.put(
                "environment",
                VARIABLES.write(program.environment().entrySet().stream()
                        .map(variable -> List.of(variable.getKey(), variable.getValue()))
                        .toList()));
        values.put("processes", Integer.toString(mpi.processes()));
    }

    /** Reads the run; empty if a field has a problem, which is noted. */
    static Optional<LaunchRequest> read(FieldReader fields) {
        Optional<? extends Application> application =
                fields.optional(STREAM).isPresent() ? stream(fields) : Optional.of(program(fields));
        LaunchRequest launch = new LaunchRequest(
                application.isPresent() ? application.get() : MpiProgram.of("missing", List.of(), Map.of(), 1),
                fields.optional("partition"),
                fields.file("stdout"),
                fields.file("stderr"),
                fields.span("wallTime"),
                new RunLimits(
                        fields.positive("memory", Long.MAX_VALUE),
                        fields.positive("processMemory", Long.MAX_VALUE),
                        fields.positive("processLimit", Integer.MAX_VALUE).map(Long::intValue)));
        ResourceDemand demand = DemandFields.read(fields, launch.processes());
        Optional<RunPath> checkpoint = checkpoint(fields, launch);
        return fields.problems().isEmpty()
                ? Optional.of(launch.keeping(checkpoint).on(demand))
                : Optional.empty();
    }

    /**
     * Reads the checkpoint folder. For a folder that collides with the program's output, notes the problem and returns
     * empty.
     */
    private static Optional<RunPath> checkpoint(FieldReader fields, LaunchRequest launch) {
        Optional<RunPath> folder = fields.optional("checkpoint").map(any -> fields.file("checkpoint"));
        Optional<RunPath> output = folder.flatMap(launch::outputAt);
        output.ifPresent(file -> fields.problem(
                "checkpoint",
                "the program's output goes to " + FieldReader.shown(file.value())
                        + ", and one of both would have to be in the other",
                "Name a folder of its own."));
        return output.isPresent() ? Optional.empty() : folder;
    }

    private static Optional<StreamApplication> stream(FieldReader fields) {
        OF_PROGRAM.stream()
                .filter(field -> fields.optional(field).isPresent())
                .forEach(field -> fields.problem(
                        field,
                        FieldReader.words(field)
                                + " is of no use to a stream application, whose kernels have their own",
                        "Leave it empty."));
        DemandFields.ofStream(fields);
        return StreamLines.read(fields.text(STREAM), fault -> fields.problem(STREAM, fault.message(), fault.remedy()));
    }

    private static MpiProgram program(FieldReader fields) {
        String executable = fields.required("executable");
        return MpiProgram.of(
                executable.isBlank() ? "missing" : executable, arguments(fields), environment(fields), (int)
                        fields.number("processes", 1, Integer.MAX_VALUE, 1));
    }

    private static List<String> arguments(FieldReader fields) {
        List<String> arguments = fields.items("arguments");
        arguments.stream()
                .filter(LaunchWords::takenByLaunch)
                .forEach(argument -> fields.problem(
                        "arguments",
                        "mpirun would take this argument for itself: " + FieldReader.shown(argument),
                        "Leave it out: the service alone tells mpirun what to do."));
        return arguments;
    }

    private static Map<String, String> environment(FieldReader fields) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (List<String> item : VARIABLES.read(fields.text("environment"))) {
            String variable = item.get(0);
            if (item.size() < 2 || variable.isBlank()) {
                fields.problem(
                        "environment",
                        "not a variable: " + FieldReader.shown(String.join("=", item)),
                        "Write NAME=value, one on each line.");
            } else if (!LaunchRequest.isVariable(variable)) {
                fields.problem(
                        "environment",
                        "not the name of a variable: " + FieldReader.shown(variable),
                        "Write letters, digits, _, . and -, with a letter or _ first.");
            } else if (LaunchWords.steers(variable)) {
                fields.problem(
                        "environment",
                        "no job may set the variable " + variable
                                + ", which steers the loader, the launch command or a shell, or is the run's own",
                        "Leave it out; no operator can list it.");
            } else if (variables.put(variable, item.get(1)) != null) {
                fields.problem("environment", "variable " + variable + " is set twice", "Leave one of them out.");
            }
        }
        return variables;
    }
}
