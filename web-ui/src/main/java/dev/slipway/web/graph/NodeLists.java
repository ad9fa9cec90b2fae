package dev.slipway.web.graph;

import java.util.ArrayList;
import java.util.List;

/** Makes numbered lists. */
final class NodeLists {
    private NodeLists() {}

    /** Returns {@code count} empty lists. */
    static <T> List<List<T>> of(int count) {
        List<List<T>> lists = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            lists.add(new ArrayList<>());
        }
        return lists;
    }
}
