package dev.slipway.secret;

import java.time.Duration;

/**
 * The port to the component that seals passwords typed at a page, so that no draft and no document ever holds a plain
 * one.
 */
public interface Sealer {
    /** How long a sealed password is valid. */
    Duration LASTS = Duration.ofDays(30);

    /** The longest password, in characters. */
    int LONGEST = 1_000;

    /** Seals the password for this use, valid for {@link #LASTS}; only {@link Secrets#open} can open it. */
    String seal(String password, SecretUse use);
}
