package dev.slipway.account;

import java.time.Instant;

/**
 * A login that was opened.
 *
 * @param token lets its bearer in until {@code expires}; a secret, of which only a hash is kept
 */
public record Login(String token, Instant expires) {
    @Override
    public String toString() {
        return "Login[until " + expires + "]";
    }
}
