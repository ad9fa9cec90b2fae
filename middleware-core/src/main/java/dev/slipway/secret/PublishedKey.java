package dev.slipway.secret;

/**
 * A public key of the service.
 *
 * @param kid the key's id in the headers of messages that were made with the key
 * @param purpose the purpose of the key
 * @param spki the SubjectPublicKeyInfo in DER
 */
public record PublishedKey(String kid, Purpose purpose, byte[] spki) {

    /** The purpose of a key. */
    public enum Purpose {
        /** Clients seal passwords with this key: RSA-OAEP-256. */
        SEAL("RSA-OAEP-256"),
        /** Receivers of callbacks check signatures with this key: Ed25519. */
        CALLBACK("EdDSA");

        private final String algorithm;

        Purpose(String algorithm) {
            this.algorithm = algorithm;
        }

        /** Returns the name of the algorithm in JOSE headers. */
        public String algorithm() {
            return algorithm;
        }
    }
}
