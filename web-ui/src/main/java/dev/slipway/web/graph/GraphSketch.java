package dev.slipway.web.graph;

import java.util.List;

/**
 * A graph to be drawn: how many kernels it has, numbered from 0 in the order of its document, and an arrow for each pair of kernels that
 * a link joins.
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
     * From one kernel to another.
     *
     * @param feedback whether its link closes a cycle and says so
     */
    public record Arrow(int from, int to, boolean feedback) {}
}
