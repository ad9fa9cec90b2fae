package dev.slipway.account;

/** The port to slow password hashes and to the protection against guessing. */
public interface Passwords {

    /** Returns a salted slow hash of the password. */
    String hash(String password);

    /**
     * Checks the password of a user; wrong passwords are slowed down.
     *
     * @param from the network address of the caller
     * @throws dev.slipway.problem.ProblemException NOT_AUTHENTICATED for a wrong password, or for one that comes too
     *     soon after wrong ones
     */
    void require(String user, String password, String from);
}
