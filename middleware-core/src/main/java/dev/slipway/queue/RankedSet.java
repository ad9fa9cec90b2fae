package dev.slipway.queue;

/**
 * A set of distinct numbers that tells how many of its members are below a number. The set is a treap (Seidel and
 * Aragon, 1996) with nodes that count their subtrees. Adding, removing and ranking take time logarithmic in the number
 * of members, for any range of the numbers. The order of acceptance has gaps without bound, since jobs leave it in any
 * order.
 */
final class RankedSet {
    private Node root;

    private static final class Node {
        private final long key;
        private final long priority;
        private int size = 1;
        private Node left;
        private Node right;

        Node(long key) {
            this.key = key;
            this.priority = scattered(key);
        }

        Node counted() {
            size = 1 + sizeOf(left) + sizeOf(right);
            return this;
        }
    }

    /** The finaliser of MurmurHash3: a bijection, so no two keys have one priority. */
    private static long scattered(long key) {
        long mixed = (key ^ key >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }

    private static int sizeOf(Node node) {
        return node == null ? 0 : node.size;
    }

    int size() {
        return sizeOf(root);
    }

    /** Counts the members that are less than {@code key}. */
    int below(long key) {
        int below = 0;
        for (Node node = root; node != null; ) {
            if (key <= node.key) {
                node = node.left;
            } else {
                below += sizeOf(node.left) + 1;
                node = node.right;
            }
        }
        return below;
    }

    /** Returns the least member, or {@link Long#MAX_VALUE} for an empty set. */
    long first() {
        long first = Long.MAX_VALUE;
        for (Node node = root; node != null; node = node.left) {
            first = node.key;
        }
        return first;
    }

    boolean contains(long key) {
        Node node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        return node != null;
    }

    /** Adds {@code key} unless it is a member. */
    void add(long key) {
        if (!contains(key)) {
            root = added(root, new Node(key));
        }
    }

    private static Node added(Node tree, Node one) {
        if (tree == null) {
            return one;
        }
        if (one.priority > tree.priority) {
            split(tree, one);
            return one.counted();
        }
        if (one.key < tree.key) {
            tree.left = added(tree.left, one);
        } else {
            tree.right = added(tree.right, one);
        }
        return tree.counted();
    }

    /**
     * Distributes the members of {@code tree} below {@code one}, lesser members to the left and greater to the right.
     */
    private static void split(Node tree, Node one) {
        if (tree == null) {
            one.left = null;
            one.right = null;
            return;
        }
        if (tree.key < one.key) {
            split(tree.right, one);
            tree.right = one.left;
            one.left = tree.counted();
        } else {
            split(tree.left, one);
            tree.left = one.right;
            one.right = tree.counted();
        }
    }

    /** Removes {@code key} if it is a member. */
    void remove(long key) {
        if (contains(key)) {
            root = removed(root, key);
        }
    }

    private static Node removed(Node tree, long key) {
        if (key == tree.key) {
            return merged(tree.left, tree.right);
        }
        if (key < tree.key) {
            tree.left = removed(tree.left, key);
        } else {
            tree.right = removed(tree.right, key);
        }
        return tree.counted();
    }

    private static Node merged(Node less, Node greater) {
        if (less == null || greater == null) {
            return less == null ? greater : less;
        }
        if (less.priority > greater.priority) {
            less.right = merged(less.right, greater);
            return less.counted();
        }
        greater.left = merged(less, greater.left);
        return greater.counted();
    }
}
