package dev.slipway.run;

import java.util.List;

/**
 * The counts of a stream application so far, with kernels and links in the order of its graph.
 *
 * @param kernels all kernels
 * @param links all links
 */
public record StreamCounts(List<Kernel> kernels, List<Link> links) {
    public StreamCounts {
        kernels = List.copyOf(kernels);
        links = List.copyOf(links);
    }

    /** The state of a kernel. */
    public enum State {
        WAITING,
        RUNNING,
        ENDED,
        /** The launcher ended the kernel, or the kernel had lost another one. */
        STOPPED,
        DIED
    }

    /**
     * One kernel.
     *
     * @param status the exit status of a dead kernel; 0 for a signal
     * @param signal the signal that ended a dead kernel; 0 if there was no signal
     * @param in the records that the kernel has taken
     * @param out the records that the kernel has put; a record that a link duplicates counts once
     */
    public record Kernel(String name, State state, int status, int signal, long in, long out) {}

    /**
     * One link.
     *
     * @param perSecond the recent rate in records per second; after the end, the overall rate
     * @param each the records for each kernel of {@code to}; empty for a single kernel
     */
    public record Link(String from, List<String> to, long records, double perSecond, List<Long> each) {
        public Link {
            to = List.copyOf(to);
            each = List.copyOf(each);
        }
    }
}
