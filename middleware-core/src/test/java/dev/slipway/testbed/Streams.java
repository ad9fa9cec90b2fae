package dev.slipway.testbed;

import dev.slipway.request.KernelStart;
import dev.slipway.request.KernelStart.Loss;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.Program;
import dev.slipway.request.RunPath;
import dev.slipway.request.StreamApplication;
import dev.slipway.request.StreamKernel;
import dev.slipway.request.StreamLink;
import dev.slipway.request.StreamLink.Split;
import dev.slipway.request.StreamLink.Transport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Stream applications for tests. */
public final class Streams {
    private Streams() {}

    /** Returns a kernel of one process, with these arguments and this number in the application. */
    public static StreamKernel kernel(String name, int number, String program, String... arguments) {
        return new StreamKernel(
                name,
                number,
                new KernelStart.Copies(new Program(program, List.of(arguments), Map.of()), 1, Loss.END),
                false,
                Optional.empty());
    }

    /** Returns a stream application with every part that the format has. */
    public static StreamApplication whole() {
        return new StreamApplication("whole", wholeKernels(), wholeLinks());
    }

    private static List<StreamKernel> wholeKernels() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("MODE", "a \"b\" <c> & 'd'\tx");
        variables.put("A", "1");
        Program source = new Program(
                "prices", List.of("--text", "", " a\n\r\tb ", "<&>\"'", "[1]", "${HOME}", "\u00e9"), variables);
        Program filter = new Program("prices", List.of(), Map.of());
        Program model = new Program("model", List.of("-n", "4"), Map.of("MODE", "fast"));
        Program sink = new Program("model", List.of(), Map.of());
        return List.of(
                new StreamKernel("source", 0, new KernelStart.Copies(source, 1, Loss.END), true, Optional.of(0)),
                new StreamKernel("watch", 1, new KernelStart.With("source"), true, Optional.empty()),
                new StreamKernel(
                        "filter", 7, new KernelStart.Copies(filter, 3, Loss.TOLERATE), false, Optional.empty()),
                new StreamKernel(
                        "model",
                        8,
                        new KernelStart.Ranks(model, 4, KernelStart.Streams.ALL, Loss.TOLERATE),
                        false,
                        Optional.of(3)),
                new StreamKernel(
                        "sink",
                        9,
                        new KernelStart.Ranks(sink, 2, KernelStart.Streams.FIRST, Loss.END),
                        false,
                        Optional.empty()));
    }

    private static List<StreamLink> wholeLinks() {
        int usual = StreamLink.USUAL_ROOM;
        Optional<Split> none = Optional.empty();
        return List.of(
                new StreamLink(
                        "source",
                        List.of("filter", "watch"),
                        Optional.of(Split.DUPLICATE),
                        false,
                        Transport.AUTO,
                        usual),
                new StreamLink("filter", List.of("model"), Optional.of(Split.DIVIDE), false, Transport.TCP, 4096),
                new StreamLink("model", List.of("sink"), none, false, Transport.MEMORY, usual),
                new StreamLink("sink", List.of("source"), none, true, Transport.AUTO, usual));
    }

    /** Returns a launch of the application with the usual settings. */
    public static LaunchRequest launch(StreamApplication application) {
        return LaunchRequest.of(application, new RunPath("stdout.txt"), new RunPath("stderr.txt"));
    }

    /** Returns a stream application of these kernels and links. */
    public static StreamApplication of(List<StreamKernel> kernels, StreamLink... links) {
        return new StreamApplication("graph", kernels, List.of(links));
    }
}
