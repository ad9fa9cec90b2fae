package dev.slipway.server.login;

import org.springframework.security.core.AuthenticationException;

/** Too many passwords are being checked to look at one more; nobody has said that it is wrong. */
final class CrowdedException extends AuthenticationException {
    private static final long serialVersionUID = 1L;

    /** In seconds, in which most of a full line is checked. */
    static final int SOON = 5;

    CrowdedException() {
        super("too many logins are being checked at once: try again in " + SOON + " s");
    }
}
