package dev.slipway.secret;

/** The port to who opens sealed passwords. */
public interface Secrets {

    /** Whether {@code text} has the form of a sealed password: a compact JWE has five parts (RFC 7516, section 7.1). */
    static boolean isSealed(String text) {
        return text.matches("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]*){4}");
    }

    /**
     * The password.
     *
     * @param sealed a compact JWE, RSA-OAEP-256 and A256GCM, by one of the service's keys
     * @throws dev.slipway.problem.ProblemException SECRET_INVALID if it is damaged, over, or for another use; says nothing of what is in it
     */
    String open(String sealed, SecretUse use);
}
