package dev.slipway.journal.ledger;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The port to a place outside of the store that keeps the hash of each checkpoint. An attacker who can write the whole
 * store can compute all hashes anew; only this place reveals the change.
 */
public interface KeptHeads {

    /** Keeps no heads. */
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
     * A checkpoint at the time when it was written.
     *
     * @param checkpoint the sequence of the operation
     * @param hash the hash of the operation, which covers all operations before it
     */
    record Head(long checkpoint, String hash) {}

    /**
     * The kept heads.
     *
     * @param findings one line for each entry there that this service did not write
     */
    record Reading(List<Head> heads, List<String> findings) {
        public Reading {
            heads = List.copyOf(heads);
            findings = List.copyOf(findings);
        }
    }

    /** Keeps one more head, durably. */
    void keep(Head head) throws IOException;

    /** Returns all kept heads. */
    Reading read();

    /** Looks up single checkpoints among the heads that were kept when the look began. */
    interface Look {
        /**
         * Returns the kept head of {@code checkpoint}, or of the next checkpoint with a sound head. Findings concern
         * the heads that were examined.
         */
        Reading from(long checkpoint);
    }

    /** Begins a look, which costs far less than reading all heads. Empty if this place never keeps heads. */
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
