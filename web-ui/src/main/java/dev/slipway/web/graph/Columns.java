package dev.slipway.web.graph;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Arranges nodes in columns: the order within a column keeps crossings few, and the heights keep arrows nearly
 * straight.
 */
final class Columns {
    private static final double GAP = 16;
    private static final int SWEEPS = 8;

    private final List<List<Node>> columns;

    private Columns(List<List<Node>> columns) {
        this.columns = columns;
    }

    /** Arranges the nodes so that the topmost edge is at 0. Returns the height of the whole arrangement. */
    static double arrange(List<Node> nodes, int count) {
        Columns columns = new Columns(NodeLists.of(count));
        nodes.forEach(node -> columns.columns.get(node.column).add(node));
        columns.number();
        columns.order();
        columns.level();
        return columns.toTop();
    }

    private void number() {
        for (List<Node> column : columns) {
            for (int i = 0; i < column.size(); i++) {
                column.get(i).place = i;
            }
        }
    }

    /**
     * Sorts each column by the positions of the neighbouring nodes, in both directions. Keeps the order with the fewest
     * crossings.
     */
    private void order() {
        List<List<Node>> best = copy();
        int fewest = crossings();
        for (int sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
            boolean right = sweep % 2 == 0;
            for (int i = 0; i < columns.size(); i++) {
                List<Node> column = columns.get(right ? i : columns.size() - 1 - i);
                column.sort(Comparator.comparingDouble(node -> place(node, right ? node.before : node.after)));
                number();
            }
            int now = crossings();
            if (now < fewest) {
                fewest = now;
                best = copy();
            }
        }
        columns.clear();
        columns.addAll(best);
        number();
    }

    private List<List<Node>> copy() {
        List<List<Node>> copy = new ArrayList<>();
        columns.forEach(column -> copy.add(new ArrayList<>(column)));
        return copy;
    }

    private static double place(Node node, List<Node> beside) {
        return beside.stream().mapToDouble(other -> other.place).average().orElse(node.place);
    }

    private int crossings() {
        int count = 0;
        for (List<Node> column : columns) {
            for (Node upper : column) {
                for (Node lower : column) {
                    if (upper.place < lower.place) {
                        count += crossings(upper, lower);
                    }
                }
            }
        }
        return count;
    }

    private static int crossings(Node upper, Node lower) {
        int count = 0;
        for (Node to : upper.after) {
            for (Node other : lower.after) {
                count += to.place > other.place ? 1 : 0;
            }
        }
        return count;
    }

    private void level() {
        for (List<Node> column : columns) {
            double at = 0;
            for (Node node : column) {
                node.y = at + node.height / 2;
                at += node.height + GAP;
            }
        }
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            boolean right = sweep % 2 == 0;
            for (int i = 0; i < columns.size(); i++) {
                level(columns.get(right ? i : columns.size() - 1 - i), right);
            }
        }
    }

    /**
     * Moves the nodes of a column as near as possible to the heights of their neighbours in the next column, and keeps
     * the gaps. This is an isotonic regression by pooling adjacent violators (Barlow, Bartholomew, Bremner and Brunk,
     * 1972): nodes that would come too near move as one pool.
     */
    private static void level(List<Node> column, boolean right) {
        List<double[]> pools = new ArrayList<>();
        double offset = 0;
        for (int i = 0; i < column.size(); i++) {
            Node node = column.get(i);
            offset += i == 0 ? 0 : (column.get(i - 1).height + node.height) / 2 + GAP;
            pools.add(new double[] {wanted(node, right) - offset, 1});
            while (pools.size() > 1 && pools.get(pools.size() - 2)[0] > pools.get(pools.size() - 1)[0]) {
                double[] last = pools.remove(pools.size() - 1);
                double[] pool = pools.get(pools.size() - 1);
                pool[0] = (pool[0] * pool[1] + last[0] * last[1]) / (pool[1] + last[1]);
                pool[1] += last[1];
            }
        }
        offset = 0;
        int i = 0;
        for (double[] pool : pools) {
            for (int k = 0; k < pool[1]; k++, i++) {
                Node node = column.get(i);
                offset += i == 0 ? 0 : (column.get(i - 1).height + node.height) / 2 + GAP;
                node.y = pool[0] + offset;
            }
        }
    }

    private static double wanted(Node node, boolean right) {
        List<Node> beside = right ? node.before : node.after;
        return beside.stream().mapToDouble(other -> other.y).average().orElse(node.y);
    }

    private double toTop() {
        double top = Double.MAX_VALUE;
        double bottom = 0;
        for (List<Node> column : columns) {
            for (Node node : column) {
                top = Math.min(top, node.y - node.height / 2);
            }
        }
        for (List<Node> column : columns) {
            for (Node node : column) {
                node.y = Math.round(node.y - top);
                bottom = Math.max(bottom, node.y + node.height / 2);
            }
        }
        return bottom;
    }
}
