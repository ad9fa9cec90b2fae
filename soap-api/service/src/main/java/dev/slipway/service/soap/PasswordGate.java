package dev.slipway.service.soap;

import dev.slipway.desk.Caller;

/** The port by which the service lets another module check passwords. */
@FunctionalInterface
public interface PasswordGate {
    /** The request attribute with the token of the login that let the call in, a string; absent for other calls. */
    String TOKEN = "dev.slipway.service.token";

    /**
     * The request attribute with the hash against which the call's password was checked, a string; absent for other
     * calls.
     */
    String PASSWORD_HASH = "dev.slipway.service.password-hash";

    /**
     * A caller who was let in.
     *
     * @param passwordHash the hash against which the password was checked
     */
    record LetIn(Caller caller, String passwordHash) {
        @Override
        public String toString() {
            return "LetIn[" + caller + "]";
        }
    }

    /**
     * Returns the user of this name if the password is right.
     *
     * @param from the network address that asks
     * @throws dev.slipway.problem.ProblemException NOT_AUTHENTICATED for a wrong password, or for a try too soon after
     * wrong ones
     */
    LetIn letIn(String user, String password, String from);
}
