package dev.slipway.account;

import java.time.Instant;

/**
 * The token of a new login.
 *
 * @param token the secret that lets the bearer in until {@code expires}; the store keeps only a hash of the secret
 */
public record LoginToken(String token, Instant expires) {
    @Override
    public String toString() {
        return "Login[until " + expires + "]";
    }
}
