package dev.slipway.journal;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The port to a place outside of the store that keeps the hash of each checkpoint. Whoever can write the whole store
 * can compute all hashes anew, and is found out by this place alone.
 */
public interface KeptHeads {

    /** Keeps nothing. */
    KeptHeads NONE = new KeptHeads() {
        @Override
        public void keep(Head head) {}

        @Override
        public Reading read() {
            return new Reading(List.of(), List.of());
        }

        @Override
        public Optional<Look> look() {
            return Optional.empty();
        }
    };

    /**
     * A checkpoint as it was when it was written.
     *
     * @param checkpoint the sequence of the operation
     * @param hash of the operation, which covers all operations before it
     */
    record Head(long checkpoint, String hash) {}

    /**
     * What is kept.
     *
     * @param findings one line for each thing there that was not written by this service
     */
    record Reading(List<Head> heads, List<String> findings) {
        public Reading {
            heads = List.copyOf(heads);
            findings = List.copyOf(findings);
        }
    }

    /** Keeps one more; it is durable when this returns. */
    void keep(Head head) throws IOException;

    /** Returns all that is kept. */
    Reading read();

    /** Looks for single checkpoints in what was kept when the look began. */
    interface Look {
        /**
         * Returns what is kept of {@code checkpoint}, or of the next one after it of which a sound head is kept.
         * Findings are of the heads that were looked at.
         */
        Reading from(long checkpoint);
    }

    /** Begins a look, which costs far less than to read all. Empty if this place never keeps anything. */
    default Optional<Look> look() {
        List<Head> kept = read().heads();
        return Optional.of(checkpoint -> {
            List<Head> after = kept.stream()
                    .filter(head -> head.checkpoint() >= checkpoint)
                    .toList();
            long next = after.stream().mapToLong(Head::checkpoint).min().orElse(0);
            return new Reading(
                    after.stream().filter(head -> head.checkpoint() == next).toList(), List.of());
        });
    }
}
