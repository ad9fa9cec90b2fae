package dev.slipway.web.graph;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Assigns each kernel to a layer, and finds the arrows that go back. Every other arrow leads to a later layer.
 * Feedbacks go back. An arrow that closes a cycle without being marked as a feedback goes back too; a draft can have
 * such arrows.
 */
final class GraphLayers {
    private final GraphSketch sketch;
    private final List<List<Integer>> out;
    private final boolean[] back;
    private final int[] layers;

    private GraphLayers(GraphSketch sketch) {
        this.sketch = sketch;
        this.out = NodeLists.of(sketch.kernels());
        this.back = new boolean[sketch.arrows().size()];
        this.layers = new int[sketch.kernels()];
    }

    static GraphLayers of(GraphSketch sketch) {
        GraphLayers layers = new GraphLayers(sketch);
        for (int i = 0; i < sketch.arrows().size(); i++) {
            layers.back[i] = sketch.arrows().get(i).feedback();
            if (!layers.back[i]) {
                layers.out.get(sketch.arrows().get(i).from()).add(i);
            }
        }
        layers.findCycles();
        layers.pushRight();
        layers.pullSources();
        return layers;
    }

    /** Returns the layer of a kernel. The leftmost layer is 0. */
    int layer(int kernel) {
        return layers[kernel];
    }

    boolean goesBack(int arrow) {
        return back[arrow];
    }

    /** Walks along all arrows in order. An arrow to a kernel that is already on the walk closes a cycle. */
    private void findCycles() {
        int[] next = new int[sketch.kernels()];
        boolean[] onWay = new boolean[sketch.kernels()];
        Deque<Integer> way = new ArrayDeque<>();
        for (int start = 0; start < sketch.kernels(); start++) {
            if (next[start] > 0) {
                continue;
            }
            way.push(start);
            onWay[start] = true;
            while (!way.isEmpty()) {
                int kernel = way.element();
                if (next[kernel] == out.get(kernel).size()) {
                    onWay[way.pop()] = false;
                    continue;
                }
                int arrow = out.get(kernel).get(next[kernel]++);
                int to = sketch.arrows().get(arrow).to();
                if (onWay[to]) {
                    back[arrow] = true;
                } else if (next[to] == 0) {
                    way.push(to);
                    onWay[to] = true;
                }
            }
        }
    }

    /**
     * Puts each kernel behind all kernels that lead to it. Without cycles this ends after as many rounds as there are
     * layers.
     */
    private void pushRight() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int i = 0; i < back.length; i++) {
                GraphSketch.Arrow arrow = sketch.arrows().get(i);
                if (!back[i] && layers[arrow.to()] <= layers[arrow.from()]) {
                    layers[arrow.to()] = layers[arrow.from()] + 1;
                    moved = true;
                }
            }
        }
    }

    /** Puts each kernel without incoming arrows right before the first kernel that it leads to. */
    private void pullSources() {
        boolean[] led = new boolean[sketch.kernels()];
        int[] nearest = new int[sketch.kernels()];
        Arrays.fill(nearest, Integer.MAX_VALUE);
        for (int i = 0; i < back.length; i++) {
            GraphSketch.Arrow arrow = sketch.arrows().get(i);
            if (!back[i]) {
                led[arrow.to()] = true;
                nearest[arrow.from()] = Math.min(nearest[arrow.from()], layers[arrow.to()]);
            }
        }
        for (int kernel = 0; kernel < layers.length; kernel++) {
            if (!led[kernel] && nearest[kernel] != Integer.MAX_VALUE) {
                layers[kernel] = nearest[kernel] - 1;
            }
        }
    }
}
