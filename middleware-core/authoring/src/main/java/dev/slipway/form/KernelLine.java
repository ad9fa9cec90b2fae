package dev.slipway.form;

import dev.slipway.request.KernelStart;
import dev.slipway.request.KernelStart.Loss;
import dev.slipway.request.KernelStart.Streams;
import dev.slipway.request.Program;
import dev.slipway.request.StreamKernel;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** One kernel of a stream application as a JSON object. */
final class KernelLine {
    /** The key of a kernel's name. A line that has this key describes a kernel. */
    static final String NAME = "kernel";

    private KernelLine() {}

    /** @param place the position of the kernel among the others, which is its usual number */
    static ObjectNode write(ObjectNode line, StreamKernel kernel, int place) {
        line.put(NAME, kernel.name());
        if (kernel.number() != place) {
            line.put("number", kernel.number());
        }
        kernel.start().started().ifPresent(program -> program(line, program));
        start(line, kernel.start());
        if (kernel.turns()) {
            line.put("turns", true);
        }
        kernel.core().ifPresent(core -> line.put("core", core));
        return line;
    }

    private static void program(ObjectNode line, Program program) {
        line.put("program", program.executable());
        if (!program.arguments().isEmpty()) {
            ArrayNode arguments = line.putArray("arguments");
            program.arguments().forEach(arguments::add);
        }
        if (!program.environment().isEmpty()) {
            ObjectNode environment = line.putObject("environment");
            program.environment().forEach(environment::put);
        }
    }

    private static void start(ObjectNode line, KernelStart start) {
        if (start instanceof KernelStart.Copies copies) {
            if (copies.copies() > 1) {
                line.put("copies", copies.copies());
            }
            loss(line, copies.loss());
        } else if (start instanceof KernelStart.Ranks ranks) {
            line.put("ranks", ranks.ranks());
            line.put("streams", LineValues.word(ranks.streams()));
            loss(line, ranks.loss());
        } else if (start instanceof KernelStart.With with) {
            line.put("with", with.kernel());
        }
    }

    private static void loss(ObjectNode line, Loss loss) {
        if (loss != Loss.END) {
            line.put("loss", LineValues.word(loss));
        }
    }

    static StreamKernel read(LineValues line, int place) {
        return new StreamKernel(
                line.text(NAME),
                line.number("number").orElse(place),
                start(line),
                line.flag("turns"),
                line.number("core"));
    }

    private static KernelStart start(LineValues line) {
        if (line.has("with")) {
            return new KernelStart.With(line.text("with"));
        }
        Program program = new Program(line.text("program"), line.texts("arguments"), line.pairs("environment"));
        Loss loss = line.choice("loss", Loss.class).orElse(Loss.END);
        return line.has("ranks")
                ? new KernelStart.Ranks(
                        program,
                        line.number("ranks").orElseThrow(),
                        line.choice("streams", Streams.class).orElse(Streams.FIRST),
                        loss)
                : new KernelStart.Copies(program, line.number("copies").orElse(1), loss);
    }
}
