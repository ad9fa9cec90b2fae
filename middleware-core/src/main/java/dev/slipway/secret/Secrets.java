package dev.slipway.secret;

/** The port to who opens sealed passwords. */
public interface Secrets {

    /** The longest that one may be, in characters. */
    int LONGEST = 8_192;

    /** Of a machine whose hosts take no passwords of documents. */
    Secrets NONE = (jwe, use) -> {
        throw new IllegalStateException("nothing here opens the password of " + use.user());
    };

    /**
     * Whether {@code text} has the form of a sealed password: a compact JWE (RFC 7516, section 7.1) with a header, a key under RSA of 2048
     * bits or more, and the nonce and the tag of AES-GCM. No password that people type has it.
     */
    static boolean isSealed(String text) {
        return text.length() <= LONGEST
                && text.matches(
                        "eyJ[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]{342,}\\.[A-Za-z0-9_-]{16}\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]{22}");
    }

    /**
     * The password in UTF-8, for the caller to overwrite.
     *
     * @param sealed a compact JWE, RSA-OAEP-256 and A256GCM, by one of the service's keys
     * @throws dev.slipway.problem.ProblemException SECRET_INVALID if it is damaged, over, or for another use; says nothing of what is in it
     */
    byte[] open(String sealed, SecretUse use);
}
