package dev.slipway.web.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * Takes room in a column: a kernel's box, the words of an arrow, or an arrow that passes. Columns of boxes and columns
 * of words alternate, so the words of an arrow stand in the column right of its start box.
 */
final class Node {
    final int column;
    final double height;
    final List<Node> before = new ArrayList<>();
    final List<Node> after = new ArrayList<>();
    /** Place in the column, from 0. */
    int place;
    /** The height of the node's middle in the picture. */
    double y;

    Node(int column, double height) {
        this.column = column;
        this.height = height;
    }

    void leadTo(Node next) {
        after.add(next);
        next.before.add(this);
    }
}
