package dev.slipway.toolkit.verb;

import dev.slipway.toolkit.terminal.Terminal;

/** Gives a verb what all verbs of one call share. The command line itself is the context of its verbs. */
public interface VerbContext {
    /** Returns the terminal of the call. */
    Terminal terminal();

    /** Returns the wait between two looks at the service. */
    PollDelay pause();
}
