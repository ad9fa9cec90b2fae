package dev.slipway.service.translation;

import dev.slipway.secret.PublishedKey;
import dev.slipway.service.wire.Key;
import dev.slipway.service.wire.KeyPurpose;

/** Translates the service's public keys to types of the WSDL. */
public final class KeyTranslation {
    private KeyTranslation() {}

    public static Key key(PublishedKey key) {
        Key wire = new Key();
        wire.setKid(key.kid());
        wire.setPurpose(KeyPurpose.valueOf(key.purpose().name()));
        wire.setAlgorithm(key.purpose().algorithm());
        wire.setSpki(key.spki());
        return wire;
    }
}
