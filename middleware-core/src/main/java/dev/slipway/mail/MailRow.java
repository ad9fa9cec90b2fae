package dev.slipway.mail;

import java.time.Instant;

/** A kept mail that has not ended, and the tries of the mail so far. */
record MailRow(Letter letter, String account, Instant made, int tries) {

    @Override
    public String toString() {
        return letter.id() + " to user " + account;
    }
}
