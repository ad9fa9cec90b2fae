package dev.slipway.secret;

/** The port to the component that opens sealed passwords. */
public interface Secrets {

    /** The greatest length of a sealed password, in characters. */
    int LONGEST = 8_192;

    /** Secrets of a machine with hosts that accept no passwords from documents. */
    Secrets NONE = (jwe, use) -> {
        throw new IllegalStateException("nothing here opens the password of " + use.user());
    };

    /**
     * Returns whether {@code text} has the form of a sealed password: a compact JWE (RFC 7516, section 7.1) with a
     * header, a key under RSA of 2048 bits or more, and the nonce and the tag of AES-GCM. No password that people type
     * has this form.
     */
    static boolean isSealed(String text) {
        return text.length() <= LONGEST
                && text.matches("eyJ[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]{342,}\\.[A-Za-z0-9_-]{16}"
                        + "\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]{22}");
    }

    /**
     * Opens a sealed password and returns it in UTF-8, for the caller to overwrite.
     *
     * @param sealed a compact JWE, RSA-OAEP-256 and A256GCM, by one of the service's keys
     * @throws dev.slipway.problem.ProblemException SECRET_INVALID if the password is damaged, expired, or for another
     *     use; reveals no part of the contents
     */
    byte[] open(String sealed, SecretUse use);
}
