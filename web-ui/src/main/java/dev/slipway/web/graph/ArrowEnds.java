package dev.slipway.web.graph;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Places the ends of arrows along the edges of boxes. The ends stand in the order in which their arrows go on, so that
 * arrows do not cross there.
 */
final class ArrowEnds {
    /** The part of a box's height along which arrows end. */
    private static final double REACH = 0.6;

    private static final double SHIFT = 16;

    private final GraphSketch sketch;
    private final List<Node> kernels;
    private final double[] leaves;
    private final double[] arrives;
    private final double[] shifts;

    /** @param ways the nodes that each arrow passes; empty for an arrow that goes back */
    ArrowEnds(GraphSketch sketch, List<Node> kernels, List<List<Node>> ways) {
        this.sketch = sketch;
        this.kernels = kernels;
        int count = ways.size();
        this.leaves = new double[count];
        this.arrives = new double[count];
        this.shifts = new double[count];
        for (Node kernel : kernels) {
            List<Integer> out = new ArrayList<>();
            List<Integer> in = new ArrayList<>();
            int back = 0;
            for (int i = 0; i < count; i++) {
                if (ways.get(i).isEmpty()) {
                    shifts[i] += from(i) == kernel ? SHIFT * back++ : 0;
                    continue;
                }
                if (from(i) == kernel) {
                    out.add(i);
                }
                if (to(i) == kernel) {
                    in.add(i);
                }
            }
            spread(kernel, out, leaves, Comparator.comparingDouble(i -> ways.get(i)
                    .get(0)
                    .y));
            spread(kernel, in, arrives, Comparator.comparingDouble(i -> ways.get(i)
                    .get(ways.get(i).size() - 1)
                    .y));
        }
        shiftArrivals(ways);
    }

    /** Shifts arrows that go back to one kernel, so that they do not arrive at one place. */
    private void shiftArrivals(List<List<Node>> ways) {
        for (Node kernel : kernels) {
            int count = 0;
            for (int i = 0; i < ways.size(); i++) {
                if (ways.get(i).isEmpty() && to(i) == kernel) {
                    shifts[i] = Math.max(shifts[i], SHIFT * count++);
                }
            }
        }
    }

    private static void spread(Node kernel, List<Integer> arrows, double[] at, Comparator<Integer> order) {
        List<Integer> sorted = arrows.stream().sorted(order).toList();
        for (int i = 0; i < sorted.size(); i++) {
            double share = (i + 0.5) / sorted.size() - 0.5;
            at[sorted.get(i)] = kernel.y + share * REACH * GraphPicture.BOX_HEIGHT;
        }
    }

    Node from(int arrow) {
        return kernels.get(sketch.arrows().get(arrow).from());
    }

    Node to(int arrow) {
        return kernels.get(sketch.arrows().get(arrow).to());
    }

    /** Returns the height at which the arrow leaves its box. */
    double leaves(int arrow) {
        return leaves[arrow];
    }

    /** Returns the height at which the arrow arrives. */
    double arrives(int arrow) {
        return arrives[arrow];
    }

    /** Returns how far an arrow that goes back is shifted, to keep a distance from other arrows. */
    double shift(int arrow) {
        return shifts[arrow];
    }

    /** Returns whether no box stands below this one. */
    boolean isLowest(Node kernel) {
        return kernels.stream().noneMatch(other -> other.column == kernel.column && other.y > kernel.y);
    }
}
