package dev.slipway.toolkit;

import java.util.Optional;

/** Whoever sits at a terminal and can be asked. */
interface Prompt {
    /** What is typed after this question, unseen; empty where there is no terminal, or nothing is typed before the end of input. */
    Optional<char[]> unseen(String question);

    /** Whether standard input is that terminal, so that what is read from it would be seen. */
    boolean readsFromTerminal();
}
