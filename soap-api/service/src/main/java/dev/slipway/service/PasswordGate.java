package dev.slipway.service;

import dev.slipway.desk.Caller;

/** The port through which the service has passwords checked. */
@FunctionalInterface
public interface PasswordGate {
    /** The request attribute that holds the token by whose login a call was let in, a string; absent for other calls. */
    String TOKEN = "dev.slipway.service.token";

    /** The request attribute that holds the hash that a call's password was checked against, a string; absent for other calls. */
    String PASSWORD_HASH = "dev.slipway.service.password-hash";

    /**
     * Who was let in.
     *
     * @param passwordHash that their password was checked against
     */
    record LetIn(Caller caller, String passwordHash) {
        @Override
        public String toString() {
            return "LetIn[" + caller + "]";
        }
    }

    /**
     * The user of this name.
     *
     * @param from the network address that asks
     * @throws dev.slipway.problem.ProblemException NOT_AUTHENTICATED for a wrong password, or a try that comes too soon after wrong ones
     */
    LetIn letIn(String user, String password, String from);
}
