package dev.slipway.document.sweep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Changes of one text, each at its position in the text as it stands before all changes. */
final class TextEdits {
    private record Edit(int from, int to, String value) {}

    private final List<Edit> edits = new ArrayList<>();

    void add(Sweep.Slot slot, String value) {
        edits.add(new Edit(slot.from(), slot.to(), value));
    }

    /**
     * Returns the text after all changes. They are made from the end to the start, so that no change moves another;
     * they do not overlap.
     */
    String applied(String text) {
        StringBuilder changed = new StringBuilder(text);
        edits.stream()
                .sorted(Comparator.comparingInt(Edit::from).reversed())
                .forEach(edit -> changed.replace(edit.from(), edit.to(), edit.value()));
        return changed.toString();
    }
}
