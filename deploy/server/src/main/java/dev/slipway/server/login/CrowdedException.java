package dev.slipway.server.login;

import org.springframework.security.core.AuthenticationException;

/** Says that too many passwords are being checked to check one more. This password was not found wrong. */
final class CrowdedException extends AuthenticationException {
    private static final long serialVersionUID = 1L;

    /** Seconds in which most of a full line is checked. */
    static final int SOON = 5;

    CrowdedException() {
        super("too many logins are being checked at once: try again in " + SOON + " s");
    }
}
