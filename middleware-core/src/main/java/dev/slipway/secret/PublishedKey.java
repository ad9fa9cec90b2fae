package dev.slipway.secret;

/**
 * A public key of the service.
 *
 * @param kid names it, in the headers of what was made with it
 * @param purpose what it is for
 * @param spki its SubjectPublicKeyInfo, DER
 */
public record PublishedKey(String kid, Purpose purpose, byte[] spki) {

    /** What a key is for. */
    public enum Purpose {
        /** Clients seal passwords with it: RSA-OAEP-256. */
        SEAL("RSA-OAEP-256"),
        /** Receivers of callbacks check signatures with it: Ed25519. */
        CALLBACK("EdDSA");

        private final String algorithm;

        Purpose(String algorithm) {
            this.algorithm = algorithm;
        }

        /** Its name in JOSE headers. */
        public String algorithm() {
            return algorithm;
        }
    }
}
