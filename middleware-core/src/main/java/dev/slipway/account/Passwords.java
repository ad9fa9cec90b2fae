package dev.slipway.account;

/** The port for what the core does not do itself: slow hashes, and the brake on guessing. */
public interface Passwords {

    /** A salted slow hash of it. */
    String hash(String password);

    /**
     * Checks the password of a user; wrong ones are slowed.
     *
     * @param from the network address that asks
     * @throws dev.slipway.problem.ProblemException NOT_AUTHENTICATED for a wrong one, or one that comes too soon after wrong ones
     */
    void require(String user, String password, String from);
}
