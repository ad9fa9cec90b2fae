package dev.slipway.web.graph;

import dev.slipway.request.KernelStart;
import dev.slipway.request.StreamApplication;
import dev.slipway.request.StreamKernel;
import dev.slipway.request.StreamLink;
import dev.slipway.run.StreamCounts;
import dev.slipway.web.Readable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Describes the graph of a stream application as a page shows it: as a picture and in words.
 *
 * @param picture null where there are too many kernels and links for a picture
 * @param arrows of the picture: one for each receiver of a link
 * @param links in words
 * @param counted whether the application has begun to count
 */
public record StreamView(
        String name,
        GraphPicture picture,
        List<Kernel> kernels,
        List<Arrow> arrows,
        List<Link> links,
        boolean counted) {

    /**
     * Describes a kernel. A text without content is empty.
     *
     * @param start how the kernel's process starts: {@code process}, {@code copies}, {@code ranks}, or {@code with}
     *     another kernel
     * @param of number of copies or ranks, or the name of the other kernel
     * @param state of the kernel, in lower case
     * @param taken records that the kernel has taken; {@code put} counts those that it has given
     * @param box null without a picture
     */
    public record Kernel(
            String name,
            String start,
            String of,
            String state,
            Death death,
            String taken,
            String put,
            GraphPicture.Box box) {}

    /**
     * Says how a kernel died.
     *
     * @param status exit status of a kernel that died; 0 otherwise
     * @param signal that ended the kernel; 0 otherwise
     */
    public record Death(int status, int signal) {}

    /**
     * Leads from one kernel to another.
     *
     * @param split {@code duplicate}, {@code divide}, or empty
     * @param records that the arrow has led; empty before anything is counted
     * @param rate of the link, in records a second
     */
    public record Arrow(String split, boolean feedback, String records, String rate, GraphPicture.Line line) {}

    /** Leads from a kernel to all its receivers. */
    public record Link(String from, String to, String split, boolean feedback, String records, String rate) {}

    /** @param counts empty before the run has counted anything */
    public static StreamView of(StreamApplication application, Optional<StreamCounts> counts) {
        Optional<StreamCounts> sound = counts.filter(told -> isOf(told, application));
        GraphSketch sketch = sketch(application);
        GraphPicture picture = GraphPicture.fits(sketch) ? GraphPicture.of(sketch) : null;
        List<Kernel> kernels = new ArrayList<>();
        for (int i = 0; i < application.kernels().size(); i++) {
            int at = i;
            GraphPicture.Box box = picture == null ? null : picture.boxes().get(i);
            kernels.add(kernel(
                    application.kernels().get(i),
                    sound.map(told -> told.kernels().get(at)),
                    box));
        }
        List<Link> links = new ArrayList<>();
        List<Arrow> arrows = new ArrayList<>();
        for (int i = 0; i < application.links().size(); i++) {
            StreamLink link = application.links().get(i);
            int at = i;
            Optional<StreamCounts.Link> told = sound.map(all -> all.links().get(at));
            links.add(link(link, told));
            for (int to = 0; picture != null && to < link.to().size(); to++) {
                arrows.add(arrow(link, to, told, picture.lines().get(arrows.size())));
            }
        }
        return new StreamView(application.name(), picture, kernels, arrows, links, sound.isPresent());
    }

    /**
     * Returns whether the counts belong to this graph. The launcher that reports them runs with the rights of the job,
     * so the counts cannot be trusted.
     */
    private static boolean isOf(StreamCounts counts, StreamApplication application) {
        List<String> kernels =
                counts.kernels().stream().map(StreamCounts.Kernel::name).toList();
        List<List<String>> links =
                counts.links().stream().map(StreamCounts.Link::to).toList();
        return kernels.equals(
                        application.kernels().stream().map(StreamKernel::name).toList())
                && links.equals(application.links().stream().map(StreamLink::to).toList());
    }

    private static GraphSketch sketch(StreamApplication application) {
        List<String> names =
                application.kernels().stream().map(StreamKernel::name).toList();
        List<GraphSketch.Arrow> arrows = application.links().stream()
                .flatMap(link -> link.to().stream()
                        .map(to ->
                                new GraphSketch.Arrow(names.indexOf(link.from()), names.indexOf(to), link.feedback())))
                .toList();
        return new GraphSketch(names.size(), arrows);
    }

    private static Kernel kernel(StreamKernel kernel, Optional<StreamCounts.Kernel> told, GraphPicture.Box box) {
        String start = "process";
        String of = "";
        if (kernel.start() instanceof KernelStart.With with) {
            start = "with";
            of = with.kernel();
        } else if (kernel.start() instanceof KernelStart.Ranks ranks) {
            start = "ranks";
            of = Integer.toString(ranks.ranks());
        } else if (kernel.start().processes() > 1) {
            start = "copies";
            of = Integer.toString(kernel.start().processes());
        }
        return new Kernel(
                kernel.name(),
                start,
                of,
                told.map(one -> word(one.state())).orElse(""),
                new Death(
                        told.map(StreamCounts.Kernel::status).orElse(0),
                        told.map(StreamCounts.Kernel::signal).orElse(0)),
                told.map(one -> Readable.count(one.in())).orElse(""),
                told.map(one -> Readable.count(one.out())).orElse(""),
                box);
    }

    private static Link link(StreamLink link, Optional<StreamCounts.Link> told) {
        return new Link(
                link.from(),
                String.join(", ", link.to()),
                split(link),
                link.feedback(),
                told.map(one -> Readable.count(one.records())).orElse(""),
                told.map(one -> rate(one.perSecond())).orElse(""));
    }

    private static Arrow arrow(StreamLink link, int to, Optional<StreamCounts.Link> told, GraphPicture.Line line) {
        Optional<Long> records = told.map(
                one -> one.each().isEmpty() ? one.records() : one.each().get(to));
        return new Arrow(
                split(link),
                link.feedback(),
                records.map(StreamView::large).orElse(""),
                told.map(one -> rate(one.perSecond())).orElse(""),
                line);
    }

    private static String split(StreamLink link) {
        return link.split().map(StreamView::word).orElse("");
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String rate(double perSecond) {
        if (perSecond < 100) {
            return Readable.figure(Math.round(10 * perSecond) / 10.0);
        }
        return perSecond < 1_000_000 ? Readable.count(Math.round(perSecond)) : Readable.tick(Math.round(perSecond));
    }

    /** Formats a count so that it fits on an arrow. */
    private static String large(long count) {
        return count < 100_000_000 ? Readable.count(count) : Readable.tick(count);
    }
}
