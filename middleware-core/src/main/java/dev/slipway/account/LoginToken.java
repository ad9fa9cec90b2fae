package dev.slipway.account;

import java.time.Instant;

/**
 * The token of a login that was opened.
 *
 * @param token secret that lets its bearer in until {@code expires}; the store keeps only a hash of it
 */
public record LoginToken(String token, Instant expires) {
    @Override
    public String toString() {
        return "Login[until " + expires + "]";
    }
}
