package dev.slipway.document.launch;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.request.KernelStart;
import dev.slipway.request.KernelStart.Loss;
import dev.slipway.request.KernelStart.Streams;
import dev.slipway.request.Program;
import dev.slipway.request.StreamKernel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads one kernel of a stream application. An invalid value is reported and replaced by the default, so that one
 * reading reports all problems.
 */
final class KernelReading {
    private static final List<String> OF_PROCESS = List.of("program", "copies", "ranks", "streams", "loss");

    private final Findings findings;
    private final StreamValues values;

    KernelReading(Findings findings) {
        this.findings = findings;
        this.values = new StreamValues(findings);
    }

    /**
     * Reads a kernel; empty if the kernel has no name.
     *
     * @param place the kernel's position among the others, which is the default number
     */
    Optional<StreamKernel> read(DocumentElement element, int place) {
        Optional<String> name = values.name(element, "name");
        int number = values.number(element, "number", 0, StreamKernel.MOST_NUMBER)
                .orElse(Math.min(place, StreamKernel.MOST_NUMBER));
        KernelStart start = element.attribute("with").isPresent() ? with(element) : started(element);
        boolean turns = values.truth(element, "turns");
        Optional<Integer> core = values.number(element, "core", 0, StreamKernel.MOST_CORE);
        values.notOffered(element, "host", "placing a kernel on a host");
        values.notOffered(element, "hosts", "placing a kernel on hosts");
        values.notOffered(element, "network", "choosing a network for a kernel");
        if (place > StreamKernel.MOST_NUMBER && element.attribute("number").isEmpty()) {
            findings.problem(
                    element,
                    "the kernel is number " + place + " by its place, and numbers end at " + StreamKernel.MOST_NUMBER,
                    "Write number, or fewer kernels.");
        }
        return name.map(one -> new StreamKernel(one, number, start, turns, core));
    }

    /** Reads a kernel that runs in the process of another. Such a kernel may have only a name and a number. */
    private KernelStart with(DocumentElement element) {
        OF_PROCESS.stream()
                .filter(attribute -> element.attribute(attribute).isPresent())
                .forEach(attribute -> findings.problem(
                        element,
                        "the kernel is with another, and has " + attribute + " of its own",
                        "Say it of the kernel that it is with."));
        if (!element.children().isEmpty()) {
            findings.problem(
                    element,
                    "the kernel is with another, and has arguments or variables",
                    "Give them to the kernel that it is with.");
        }
        return values.name(element, "with")
                .<KernelStart>map(KernelStart.With::new)
                .orElseGet(() -> new KernelStart.Copies(missing(), 1, Loss.END));
    }

    private KernelStart started(DocumentElement element) {
        boolean mpi = element.attribute("ranks").isPresent();
        Program program = program(element);
        if (mpi) {
            element.children(Names.sw("Argument")).forEach(argument -> WordsReading.argument(findings, argument));
        }
        Loss loss = values.choice(element, "loss", Loss.class).orElse(Loss.END);
        Optional<Integer> copies = values.number(element, "copies", 1, StreamKernel.MOST_COPIES);
        Optional<Integer> ranks = values.number(element, "ranks", 1, StreamKernel.MOST_COPIES);
        Streams streams = values.choice(element, "streams", Streams.class).orElse(Streams.FIRST);
        if (mpi && element.attribute("copies").isPresent()) {
            findings.problem(element, "the kernel has ranks and copies", "Leave one of both out.");
        }
        if (!mpi && element.attribute("streams").isPresent()) {
            findings.problem(
                    element, "the kernel is no MPI kernel, and has streams", "Write ranks, or leave streams out.");
        }
        return mpi
                ? new KernelStart.Ranks(program, ranks.orElse(1), streams, loss)
                : new KernelStart.Copies(program, copies.orElse(1), loss);
    }

    private static Program missing() {
        return new Program("missing", List.of(), Map.of());
    }

    private Program program(DocumentElement element) {
        Optional<String> executable = values.line(element, "program");
        List<String> arguments = new ArrayList<>();
        for (DocumentElement argument : element.children(Names.sw("Argument"))) {
            if (StreamKernel.isArgument(argument.text())) {
                arguments.add(argument.text());
            } else {
                findings.problem(
                        argument,
                        "the argument is longer than " + StreamKernel.MOST_ARGUMENT_BYTES + " bytes",
                        "Stage a file in, and name it.");
            }
        }
        return new Program(executable.orElse("missing"), arguments, variables(element));
    }

    private Map<String, String> variables(DocumentElement element) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (DocumentElement variable : element.children(Names.sw("Variable"))) {
            Optional<String> name =
                    values.variable(variable).filter(one -> !WordsReading.isRefused(findings, variable, one));
            Optional<String> value = values.value(variable);
            name.filter(variables::containsKey)
                    .ifPresent(one ->
                            findings.problem(variable, "variable " + one + " is set twice", "Keep one of them."));
            name.ifPresent(one -> value.ifPresent(text -> variables.putIfAbsent(one, text)));
        }
        return variables;
    }
}
