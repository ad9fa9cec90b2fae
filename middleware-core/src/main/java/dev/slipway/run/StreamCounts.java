package dev.slipway.run;

import java.util.List;

/**
 * What a stream application has counted so far; kernels and links are in the order of its graph.
 *
 * @param kernels all of them
 * @param links all of them
 */
public record StreamCounts(List<Kernel> kernels, List<Link> links) {
    public StreamCounts {
        kernels = List.copyOf(kernels);
        links = List.copyOf(links);
    }

    /** How a kernel stands. */
    public enum State {
        WAITING,
        RUNNING,
        ENDED,
        /** The launcher ended it, or it had lost another kernel. */
        STOPPED,
        DIED
    }

    /**
     * One kernel.
     *
     * @param status with which it died; 0 for a signal
     * @param signal by which it died; 0 for none
     * @param in records that it has taken
     * @param out records that it has put; one that a link duplicates counts once
     */
    public record Kernel(String name, State state, int status, int signal, long in, long out) {}

    /**
     * One link.
     *
     * @param perSecond records a second: of late, and after the end in all
     * @param each records to each kernel of {@code to}; empty where it is one
     */
    public record Link(String from, List<String> to, long records, double perSecond, List<Long> each) {
        public Link {
            to = List.copyOf(to);
            each = List.copyOf(each);
        }
    }
}
