package dev.slipway.web.graph;

import java.util.List;

/**
 * Describes a graph to be drawn: the number of kernels, numbered from 0 in the order of the document, and an arrow for
 * each pair of kernels that a link joins.
 */
public record GraphSketch(int kernels, List<Arrow> arrows) {
    public GraphSketch {
        arrows = List.copyOf(arrows);
        for (Arrow arrow : arrows) {
            if (Math.min(arrow.from(), arrow.to()) < 0 || Math.max(arrow.from(), arrow.to()) >= kernels) {
                throw new IllegalArgumentException("there is no kernel at an end of " + arrow);
            }
        }
    }

    /**
     * Leads from one kernel to another.
     *
     * @param feedback whether the link is marked as one that closes a cycle
     */
    public record Arrow(int from, int to, boolean feedback) {}
}
