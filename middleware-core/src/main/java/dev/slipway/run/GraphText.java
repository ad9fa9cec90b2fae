package dev.slipway.run;

import dev.slipway.request.KernelStart;
import dev.slipway.request.Program;
import dev.slipway.request.StreamApplication;
import dev.slipway.request.StreamKernel;
import dev.slipway.request.StreamLink;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * Writes a stream application as the XML that the stream launcher reads, with all kernels on the single machine of the
 * run.
 */
final class GraphText {
    /** The most bytes of a graph that the stream launcher reads. */
    static final int MOST_BYTES = 1 << 20;

    /** The most elements of a graph that the stream launcher reads. */
    static final int MOST_ELEMENTS = 10_000;

    private static final String HOST = "here";

    private final StringBuilder text = new StringBuilder();
    private final Map<String, Path> programs;

    private GraphText(Map<String, Path> programs) {
        this.programs = programs;
    }

    /** Writes the graph in UTF-8. @param programs the programs of the kernels that have one, by the kernels' names */
    static byte[] of(StreamApplication application, Map<String, Path> programs) {
        GraphText graph = new GraphText(programs);
        graph.write(application);
        return graph.text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the number of elements of the graph. */
    static int elements(StreamApplication application) {
        return 2
                + application.kernels().size()
                + application.links().size()
                + application.programs().stream()
                        .mapToInt(program -> program.arguments().size()
                                + program.environment().size())
                        .sum();
    }

    private void write(StreamApplication application) {
        text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graph xmlns=\"urn:slipway:stream-graph:1\"");
        attribute("name", application.name());
        text.append(">\n  <host");
        attribute("name", HOST);
        attribute("here", "yes");
        attribute("slots", Integer.toString(slots(application)));
        text.append("/>\n");
        application.kernels().forEach(this::kernel);
        application.links().forEach(this::link);
        text.append("</graph>\n");
    }

    /** Returns the ranks of the largest MPI kernel, all of which run on this machine. */
    private static int slots(StreamApplication application) {
        return application.kernels().stream()
                .filter(kernel -> kernel.start() instanceof KernelStart.Ranks)
                .mapToInt(kernel -> kernel.start().processes())
                .max()
                .orElse(1);
    }

    private void kernel(StreamKernel kernel) {
        text.append("  <kernel");
        attribute("name", kernel.name());
        attribute("number", Integer.toString(kernel.number()));
        start(kernel.start());
        if (kernel.start().started().isPresent()) {
            attribute("host", HOST);
            attribute("program", programs.get(kernel.name()).toString());
        }
        if (kernel.turns()) {
            attribute("turns", "yes");
        }
        kernel.core().ifPresent(core -> attribute("core", core.toString()));
        text.append(">");
        kernel.start().started().ifPresent(this::given);
        text.append("</kernel>\n");
    }

    private void start(KernelStart start) {
        if (start instanceof KernelStart.Copies copies) {
            attribute("copies", Integer.toString(copies.copies()));
            attribute("loss", word(copies.loss()));
        } else if (start instanceof KernelStart.Ranks ranks) {
            attribute("ranks", Integer.toString(ranks.ranks()));
            attribute("streams", word(ranks.streams()));
            attribute("loss", word(ranks.loss()));
        } else if (start instanceof KernelStart.With with) {
            attribute("with", with.kernel());
        }
    }

    /** Writes an argument; white space counts in an argument, so its element may contain no other text. */
    private void given(Program program) {
        for (String argument : program.arguments()) {
            text.append("<argument>").append(escaped(argument)).append("</argument>");
        }
        program.environment().forEach((name, value) -> {
            text.append("<variable");
            attribute("name", name);
            attribute("value", value);
            text.append("/>");
        });
    }

    private void link(StreamLink link) {
        text.append("  <link");
        attribute("from", link.from());
        attribute("to", String.join(" ", link.to()));
        link.split().ifPresent(split -> attribute("kind", word(split)));
        if (link.feedback()) {
            attribute("feedback", "yes");
        }
        attribute("transport", word(link.transport()));
        attribute("room", Integer.toString(link.room()));
        text.append("/>\n");
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private void attribute(String name, String value) {
        text.append(' ').append(name).append("=\"").append(escaped(value)).append('"');
    }

    /**
     * Escapes an attribute: a reader turns plain tabs and line breaks of attributes into blanks, and carriage returns
     * into line breaks everywhere.
     */
    private static String escaped(String value) {
        return value.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("\t", "&#9;")
                .replace("\n", "&#10;")
                .replace("\r", "&#13;");
    }
}
