package dev.slipway.secret;

import java.time.Duration;

/** The port to who seals passwords that are typed at a page, so that no draft and no document ever holds one. */
public interface Sealer {
    /** How long what it seals holds. */
    Duration LASTS = Duration.ofDays(30);

    /** The longest password, in characters. */
    int LONGEST = 1_000;

    /** The password as only {@link Secrets#open} opens it, for this use, from now on for {@link #LASTS}. */
    String seal(String password, SecretUse use);
}
