package dev.slipway.toolkit.terminal;

import java.util.Optional;

/** Asks the user at a terminal. */
public interface Prompt {
    /** Returns the answer to this question, typed unseen; empty without a terminal, or if the input ends first. */
    Optional<char[]> unseen(String question);

    /** Returns whether standard input is that terminal, so that text read from there would be visible. */
    boolean readsFromTerminal();
}
